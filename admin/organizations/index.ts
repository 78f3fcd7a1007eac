import Business from '@mui/icons-material/BusinessOutlined';
import { firstPage, page } from '../layout/page.tsx';

/** Organizations (spec 1 section 2). The editor also creates: the id of a new organization is `add`. */
export const organizations = {
  name: 'organizations',
  icon: Business,
  list: firstPage(async () => (await import('./OrganizationList.tsx')).OrganizationList),
  edit: page(async () => (await import('./OrganizationEditor.tsx')).OrganizationEditor),
  importPage: page(async () => (await import('../bulk/import/ImportPage.tsx')).ImportPage),
  runPage: page(async () => (await import('../bulk/import/RunPage.tsx')).BulkRunPage),
  recordRepresentation: 'name',
};
