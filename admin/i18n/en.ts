import { frameMessages, type Messages } from './frameMessages.ts';
import { carequalityMessages } from './carequality.ts';
import { activityMessages } from './activity.ts';
import { addressMessages } from './addresses.ts';
import { auditMessages } from './audit.ts';
import { brandMessages } from './brands.ts';
import { bulkMessages, importMessages, selectionMessages } from './bulk.ts';
import { dashboardMessages, workflowMessages } from './dashboard.ts';
import { eulaMessages } from './eulas.ts';
import { identityLinkMessages, lockedUserMessages } from './identitylinks.ts';
import { inspectorMessages, retryMessages } from './inspector.ts';
import { mailboxMessages } from './mailbox.ts';
import { networkMessages } from './networks.ts';
import { planMessages } from './plans.ts';
import { resellerMessages } from './resellers.ts';
import { specialtyMessages } from './specialties.ts';
import { toolMessages } from './tools.ts';
import { viewerMessages } from './viewer.ts';

const { resources } = frameMessages as { readonly resources: Messages };

/** Every text of the application, react-admin's own included; texts that the specification quotes are copied literally. */
export const messages: Messages = {
  ...frameMessages,
  ...toolMessages,
  bulk: bulkMessages,
  imports: importMessages,
  selection: selectionMessages,
  carequality: carequalityMessages,
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
  resellers: resellerMessages,
  specialties: specialtyMessages,
  identitylinks: identityLinkMessages,
  lockedusers: lockedUserMessages,
  viewer: viewerMessages,
  resources: {
    ...resources,
    plans: { name: 'Plan |||| Plans', fields: planMessages.fields },
    networks: { name: 'Network |||| Networks', fields: networkMessages.fields },
    resellers: { name: 'Reseller |||| Resellers', fields: resellerMessages.fields },
    brands: { name: 'Brand |||| Brands', fields: brandMessages.fields },
    specialties: { name: 'Specialty |||| Specialties', fields: specialtyMessages.fields },
    eulas: { name: 'License agreement |||| License agreements', fields: eulaMessages.fields },
    identitylinks: { name: 'Identity link |||| Identity links', fields: identityLinkMessages.fields },
    lockedusers: { name: 'Locked account |||| Locked accounts', fields: lockedUserMessages.fields },
    auditentries: { name: 'Audit entry |||| Audit entries', fields: auditMessages.fields },
    mailbox: { name: 'Mail |||| Mail', fields: mailboxMessages.fields },
  },
};
