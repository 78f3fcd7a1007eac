import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { LinkBase, useTranslate } from 'react-admin';
import { lazy, Suspense, useState } from 'react';
import type { SystemAlert } from '../../shared/contract/exchangeSchemas.ts';
import { noAlertsText } from '../../shared/rules/alert.ts';
import { DateTime } from '../components/DateTime.tsx';
import { type RecordColumn, RecordTable } from '../components/RecordTable.tsx';
import { AlertLife, AlertStatusChip } from './AlertChips.tsx';
import { alertAddress, measureText } from './dashboardModel.ts';
import { QueryState } from './QueryState.tsx';
import { Section } from './Section.tsx';
import { useMayOpenGrid, useSystemAlerts } from './useDashboard.ts';

const AlertDialog = lazy(async () => ({ default: (await import('./AlertDialog.tsx')).AlertDialog }));
const AlertRulesDialog = lazy(async () => ({ default: (await import('./AlertRulesDialog.tsx')).AlertRulesDialog }));

const commands = ['acknowledge', 'resolve'] as const;
type AlertCommand = (typeof commands)[number];

/** System alerts (spec 1 sections 2 and 4): open, acknowledged by an owner, resolved. */
export const SystemAlerts = () => {
  const translate = useTranslate();
  const mayAct = useMayOpenGrid();
  const [isResolved, setIsResolved] = useState(false);
  const [dialog, setDialog] = useState<{ command: AlertCommand; alert: SystemAlert }>();
  const [isEditingRules, setIsEditingRules] = useState(false);
  const query = useSystemAlerts(isResolved);
  const title = translate('dashboard.alerts.title');
  const actions = (alert: SystemAlert) => (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end' }}>
      {commands
        .filter((command) => command === 'resolve' || alert.state === 'open')
        .map((command) => (
          <Button
            key={command}
            size="small"
            aria-label={translate(`dashboard.alerts.${command}Named`, { name: alert.name })}
            onClick={() => setDialog({ command, alert })}
          >
            {translate(`dashboard.alerts.${command}`)}
          </Button>
        ))}
    </Box>
  );
  const isEmpty = query.data?.length === 0;
  const emptyText = isResolved ? translate('dashboard.alerts.noneResolved') : noAlertsText;
  const tools = (
    <>
      {mayAct && (
        <Button size="small" onClick={() => setIsEditingRules(true)}>
          {translate('dashboard.rules.open')}
        </Button>
      )}
      <ToggleButtonGroup
        exclusive
        size="small"
        value={isResolved}
        aria-label={translate('dashboard.alerts.which')}
        onChange={(_event, value: boolean | null) => value !== null && setIsResolved(value)}
        sx={{ '& .MuiToggleButton-root': { color: 'text.primary', paddingY: 0.5 } }}
      >
        <ToggleButton value={false}>{translate('dashboard.alerts.current')}</ToggleButton>
        <ToggleButton value>{translate('dashboard.alerts.resolved')}</ToggleButton>
      </ToggleButtonGroup>
    </>
  );
  return (
    <Section title={title} text={isEmpty ? emptyText : undefined} tools={tools}>
      <QueryState query={query} failed="dashboard.alerts.failed" rows={1}>
        {(alerts) =>
          alerts.length > 0 && (
            <Paper variant="outlined">
              <RecordTable
                label={title}
                columns={mayAct ? [...columns, monitoring] : columns}
                rows={alerts}
                rowId={({ id }) => id}
                {...(mayAct && !isResolved && { actions })}
              />
            </Paper>
          )
        }
      </QueryState>
      <Suspense fallback={null}>
        {dialog && (
          <AlertDialog
            command={dialog.command}
            // A refresh may have changed the alert since the dialog was opened.
            alert={query.data?.find(({ id }) => id === dialog.alert.id) ?? dialog.alert}
            onClose={() => setDialog(undefined)}
          />
        )}
        {isEditingRules && <AlertRulesDialog onClose={() => setIsEditingRules(false)} />}
      </Suspense>
    </Section>
  );
};

const AlertName = ({ alert }: { alert: SystemAlert }) => {
  const translate = useTranslate();
  const { alertType, name, value, threshold } = alert;
  const measured = { value: measureText(alertType, value), threshold: measureText(alertType, threshold) };
  return (
    <>
      {name}
      <Box sx={{ fontSize: 12, fontWeight: 400, color: 'text.secondary' }}>
        {translate('dashboard.alerts.measured', measured)}
      </Box>
    </>
  );
};

const AlertType = ({ alert }: { alert: SystemAlert }) => {
  const translate = useTranslate();
  return translate(`dashboard.alerts.types.${alert.alertType}`);
};

const MonitoringLink = ({ alert }: { alert: SystemAlert }) => {
  const translate = useTranslate();
  return (
    <Link
      component={LinkBase}
      to={alertAddress(alert)}
      aria-label={translate('dashboard.alerts.linkNamed', { name: alert.name })}
    >
      {translate('dashboard.alerts.link')}
    </Link>
  );
};

const columns: readonly RecordColumn<SystemAlert>[] = [
  { name: 'name', label: 'dashboard.alerts.name', render: (alert) => <AlertName alert={alert} /> },
  { name: 'createdAt', label: 'dashboard.alerts.createdAt', render: ({ createdAt }) => <DateTime value={createdAt} /> },
  { name: 'status', label: 'dashboard.alerts.status', render: ({ status }) => <AlertStatusChip status={status} /> },
  { name: 'type', label: 'dashboard.alerts.type', render: (alert) => <AlertType alert={alert} /> },
  { name: 'life', label: 'dashboard.alerts.life', render: (alert) => <AlertLife alert={alert} /> },
];
/** Only for roles that may open the grid. */
const monitoring: RecordColumn<SystemAlert> = {
  name: 'link',
  label: 'dashboard.alerts.monitoring',
  render: (alert) => <MonitoringLink alert={alert} />,
};
