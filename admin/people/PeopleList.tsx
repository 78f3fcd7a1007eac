import Box from '@mui/material/Box';
import { BooleanInput, DataTable, type RaRecord, SelectInput, useTranslate } from 'react-admin';
import { useContext } from 'react';
import type { PersonItem } from '../../shared/contract/peopleSchemas.ts';
import { organizationRoles } from '../../shared/rules/user.ts';
import { RecordSelection } from '../bulk/selection/RecordSelection.tsx';
import type { SelectionAction } from '../bulk/selection/selectionAction.ts';
import { accountStateOf, AccountStateChip } from '../components/AccountState.tsx';
import { ImportButton } from '../components/CatalogList.tsx';
import { DateTimeField } from '../components/DateTime.tsx';
import { NoMatch } from '../components/EmptyState.tsx';
import { AddButton, ListPage } from '../components/ListPage.tsx';
import { ListSearch } from '../components/ListSearch.tsx';
import { ListTable, RecordLink } from '../components/ListTable.tsx';
import { type ExportColumn, ListToolbar } from '../components/ListToolbar.tsx';
import { visuallyHidden } from '../components/visuallyHidden.ts';
import { AppContext } from '../providers/appContext.ts';
import { personCommand } from './personModel.ts';
import { personStates } from './personQuery.ts';

const filters = [
  <ListSearch key="q" source="q" alwaysOn label="people.search" />,
  <SelectInput
    margin="none"
    key="state"
    source="state"
    alwaysOn
    label="people.filters.state"
    emptyText="people.filters.present"
    helperText={false}
    choices={Object.keys(personStates).map((id) => ({ id, name: `users.states.${id}` }))}
  />,
  <SelectInput
    margin="none"
    key="roleName"
    source="roleName"
    alwaysOn
    label="people.fields.roleName"
    emptyText="people.filters.all"
    helperText={false}
    choices={organizationRoles.map((id) => ({ id, name: `roles.${id}` }))}
  />,
];
/** For administrators of a network. */
const networkFilters = [
  ...filters,
  <BooleanInput
    key="includeNetwork"
    source="includeNetwork"
    alwaysOn
    label="people.filters.includeNetwork"
    helperText={false}
  />,
];

/** Beside the own name: why its row cannot be selected. */
const OwnAccount = () => {
  const translate = useTranslate();
  const reason = translate('people.own.reason');
  return (
    <Box
      component="span"
      title={reason}
      sx={{ position: 'relative', marginLeft: 1, color: 'text.secondary', fontSize: 12 }}
    >
      {translate('people.own.mark')}
      <Box component="span" sx={visuallyHidden}>{` (${reason})`}</Box>
    </Box>
  );
};

/** People of the organization. Those of other organizations of a network, and deleted ones, have no page. */
export const PeopleList = () => {
  const translate = useTranslate();
  const profile = useContext(AppContext)?.profile;
  const isNetworkAdmin = profile?.isNetworkAdmin === true;
  const columns: ExportColumn<PersonItem>[] = [
    { source: 'name' },
    { source: 'userName' },
    { source: 'roleName', text: ({ roleName }) => translate(`roles.${roleName}`) },
    ...(isNetworkAdmin ? [{ source: 'organizationName' }] : []),
    { source: 'state', text: (person) => translate(`users.states.${accountStateOf(person)}`) },
    { source: 'createDate' },
    { source: 'lastLoginDate' },
    { source: 'removedAt' },
  ];
  // No action on many people is one for the own account: it cannot disable or remove itself, and its page mails no invitation.
  const isOwn = ({ id }: PersonItem) => id === profile?.userId;
  const hasPage = (person: PersonItem) => !person.isDeleted && person.organizationId === profile?.organizationId;
  const isSelectable = (record: RaRecord) => {
    const person = record as PersonItem;
    return hasPage(person) && !isOwn(person);
  };
  return (
    <ListPage
      title={translate('people.title')}
      titleActions={
        <>
          <ImportButton action="people.create" />
          <AddButton label="people.add" />
        </>
      }
      filters={isNetworkAdmin ? networkFilters : filters}
      actions={<ListToolbar columns={columns} hiddenColumns={hiddenColumns} command={personCommand} />}
      sort={{ field: 'name', order: 'ASC' }}
      selects
    >
      <RecordSelection actions={selectionActions} isSelectable={isSelectable}>
        <ListTable
          emptyText="people.none"
          noMatch={<NoMatch text="people.noMatch" />}
          heading="name"
          bulkActionButtons={<></>}
          isRowSelectable={isSelectable}
          hiddenColumns={hiddenColumns}
          rowClick={(person) => hasPage(person as PersonItem) && 'edit'}
          aria-label={translate('people.title')}
        >
          <DataTable.Col<PersonItem>
            source="name"
            render={(person) => (
              <>
                {hasPage(person) ? <RecordLink>{person.name}</RecordLink> : person.name}
                {isOwn(person) && <OwnAccount />}
              </>
            )}
          />
          <DataTable.Col source="userName" />
          <DataTable.Col<PersonItem> source="roleName" render={({ roleName }) => translate(`roles.${roleName}`)} />
          {isNetworkAdmin && <DataTable.Col source="organizationName" disableSort />}
          <DataTable.Col<PersonItem> source="state" disableSort render={AccountStateChip} />
          <DataTable.Col source="createDate" field={DateTimeField} />
          <DataTable.Col
            source="lastLoginDate"
            render={() => <DateTimeField source="lastLoginDate" emptyText="users.states.neverSignedIn" />}
          />
          <DataTable.Col source="removedAt" disableSort field={DateTimeField} />
        </ListTable>
      </RecordSelection>
    </ListPage>
  );
};

const hiddenColumns = ['removedAt'];

/** What the record pages and the command line do to one person; everyone who sees the list may. */
const selectionActions: readonly SelectionAction[] = [
  { name: 'enableUsers', bulkAction: 'people.enable', call: 'enable', cells: { enabled: true } },
  { name: 'disableUsers', bulkAction: 'people.enable', call: 'enable', cells: { enabled: false } },
  { name: 'resendInvitation', bulkAction: 'people.resend-invitation', call: 'resendInvitation', cells: {} },
  { name: 'resetPassword', bulkAction: 'people.reset-password', call: 'resetPassword', cells: {} },
  { name: 'disableTwoFactor', bulkAction: 'people.2fa-reset', call: 'resetTwoFactor', cells: {} },
  {
    name: 'removePeople',
    bulkAction: 'people.delete',
    call: 'delete',
    cells: {},
    ownCell: { column: 'expected_user_name', field: 'userName' },
  },
];
