import ExpandMore from '@mui/icons-material/ExpandMore';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { LinkBase, useRedirect, useTranslate } from 'react-admin';
import { useState } from 'react';
import type { AppDataProvider } from '../providers/dataProvider.ts';
import { ActionDialog } from './actions.tsx';

export interface RecordAction<Account> {
  /** Whether the state of the record allows it. */
  readonly fits: (record: Account) => boolean;
  readonly send: (provider: AppDataProvider, record: Account) => Promise<unknown>;
  /** It cannot be undone: the name is typed. The page of the record is left. */
  readonly isFinal?: true;
  /** The server refuses it to users for their own account. */
  readonly isForOthers?: true;
}

interface ActionMenuProps<Account> {
  /** Resource of the record; the texts of an action are `<resource>.actions.<name>…`. */
  resource: string;
  record: Account;
  /** Whether it is the account of the user: what is for others is disabled, and the menu leads to My account. */
  isOwn?: boolean;
  /** By name, in the order of the menu. */
  actions: Readonly<Record<string, RecordAction<Account>>>;
  /** Beginning of the texts of the question, where it is not the name of the action. */
  questionOf?: (name: string) => string;
  /** Resources whose queries an action makes outdated. */
  changes: readonly string[];
}

/** Actions beside saving fields, each with a confirmation; what does not fit the record is not offered. */
export const ActionMenu = <Account extends { name: string; userName: string }>(props: ActionMenuProps<Account>) => {
  const { resource, record, isOwn = false, actions, questionOf = (name) => name, changes } = props;
  const translate = useTranslate();
  const redirect = useRedirect();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const texts = `${resource}.actions`;
  const action = chosen === null ? undefined : actions[chosen];
  return (
    <>
      <Button
        variant="outlined"
        endIcon={<ExpandMore />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {translate(`${texts}.label`)}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {isOwn && (
          <MenuItem component={LinkBase} to="/account/profile">
            {translate('account.ownSignIn')}
          </MenuItem>
        )}
        {Object.entries(actions)
          .filter(([, { fits }]) => fits(record))
          .map(([name, { isForOthers = false }]) => (
            <MenuItem
              key={name}
              disabled={isOwn && isForOthers}
              onClick={() => {
                setAnchor(null);
                setChosen(name);
              }}
            >
              {translate(`${texts}.${name}Confirm`)}
            </MenuItem>
          ))}
      </Menu>
      {chosen !== null && action && (
        <ActionDialog
          texts={`${texts}.${questionOf(chosen)}`}
          values={{ name: record.name, userName: record.userName }}
          {...(action.isFinal && { typedName: record.name })}
          send={(provider) => action.send(provider, record)}
          {...(action.isFinal && { leave: () => redirect('list', resource) })}
          done={translate(`${texts}.${chosen}Done`, { name: record.name })}
          failed={`${texts}.${chosen}Failed`}
          changes={changes}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
};
