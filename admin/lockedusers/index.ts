import LockPerson from '@mui/icons-material/LockPersonOutlined';
import { page } from '../layout/page.tsx';

/** Accounts that are locked after failed sign-ins. */
export const lockedusers = {
  name: 'lockedusers',
  icon: LockPerson,
  list: page(async () => (await import('./LockedUserList.tsx')).LockedUserList),
  recordRepresentation: 'userName',
};
