import english from 'ra-language-english';
import type { Messages } from '../providers/i18nProvider.ts';
import { accountMessages } from './account.ts';
import { componentMessages } from './components.ts';
import { layoutMessages } from './layout.ts';
import { organizationMessages } from './organizations.ts';
import { toolMessages } from './tools.ts';

/** Every text of the application, react-admin's own included; words in quotes in the specification are letter for letter. */
export const messages: Messages = {
  ...layoutMessages,
  ...accountMessages,
  ...toolMessages,
  components: componentMessages,
  organizations: organizationMessages,
  resources: { 'admin/organizations': { name: 'Organization |||| Organizations' } },
  ra: {
    ...(english.ra as unknown as Messages),
    message: { ...english.ra.message, invalid_form: 'Please fill out all required fields.' },
  },
};
