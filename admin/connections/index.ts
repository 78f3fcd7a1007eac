import VpnKey from '@mui/icons-material/VpnKeyOutlined';
import { page } from '../layout/page.tsx';

/** Single sign-on of organizations at their own OpenID providers. */
export const connections = {
  name: 'connections',
  icon: VpnKey,
  list: page(async () => (await import('./ConnectionList.tsx')).ConnectionList),
  edit: page(async () => (await import('./ConnectionEdit.tsx')).ConnectionEdit),
  add: page(async () => (await import('./ConnectionEdit.tsx')).ConnectionCreate),
  recordRepresentation: 'name',
};
