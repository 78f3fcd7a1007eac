import Contacts from '@mui/icons-material/ContactsOutlined';
import { page } from '../layout/page.tsx';

/** Users who can sign in, with their organization (spec 1 section 7). */
export const contacts = {
  name: 'contacts',
  icon: Contacts,
  list: page(async () => (await import('./ContactList.tsx')).ContactList),
  recordRepresentation: 'name',
};
