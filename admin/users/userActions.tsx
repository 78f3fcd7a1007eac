import ExpandMore from '@mui/icons-material/ExpandMore';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useRecordContext, useRedirect, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { User } from '../../shared/contract/userSchemas.ts';
import { ActionDialog } from '../components/actions.tsx';
import type { AppDataProvider } from '../providers/dataProvider.ts';

interface UserAction {
  /** Whether the state of the user allows it. */
  readonly fits: (user: User) => boolean;
  readonly send: (provider: AppDataProvider, user: User) => Promise<unknown>;
  /** It cannot be undone: the name is typed. */
  readonly isFinal?: true;
}

const setAdministrator = ({ users }: AppDataProvider, { id, version }: User, enable: boolean) =>
  users.setSystemAdministrator({ params: { id }, body: { enable } }, { ifMatch: version });
const setEnabled = ({ users }: AppDataProvider, { id, version }: User, enable: boolean) =>
  users.enable({ body: { id, enable } }, { ifMatch: version });

/** What an administrator does to a user beside saving fields, in the order of the menu. Texts: `users.actions.<name>…`. */
const userActions = {
  disable: { fits: ({ isEnabled }) => isEnabled, send: (provider, user) => setEnabled(provider, user, false) },
  enable: { fits: ({ isEnabled }) => !isEnabled, send: (provider, user) => setEnabled(provider, user, true) },
  unlock: {
    fits: ({ lockedUntil }) => lockedUntil !== null,
    send: ({ users }, { id }) => users.unlock({ body: { id } }),
  },
  resetPassword: {
    fits: ({ isEnabled, hasPassword }) => isEnabled && hasPassword,
    send: ({ users }, { id }) => users.resetPassword({ body: { id } }),
  },
  resendInvitation: {
    fits: ({ isEnabled, hasPassword }) => isEnabled && !hasPassword,
    send: ({ users }, { id }) => users.resendInvitation({ body: { id } }),
  },
  disableTwoFactor: {
    fits: ({ hasTwoFactor }) => hasTwoFactor,
    send: ({ users }, { id }) => users.disableTwoFactor({ params: { id } }),
  },
  signOut: { fits: () => true, send: ({ users }, { id }) => users.signOut({ params: { id } }) },
  makeAdministrator: {
    fits: ({ roleName }) => roleName !== 'SysAdmin',
    send: (provider, user) => setAdministrator(provider, user, true),
  },
  endAdministrator: {
    fits: ({ isSysAdmin }) => isSysAdmin,
    send: (provider, user) => setAdministrator(provider, user, false),
  },
  sync: { fits: () => true, send: ({ users }, { id }) => users.sync({ params: { id } }) },
  delete: {
    fits: () => true,
    send: ({ users }, { id, version }) => users.delete({ params: { id } }, { ifMatch: version }),
    isFinal: true,
  },
} as const satisfies Readonly<Record<string, UserAction>>;
type ActionName = keyof typeof userActions;

const names = Object.keys(userActions) as ActionName[];
const actionNamed = (name: ActionName): UserAction => userActions[name];

/** The actions of the user of the record context; what does not fit its state is not offered. */
export const UserMenu = () => {
  const translate = useTranslate();
  const redirect = useRedirect();
  const user = useRecordContext<User>();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [chosen, setChosen] = useState<ActionName | null>(null);
  if (!user || user.isDeleted) return null;
  const { send, isFinal } = actionNamed(chosen ?? 'sync');
  const texts = `users.actions.${chosen ?? ''}`;
  return (
    <>
      <Button
        variant="outlined"
        endIcon={<ExpandMore />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {translate('users.actions.label')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {names
          .filter((name) => actionNamed(name).fits(user))
          .map((name) => (
            <MenuItem
              key={name}
              onClick={() => {
                setAnchor(null);
                setChosen(name);
              }}
            >
              {translate(`users.actions.${name}Confirm`)}
            </MenuItem>
          ))}
      </Menu>
      {chosen && (
        <ActionDialog
          texts={texts}
          values={{ name: user.name, userName: user.userName }}
          {...(isFinal && { typedName: user.name })}
          send={async (provider) => {
            await send(provider, user);
            if (chosen === 'delete') redirect('list', 'users');
          }}
          done={translate(`${texts}Done`, { name: user.name })}
          failed={`${texts}Failed`}
          changes={['users', 'usersessions', 'usersignins', 'lockedusers']}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
};
