import Add from '@mui/icons-material/Add';
import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Edit from '@mui/icons-material/Edit';
import EventBusy from '@mui/icons-material/EventBusyOutlined';
import PlayCircle from '@mui/icons-material/PlayCircleOutlined';
import Schedule from '@mui/icons-material/Schedule';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { DataTable, SelectInput, useRecordContext, useTranslate } from 'react-admin';
import type { Emergency } from '../../shared/contract/emergencies.ts';
import { formatDate } from '../../shared/rules/dates.ts';
import {
  allEmergencyOrganizations,
  emergencyOrganizations,
  emergencyStates,
  mayDisableEmergency,
  mayEnableEmergency,
} from '../../shared/rules/emergency.ts';
import { defaultPageSize } from '../../shared/rules/paging.ts';
import { ActionDialog, DialogButton } from '../components/actions.tsx';
import { NoMatch } from '../components/EmptyState.tsx';
import { option } from '../components/list/commandArguments.ts';
import { ListPage } from '../components/ListPage.tsx';
import { ListSearch } from '../components/ListSearch.tsx';
import { actionsColumn, ListTable, wrappedCell } from '../components/ListTable.tsx';
import { type ListState, ListToolbar } from '../components/ListToolbar.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { EmergencyCalendar } from './EmergencyCalendar.tsx';
import { EmergencyCreate, EmergencyEdit } from './EmergencyDialog.tsx';
import { EmergencyImpact } from './EmergencyImpact.tsx';
import { EmergencyTabs } from './EmergencyTabs.tsx';

const filters = [
  <ListSearch key="q" source="q" alwaysOn label="emergencies.search" />,
  <SelectInput
    margin="none"
    key="state"
    source="state"
    alwaysOn
    label="emergencies.fields.state"
    emptyText="emergencies.all"
    helperText={false}
    choices={emergencyStates.map((id) => ({ id, name: `emergencies.states.${id}` }))}
  />,
];

const namesOf = ({ organizations }: Emergency) => organizations.map(({ name }) => name);

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

const listCommand = ({ filterValues, sort, page, perPage }: ListState): string =>
  [
    'carepost emergencies list',
    ...option('--search', textOf(filterValues['q'])),
    ...option('--state', textOf(filterValues['state'])),
    ...(sort.order === 'DESC' ? ['--sort name:desc'] : []),
    ...(perPage === defaultPageSize ? [] : [`--page-size ${perPage}`]),
    ...(page === 1 ? [] : [`--page ${page}`]),
  ].join(' ');

/** Public health emergencies, with the calendar of what is active, scheduled and ended. */
export const EmergencyList = () => {
  const translate = useTranslate();
  const columns = [
    { source: 'name' },
    { source: 'organizations', text: (emergency: Emergency) => allEmergencyOrganizations(namesOf(emergency)) },
    { source: 'disabledDate', text: ({ disabledDate }: Emergency) => formatDate(disabledDate) },
    { source: 'state', text: ({ state }: Emergency) => translate(`emergencies.states.${state}`), isFileOnly: true },
  ];
  return (
    <ListPage
      title={translate('emergencies.title')}
      titleActions={
        <DialogButton
          variant="contained"
          startIcon={<Add />}
          label="emergencies.add"
          renderDialog={(close) => <EmergencyCreate onClose={close} />}
        />
      }
      intro={
        <>
          <EmergencyTabs open="emergencies" />
          <EmergencyCalendar />
        </>
      }
      filters={filters}
      actions={<ListToolbar columns={columns} command={listCommand} />}
      sort={{ field: 'name', order: 'ASC' }}
    >
      <ListTable
        emptyText="emergencies.none"
        noMatch={<NoMatch text="emergencies.noMatch" />}
        rowClick={false}
        aria-label={translate('emergencies.tabs.emergencies')}
      >
        <DataTable.Col source="name" cellClassName={wrappedCell} />
        <DataTable.Col<Emergency> source="organizations" disableSort render={(emergency) => <Names of={emergency} />} />
        <DataTable.Col<Emergency>
          source="disabledDate"
          disableSort
          render={({ disabledDate, state }) => (
            <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 1.5 }}>
              {formatDate(disabledDate)}
              <EmergencyStateChip state={state} />
            </Box>
          )}
        />
        <DataTable.Col source={actionsColumn} label="components.table.actions" disableSort>
          <EmergencyActions />
        </DataTable.Col>
      </ListTable>
    </ListPage>
  );
};

/** Cut after 30 characters (spec 1 section 9); the whole text by pointer and by keyboard. */
const Names = ({ of }: { of: Emergency }) => {
  const names = namesOf(of);
  const [whole, cut] = [allEmergencyOrganizations(names), emergencyOrganizations(names)];
  if (whole === cut) return cut;
  return (
    <Tooltip title={whole} describeChild>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip opens by focus as well */}
      <Box component="span" tabIndex={0}>
        {cut}
      </Box>
    </Tooltip>
  );
};

const chips = {
  active: { icon: CheckCircle, severity: 'good' },
  scheduled: { icon: Schedule, severity: 'warning' },
  disabled: { icon: EventBusy, severity: 'plain' },
} as const;

const EmergencyStateChip = ({ state }: Pick<Emergency, 'state'>) => (
  <StateChip {...chips[state]} label={`emergencies.states.${state}`} />
);

const EmergencyActions = () => {
  const translate = useTranslate();
  const emergency = useRecordContext<Emergency>();
  if (!emergency) return null;
  const { name, state } = emergency;
  return (
    <>
      {mayEnableEmergency(state) && <StateButton emergency={emergency} action="enable" />}
      {mayDisableEmergency(state) && <StateButton emergency={emergency} action="disable" />}
      <DialogButton
        icon={Edit}
        label={translate('emergencies.edit', { name })}
        renderDialog={(close) => <EmergencyEdit id={emergency.id} onClose={close} />}
      />
    </>
  );
};

const StateButton = ({ emergency, action }: { emergency: Emergency; action: 'enable' | 'disable' }) => {
  const translate = useTranslate();
  const { id, name, version } = emergency;
  return (
    <DialogButton
      icon={action === 'enable' ? PlayCircle : Block}
      label={translate(`emergencies.${action}Named`, { name })}
      renderDialog={(close) => (
        <ActionDialog
          texts={`emergencies.${action}`}
          values={{ name }}
          // An emergency that another user changed in the meantime is not switched.
          send={({ emergencies }) => emergencies[action]({ params: { id }, body: { version } })}
          done="emergencies.saved"
          failed={`emergencies.${action}Failed`}
          changes={['emergencies']}
          onClose={close}
        >
          <EmergencyImpact id={id} />
        </ActionDialog>
      )}
    />
  );
};
