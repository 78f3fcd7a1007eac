import english from 'ra-language-english';
import type { Messages } from '../providers/i18nProvider.ts';
import { accountMessages } from './account.ts';
import { carequalityMessages } from './carequality.ts';
import { activityMessages } from './activity.ts';
import { addressMessages } from './addresses.ts';
import { componentMessages } from './components.ts';
import { layoutMessages } from './layout.ts';
import { organizationMessages } from './organizations.ts';
import { auditMessages } from './audit.ts';
import { brandMessages } from './brands.ts';
import { bulkMessages, importMessages, selectionMessages } from './bulk.ts';
import { dashboardMessages, workflowMessages } from './dashboard.ts';
import { eulaMessages } from './eulas.ts';
import { inspectorMessages, retryMessages } from './inspector.ts';
import { mailboxMessages } from './mailbox.ts';
import { networkMessages } from './networks.ts';
import { planMessages } from './plans.ts';
import { recordMessages } from './records.ts';
import { resellerMessages } from './resellers.ts';
import { toolMessages } from './tools.ts';
import { viewerMessages } from './viewer.ts';

/** Every text of the application, react-admin's own included; words in quotes in the specification are letter for letter. */
export const messages: Messages = {
  ...layoutMessages,
  ...accountMessages,
  ...toolMessages,
  components: componentMessages,
  bulk: bulkMessages,
  imports: importMessages,
  selection: selectionMessages,
  carequality: carequalityMessages,
  organizations: organizationMessages,
  activity: activityMessages,
  addresses: addressMessages,
  audit: auditMessages,
  brands: brandMessages,
  dashboard: dashboardMessages,
  workflows: workflowMessages,
  eulas: eulaMessages,
  inspector: inspectorMessages,
  retry: retryMessages,
  mailbox: mailboxMessages,
  networks: networkMessages,
  plans: planMessages,
  records: recordMessages,
  resellers: resellerMessages,
  viewer: viewerMessages,
  resources: {
    organizations: { name: 'Organization |||| Organizations' },
    plans: { name: 'Plan |||| Plans', fields: planMessages.fields },
    networks: { name: 'Network |||| Networks', fields: networkMessages.fields },
    resellers: { name: 'Reseller |||| Resellers', fields: resellerMessages.fields },
    brands: { name: 'Brand |||| Brands', fields: brandMessages.fields },
    eulas: { name: 'License agreement |||| License agreements', fields: eulaMessages.fields },
    auditentries: { name: 'Audit entry |||| Audit entries', fields: auditMessages.fields },
  },
  ra: {
    ...(english.ra as unknown as Messages),
    message: { ...english.ra.message, invalid_form: 'Please fill out all required fields.' },
  },
};
