import Typography from '@mui/material/Typography';
import { DataTable, useRecordContext, useTranslate } from 'react-admin';
import type { LockedUser } from '../../shared/contract/users.ts';
import { ActionDialog, DialogButton } from '../components/actions.tsx';
import { DateTimeField } from '../components/DateTime.tsx';
import { ListPage } from '../components/ListPage.tsx';
import { ListSearch } from '../components/ListSearch.tsx';
import { actionsColumn, ListTable } from '../components/ListTable.tsx';
import { ListToolbar } from '../components/ListToolbar.tsx';
import { catalogCommand } from '../components/list/catalogCommand.ts';

const listCommand = catalogCommand('users');
const command: typeof listCommand = (list) => listCommand(list).replace('users list', 'users locked');

const filters = [<ListSearch key="q" source="q" alwaysOn label="lockedusers.search" />];

const nameOf = ({ firstName, lastName }: LockedUser) => `${firstName} ${lastName}`.trim();

/** Accounts and machine clients that are locked after failed sign-ins; organization administrators see the users of their organization. */
export const LockedUserList = () => {
  const translate = useTranslate();
  const columns = [
    { source: 'kind', text: ({ kind }: LockedUser) => translate(`lockedusers.kinds.${kind}`) },
    { source: 'name', text: nameOf },
    { source: 'userName' },
    { source: 'role', text: ({ role }: LockedUser) => translate(`roles.${role}`) },
    { source: 'scope', text: ({ scope }: LockedUser) => translate(`lockedusers.scopes.${scope}`) },
    { source: 'lockedUntil' },
  ];
  return (
    <ListPage
      title={translate('lockedusers.title')}
      intro={
        <Typography color="textSecondary" gutterBottom>
          {translate('lockedusers.intro')}
        </Typography>
      }
      filters={filters}
      actions={<ListToolbar columns={columns} command={command} />}
      sort={{ field: 'lockedUntil', order: 'DESC' }}
    >
      <ListTable emptyText="lockedusers.none" rowClick={false} aria-label={translate('lockedusers.title')}>
        <DataTable.Col<LockedUser>
          source="kind"
          disableSort
          render={({ kind }) => translate(`lockedusers.kinds.${kind}`)}
        />
        <DataTable.Col<LockedUser> source="name" disableSort render={nameOf} />
        <DataTable.Col source="userName" disableSort />
        <DataTable.Col<LockedUser> source="role" disableSort render={({ role }) => translate(`roles.${role}`)} />
        <DataTable.Col<LockedUser>
          source="scope"
          disableSort
          render={({ scope }) => translate(`lockedusers.scopes.${scope}`)}
        />
        <DataTable.Col source="lockedUntil" disableSort field={DateTimeField} />
        <DataTable.Col source={actionsColumn} label="components.table.actions" disableSort>
          <UnlockButton />
        </DataTable.Col>
      </ListTable>
    </ListPage>
  );
};

const UnlockButton = () => {
  const translate = useTranslate();
  const user = useRecordContext<LockedUser>();
  if (!user) return null;
  const { kind, id, userName } = user;
  return (
    <DialogButton
      size="small"
      aria-label={translate('lockedusers.unlockNamed', { userName })}
      label="lockedusers.unlock"
      renderDialog={(close) => (
        <ActionDialog
          texts="lockedusers.unlock"
          values={{ userName }}
          send={({ users }) => users.unlock({ body: kind === 'Client' ? { userName } : { id } })}
          done={translate('lockedusers.unlocked', { userName })}
          failed="lockedusers.unlockFailed"
          changes={['lockedusers']}
          onClose={close}
        />
      )}
    />
  );
};
