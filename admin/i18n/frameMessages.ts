import english from 'ra-language-english';
import { accountMessages } from './account.ts';
import { componentMessages } from './components.ts';
import { layoutMessages } from './layout.ts';
import { organizationMessages } from './organizations.ts';
import { recordMessages } from './records.ts';

export type Messages = { readonly [key: string]: string | Messages };

/** Texts of the first load: the frame, the organization list, and react-admin's own. */
export const frameMessages: Messages = {
  ...layoutMessages,
  ...accountMessages,
  components: componentMessages,
  organizations: organizationMessages,
  records: recordMessages,
  resources: {
    organizations: { name: 'Organization |||| Organizations', fields: organizationMessages.fields },
  },
  ra: {
    ...(english.ra as unknown as Messages), // an interface without an index by any key
    action: { ...english.ra.action, select_all: 'Select all on this page' },
    navigation: {
      ...english.ra.navigation,
      previous: 'Previous record',
      next: 'Next record',
      page_range_info: '%{offsetBegin}–%{offsetEnd} of %{total}',
    },
    message: { ...english.ra.message, invalid_form: 'Please fill out all required fields.' },
  },
};
