import { page } from '../layout/page.tsx';

/** Organizations (spec 1 section 2). The editor also adds: its id may be the word "add". */
export const organizations = {
  name: 'admin/organizations',
  list: page(async () => (await import('./OrganizationList.tsx')).OrganizationList),
  edit: page(async () => (await import('./OrganizationEditor.tsx')).OrganizationEditor),
  recordRepresentation: 'name',
};
