import { useRecordContext } from 'react-admin';
import type { User } from '../../shared/contract/userSchemas.ts';
import { ActionMenu, type RecordAction } from '../components/ActionMenu.tsx';
import type { AppDataProvider } from '../providers/dataProvider.ts';
import { useIsOwnUser } from './useIsOwnUser.ts';

const setAdministrator = ({ users }: AppDataProvider, { id, version }: User, enable: boolean) =>
  users.setSystemAdministrator({ params: { id }, body: { enable } }, { ifMatch: version });
const setEnabled = ({ users }: AppDataProvider, { id, version }: User, enable: boolean) =>
  users.enable({ body: { id, enable } }, { ifMatch: version });

/** What an administrator does to a user beside saving fields, in the order of the menu. Texts: `users.actions.<name>…`. */
const userActions = {
  disable: {
    fits: ({ isEnabled }) => isEnabled,
    send: (provider, user) => setEnabled(provider, user, false),
    isForOthers: true,
  },
  enable: { fits: ({ isEnabled }) => !isEnabled, send: (provider, user) => setEnabled(provider, user, true) },
  unlock: {
    fits: ({ lockedUntil }) => lockedUntil !== null,
    send: ({ users }, { id }) => users.unlock({ body: { id } }),
    isForOthers: true,
  },
  resetPassword: {
    fits: ({ isEnabled, hasPassword }) => isEnabled && hasPassword,
    send: ({ users }, { id }) => users.resetPassword({ body: { id } }),
    isForOthers: true,
  },
  resendInvitation: {
    fits: ({ isEnabled, hasPassword }) => isEnabled && !hasPassword,
    send: ({ users }, { id }) => users.resendInvitation({ body: { id } }),
    isForOthers: true,
  },
  disableTwoFactor: {
    fits: ({ hasTwoFactor }) => hasTwoFactor,
    send: ({ users }, { id }) => users.disableTwoFactor({ params: { id } }),
    isForOthers: true,
  },
  signOut: { fits: () => true, send: ({ users }, { id }) => users.signOut({ params: { id } }) },
  makeAdministrator: {
    fits: ({ roleName }) => roleName !== 'SysAdmin',
    send: (provider, user) => setAdministrator(provider, user, true),
  },
  endAdministrator: {
    fits: ({ isSysAdmin }) => isSysAdmin,
    send: (provider, user) => setAdministrator(provider, user, false),
    isForOthers: true,
  },
  sync: { fits: () => true, send: ({ users }, { id }) => users.sync({ params: { id } }) },
  delete: {
    fits: () => true,
    send: ({ users }, { id, version }) => users.delete({ params: { id } }, { ifMatch: version }),
    isFinal: true,
    isForOthers: true,
  },
} as const satisfies Readonly<Record<string, RecordAction<User>>>;

/** The actions of the user of the record context; what does not fit its state is not offered. */
export const UserMenu = () => {
  const user = useRecordContext<User>();
  const isOwn = useIsOwnUser(user);
  if (!user || user.isDeleted) return null;
  return (
    <ActionMenu
      resource="users"
      record={user}
      isOwn={isOwn}
      actions={userActions}
      questionOf={(name) => (name === 'enable' && !user.hasPassword ? 'enableInvited' : name)}
      changes={['users', 'usersessions', 'usersignins', 'lockedusers']}
    />
  );
};
