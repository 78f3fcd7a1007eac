import Hub from '@mui/icons-material/HubOutlined';
import { page } from '../layout/page.tsx';

/** Networks that organizations belong to. */
export const networks = {
  name: 'networks',
  icon: Hub,
  list: page(async () => (await import('./NetworkList.tsx')).NetworkList),
  edit: page(async () => (await import('./NetworkEdit.tsx')).NetworkEdit),
  add: page(async () => (await import('./NetworkEdit.tsx')).NetworkCreate),
  recordRepresentation: 'name',
};
