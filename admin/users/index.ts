import People from '@mui/icons-material/PeopleOutlined';
import { page } from '../layout/page.tsx';

/** Users of the platform (spec 1 section 2). */
export const users = {
  name: 'users',
  icon: People,
  list: page(async () => (await import('./UserList.tsx')).UserList),
  edit: page(async () => (await import('./UserEdit.tsx')).UserEdit),
  add: page(async () => (await import('./UserEdit.tsx')).UserCreate),
  recordRepresentation: 'name',
};
