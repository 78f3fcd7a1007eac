import PlaylistAddCheck from '@mui/icons-material/PlaylistAddCheckOutlined';
import { page } from '../layout/page.tsx';

/** Which organizations may use which integration. */
export const integrationwhitelist = {
  name: 'integrationwhitelist',
  icon: PlaylistAddCheck,
  list: page(async () => (await import('./WhitelistList.tsx')).WhitelistList),
  edit: page(async () => (await import('./WhitelistEdit.tsx')).WhitelistEdit),
  add: page(async () => (await import('./WhitelistEdit.tsx')).WhitelistCreate),
  recordRepresentation: 'name',
};
