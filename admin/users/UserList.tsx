import { AutocompleteInput, DataTable, ReferenceInput, SelectInput, useTranslate } from 'react-admin';
import { useContext } from 'react';
import { roles as userRoles } from '../../shared/contract/endpoint.ts';
import type { UserItem } from '../../shared/contract/userSchemas.ts';
import { typeaheadDebounceMs } from '../../shared/rules/paging.ts';
import { RecordSelection } from '../bulk/selection/RecordSelection.tsx';
import { accountStateOf, AccountStateChip } from '../components/AccountState.tsx';
import { BreakableText } from '../components/BreakableText.tsx';
import { ImportButton } from '../components/CatalogList.tsx';
import { DateTimeField } from '../components/DateTime.tsx';
import { NoMatch } from '../components/EmptyState.tsx';
import { AddButton, ListPage } from '../components/ListPage.tsx';
import { ListSearch } from '../components/ListSearch.tsx';
import { ListTable, RecordLink } from '../components/ListTable.tsx';
import { type ExportColumn, ListToolbar } from '../components/ListToolbar.tsx';
import { AppContext } from '../providers/appContext.ts';
import { SystemAdministratorButton } from './SystemAdministratorDialog.tsx';
import { userCommand } from './userModel.ts';
import { userStates } from './userQuery.ts';
import { userSelectionActions } from './userSelection.ts';

const filters = [
  <ListSearch key="q" source="q" alwaysOn label="users.search" />,
  <SelectInput
    margin="none"
    key="state"
    source="state"
    alwaysOn
    label="users.filters.state"
    emptyText="users.filters.present"
    helperText={false}
    choices={Object.keys(userStates).map((id) => ({ id, name: `users.states.${id}` }))}
  />,
  <SelectInput
    margin="none"
    key="roleName"
    source="roleName"
    alwaysOn
    label="users.fields.roleName"
    emptyText="users.filters.all"
    helperText={false}
    choices={userRoles.map((id) => ({ id, name: `roles.${id}` }))}
  />,
  <ReferenceInput
    key="organizationId"
    source="organizationId"
    reference="organizations"
    alwaysOn
    sort={{ field: 'name', order: 'ASC' }}
  >
    <AutocompleteInput
      optionText="name"
      label="users.fields.organizationName"
      debounce={typeaheadDebounceMs}
      margin="none"
      helperText={false}
      sx={{ minWidth: 220 }}
    />
  </ReferenceInput>,
];

/** Users of the platform: system administrators and users of organizations (spec 1 section 2). */
export const UserList = () => {
  const translate = useTranslate();
  const roles = useContext(AppContext)?.profile?.roles;
  const columns: ExportColumn<UserItem>[] = [
    { source: 'name' },
    { source: 'userName' },
    { source: 'roleName', text: ({ roleName }) => translate(`roles.${roleName}`) },
    { source: 'organizationName' },
    { source: 'state', text: (user) => translate(`users.states.${accountStateOf(user)}`) },
    { source: 'createDate' },
    { source: 'lastLoginDate' },
  ];
  return (
    <ListPage
      title={translate('users.title')}
      titleActions={
        <>
          <ImportButton action="users.create" />
          <SystemAdministratorButton />
          <AddButton label="users.add" />
        </>
      }
      filters={filters}
      actions={<ListToolbar columns={columns} command={userCommand} />}
      sort={{ field: 'name', order: 'ASC' }}
      selects
    >
      <RecordSelection actions={userSelectionActions(roles)}>
        <ListTable
          emptyText="users.none"
          noMatch={<NoMatch text="users.noMatch" />}
          heading="name"
          bulkActionButtons={<></>}
          aria-label={translate('users.title')}
        >
          <DataTable.Col<UserItem> source="name" render={({ name }) => <RecordLink>{name}</RecordLink>} />
          <DataTable.Col<UserItem> source="userName" render={({ userName }) => <BreakableText text={userName} />} />
          <DataTable.Col<UserItem> source="roleName" render={({ roleName }) => translate(`roles.${roleName}`)} />
          <DataTable.Col source="organizationName" disableSort />
          <DataTable.Col<UserItem> source="state" disableSort render={AccountStateChip} />
          <DataTable.Col source="createDate" field={DateTimeField} />
          <DataTable.Col
            source="lastLoginDate"
            render={() => <DateTimeField source="lastLoginDate" emptyText="users.states.neverSignedIn" />}
          />
        </ListTable>
      </RecordSelection>
    </ListPage>
  );
};
