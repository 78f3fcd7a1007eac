import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import NotificationsActive from '@mui/icons-material/NotificationsActiveOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import WarningAmber from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { DataTable, LinkBase, useTranslate } from 'react-admin';
import { lazy, Suspense, useState } from 'react';
import type { SystemAlert } from '../../shared/contract/exchangeSchemas.ts';
import { alertLevel, noAlertsText } from '../../shared/rules/alert.ts';
import { DialogButton } from '../components/actions.tsx';
import { DateTime, DateTimeField } from '../components/DateTime.tsx';
import { useReopened } from '../components/FormDraft.tsx';
import { actionsColumn } from '../components/ListTable.tsx';
import { LocalList, RelatedTable } from '../components/RelatedList.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { alertAddress, measureText } from './dashboardModel.ts';
import { Section } from './Section.tsx';
import { useMayOpenGrid, useSystemAlerts } from './useDashboard.ts';

const AlertDialog = lazy(async () => ({ default: (await import('./AlertDialog.tsx')).AlertDialog }));
const AlertRulesDialog = lazy(async () => ({ default: (await import('./AlertRulesDialog.tsx')).AlertRulesDialog }));

const commands = ['acknowledge', 'resolve'] as const;
type AlertCommand = (typeof commands)[number];

const label = (name: string) => `dashboard.alerts.${name}`;

/** System alerts (spec 1 sections 2 and 4): open, acknowledged by an owner, resolved. */
export const SystemAlerts = () => {
  const translate = useTranslate();
  const mayAct = useMayOpenGrid();
  const [isResolved, setIsResolved] = useState(false);
  const [dialog, setDialog] = useState<{ command: AlertCommand; alert: SystemAlert }>();
  const query = useSystemAlerts(isResolved);
  const isEmpty = query.data?.length === 0;
  const emptyText = isResolved ? translate(label('noneResolved')) : noAlertsText;
  const tools = (
    <>
      {mayAct && (
        <DialogButton
          label="dashboard.rules.open"
          size="small"
          renderDialog={(close) => (
            <Suspense fallback={null}>
              <AlertRulesDialog onClose={close} />
            </Suspense>
          )}
        />
      )}
      <ToggleButtonGroup
        exclusive
        size="small"
        value={isResolved}
        aria-label={translate(label('which'))}
        onChange={(_event, value: boolean | null) => value !== null && setIsResolved(value)}
        sx={{ '& .MuiToggleButton-root': { color: 'text.primary', paddingY: 0.5 } }}
      >
        <ToggleButton value={false}>{translate(label('current'))}</ToggleButton>
        <ToggleButton value>{translate(label('resolved'))}</ToggleButton>
      </ToggleButtonGroup>
    </>
  );
  return (
    <Section title={translate(label('title'))} text={isEmpty ? emptyText : undefined} tools={tools}>
      <LocalList resource="alerts" rows={query.data} query={query} failedText={label('failed')}>
        <Paper variant="outlined">
          <RelatedTable label={label('title')}>
            <DataTable.Col<SystemAlert>
              source="name"
              label={label('name')}
              render={(alert) => <AlertName alert={alert} />}
            />
            <DataTable.Col source="createdAt" label={label('createdAt')} field={DateTimeField} />
            <DataTable.Col<SystemAlert>
              source="status"
              label={label('status')}
              render={({ status }) => <AlertStatusChip status={status} />}
            />
            <DataTable.Col<SystemAlert>
              source="alertType"
              label={label('type')}
              render={({ alertType }) => translate(label(`types.${alertType}`))}
            />
            <DataTable.Col<SystemAlert>
              source="state"
              label={label('state')}
              render={(alert) => <AlertState alert={alert} />}
            />
            {mayAct && (
              <DataTable.Col<SystemAlert>
                source="link"
                label={label('monitoring')}
                render={(alert) => <MonitoringLink alert={alert} />}
              />
            )}
            {mayAct && !isResolved && (
              <DataTable.Col<SystemAlert>
                source={actionsColumn}
                label="components.table.actions"
                render={(alert) => <AlertButtons alert={alert} onClick={(command) => setDialog({ command, alert })} />}
              />
            )}
          </RelatedTable>
        </Paper>
      </LocalList>
      <Suspense fallback={null}>
        {dialog && (
          <AlertDialog
            command={dialog.command}
            // A refresh may have changed the alert since the dialog was opened.
            alert={query.data?.find(({ id }) => id === dialog.alert.id) ?? dialog.alert}
            onClose={() => setDialog(undefined)}
          />
        )}
      </Suspense>
    </Section>
  );
};

const AlertName = ({ alert }: { alert: SystemAlert }) => {
  const { alertType, name, value, threshold } = alert;
  const measured = { value: measureText(alertType, value), threshold: measureText(alertType, threshold) };
  return (
    <>
      {name}
      <Box sx={{ fontSize: 12, fontWeight: 400, color: 'text.secondary' }}>
        {useTranslate()(label('measured'), measured)}
      </Box>
    </>
  );
};

const MonitoringLink = ({ alert }: { alert: SystemAlert }) => {
  const translate = useTranslate();
  return (
    <Link
      component={LinkBase}
      to={alertAddress(alert)}
      aria-label={translate(label('linkNamed'), { name: alert.name })}
    >
      {translate(label('link'))}
    </Link>
  );
};

const AlertButtons = ({ alert, onClick }: { alert: SystemAlert; onClick: (command: AlertCommand) => void }) => {
  const translate = useTranslate();
  const offered = commands.filter((command) => command === 'resolve' || alert.state === 'open');
  const titleOf = (command: AlertCommand) => translate(label(`${command}Title`), { name: alert.name });
  useReopened(titleOf('acknowledge'), alert.state === 'open' ? () => onClick('acknowledge') : undefined);
  useReopened(titleOf('resolve'), () => onClick('resolve'));
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end' }}>
      {offered.map((command) => (
        <Button
          key={command}
          size="small"
          aria-label={translate(label(`${command}Named`), { name: alert.name })}
          onClick={() => onClick(command)}
        >
          {translate(label(command))}
        </Button>
      ))}
    </Box>
  );
};

const levels = {
  danger: { icon: ErrorIcon, severity: 'bad' },
  warning: { icon: WarningAmber, severity: 'warning' },
  success: { icon: CheckCircle, severity: 'good' },
} as const;

/** Triggered gives danger, Warn gives warning, otherwise success (spec 1 section 4). */
export const AlertStatusChip = ({ status }: Pick<SystemAlert, 'status'>) => (
  <StateChip {...levels[alertLevel(status)]} label={label(`statuses.${status}`)} />
);

const states = {
  open: { icon: NotificationsActive, severity: 'plain' },
  acknowledged: { icon: PersonOutlined, severity: 'plain' },
  resolved: { icon: CheckCircle, severity: 'good' },
} as const;

/** State of the alert with its owner, the time of the last change and the note. */
const AlertState = ({ alert }: { alert: SystemAlert }) => {
  const translate = useTranslate();
  const { state, owner, note, acknowledgedAt, resolvedAt } = alert;
  const since = state === 'resolved' ? resolvedAt : acknowledgedAt;
  return (
    <>
      <StateChip {...states[state]} label={label(`states.${state}`)} />
      {owner && <Box sx={{ fontSize: 12 }}>{translate(label('ownedBy'), { owner })}</Box>}
      {since && (
        <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
          <DateTime value={since} />
        </Box>
      )}
      {note && <Box sx={{ fontSize: 12, overflowWrap: 'anywhere' }}>{note}</Box>}
    </>
  );
};
