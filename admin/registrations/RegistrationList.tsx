import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircleOutline';
import HistoryToggleOff from '@mui/icons-material/HistoryToggleOff';
import Person from '@mui/icons-material/PersonOutline';
import Replay from '@mui/icons-material/Replay';
import Schedule from '@mui/icons-material/Schedule';
import Box from '@mui/material/Box';
import LinkBase from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { DataTable, SelectInput, useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { RegistrationItem } from '../../shared/contract/registration.ts';
import { registrationStates } from '../../shared/rules/registration.ts';
import { ActionDialog, DialogButton } from '../components/actions.tsx';
import { DateTimeField } from '../components/DateTime.tsx';
import { catalogCommand } from '../components/list/catalogCommand.ts';
import { option } from '../components/list/commandArguments.ts';
import { ListPage } from '../components/ListPage.tsx';
import { ListSearch } from '../components/ListSearch.tsx';
import { actionsColumn, ListTable } from '../components/ListTable.tsx';
import { ListToolbar } from '../components/ListToolbar.tsx';
import { StateChip } from '../components/StateChip.tsx';
import type { AppDataProvider } from '../providers/dataProvider.ts';

const chips = {
  Open: { icon: Schedule, severity: 'info' },
  Expired: { icon: HistoryToggleOff, severity: 'warning' },
  Completed: { icon: CheckCircle, severity: 'good' },
  Canceled: { icon: Block },
  Replaced: { icon: Replay },
  HasAccount: { icon: Person },
} as const;

const filters = [
  <ListSearch key="q" source="q" alwaysOn label="registrations.search" />,
  <SelectInput
    margin="none"
    key="state"
    source="state"
    alwaysOn
    label="registrations.fields.state"
    emptyText="registrations.all"
    helperText={false}
    choices={registrationStates.map((id) => ({ id, name: `registrations.states.${id}` }))}
  />,
];

const newestFirst = catalogCommand('registrations', ({ state }) =>
  option('--state', typeof state === 'string' ? state.toLowerCase() : undefined),
);
/** The command lists the newest first, unless it is told otherwise. */
const command: typeof newestFirst = (list) =>
  newestFirst(list) + (list.sort.order === 'ASC' ? ' --sort createDate' : '');

/** Registrations of the last 30 days; those whose link can still be used, or came too late, are mailed again or canceled. */
export const RegistrationList = () => {
  const translate = useTranslate();
  const originOf = ({ isInvited }: RegistrationItem) =>
    translate(`registrations.origins.${isInvited ? 'invitation' : 'page'}`);
  const columns = [
    { source: 'emailAddress' },
    { source: 'state', text: ({ state }: RegistrationItem) => translate(`registrations.states.${state}`) },
    { source: 'isInvited', text: originOf },
    { source: 'createDate' },
    { source: 'sentDate' },
    { source: 'mailCount' },
    { source: 'expiresAt' },
    { source: 'organizationName' },
  ];
  return (
    <ListPage
      title={translate('registrations.title')}
      intro={
        <Typography color="textSecondary" gutterBottom>
          {translate('registrations.intro')}
        </Typography>
      }
      filters={filters}
      actions={<ListToolbar columns={columns} hiddenColumns={hiddenColumns} command={command} />}
      sort={{ field: 'createDate', order: 'DESC' }}
    >
      <ListTable
        emptyText="registrations.none"
        hiddenColumns={hiddenColumns}
        rowClick={false}
        aria-label={translate('registrations.title')}
      >
        <DataTable.Col source="emailAddress" disableSort sx={{ overflowWrap: 'anywhere' }} />
        <DataTable.Col<RegistrationItem>
          source="state"
          disableSort
          render={({ state }) => <StateChip {...chips[state]} label={`registrations.states.${state}`} />}
        />
        <DataTable.Col<RegistrationItem> source="isInvited" disableSort render={originOf} />
        <DataTable.Col source="createDate" field={DateTimeField} />
        <DataTable.Col source="sentDate" disableSort field={DateTimeField} />
        <DataTable.NumberCol source="mailCount" disableSort />
        <DataTable.Col<RegistrationItem>
          source="expiresAt"
          disableSort
          // The link of one that was completed, canceled or replaced ended before.
          render={(registration) => isWaiting(registration) && <DateTimeField source="expiresAt" />}
        />
        <DataTable.Col<RegistrationItem>
          source="organizationName"
          disableSort
          render={({ organizationId, organizationName }) =>
            organizationId && (
              <LinkBase component={Link} to={`/admin/organizations/${organizationId}`}>
                {organizationName}
              </LinkBase>
            )
          }
        />
        <DataTable.Col source={actionsColumn} label="components.table.actions" disableSort>
          <RegistrationActions />
        </DataTable.Col>
      </ListTable>
    </ListPage>
  );
};

const hiddenColumns = ['sentDate'];

const isWaiting = ({ state }: RegistrationItem) => state === 'Open' || state === 'Expired';

const actions: Readonly<Record<'resend' | 'cancel', (provider: AppDataProvider, id: string) => Promise<unknown>>> = {
  resend: ({ registration }, id) => registration.resend({ params: { id } }),
  cancel: ({ registration }, id) => registration.cancel({ params: { id } }),
};

const RegistrationActions = () => {
  const translate = useTranslate();
  const record = useRecordContext<RegistrationItem>();
  if (!record || !isWaiting(record)) return null;
  const { id, emailAddress } = record;
  return (
    <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, whiteSpace: 'nowrap' }}>
      {(['resend', 'cancel'] as const).map((name) => (
        <DialogButton
          key={name}
          size="small"
          aria-label={translate(`registrations.${name}.named`, { emailAddress })}
          label={`registrations.${name}.label`}
          renderDialog={(close) => (
            <ActionDialog
              texts={`registrations.${name}.question`}
              values={{ emailAddress }}
              send={(provider) => actions[name](provider, id)}
              done={translate(`registrations.${name}.done`, { emailAddress })}
              failed={`registrations.${name}.failed`}
              changes={['registrations']}
              onClose={close}
            />
          )}
        />
      ))}
    </Box>
  );
};
