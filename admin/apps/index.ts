import Apps from '@mui/icons-material/AppsOutlined';
import { page } from '../layout/page.tsx';

/** Apps of the platform (spec 1 section 2). */
export const apps = {
  name: 'apps',
  icon: Apps,
  list: page(async () => (await import('./AppList.tsx')).AppList),
  edit: page(async () => (await import('./AppEdit.tsx')).AppEdit),
  add: page(async () => (await import('./AppEdit.tsx')).AppCreate),
  recordRepresentation: 'name',
};
