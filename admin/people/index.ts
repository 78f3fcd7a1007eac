import Badge from '@mui/icons-material/BadgeOutlined';
import { page } from '../layout/page.tsx';

/** People of the organization in which an administrator works (spec 2 section 7, Users). */
export const people = {
  name: 'people',
  path: '/account/people',
  icon: Badge,
  list: page(async () => (await import('./PeopleList.tsx')).PeopleList),
  edit: page(async () => (await import('./PersonEdit.tsx')).PersonEdit),
  add: page(async () => (await import('./PersonEdit.tsx')).PersonCreate),
  importPage: page(async () => (await import('../bulk/import/ImportPage.tsx')).ImportPage),
  runPage: page(async () => (await import('../bulk/import/RunPage.tsx')).BulkRunPage),
  recordRepresentation: 'name',
};
