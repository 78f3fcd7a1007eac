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
import { EmptyState } from '../components/EmptyState.tsx';
import { Moment } from '../components/Moment.tsx';
import { type RecordColumn, RecordTable } from '../components/RecordTable.tsx';
import { AlertLife, AlertStatusChip } from './AlertChips.tsx';
import { Asked } from './Asked.tsx';
import { alertAddress, measureText } from './dashboardModel.ts';
import { Section } from './Section.tsx';
import { useMayOpenGrid, useSystemAlerts } from './useDashboard.ts';

const AlertDialog = lazy(async () => ({ default: (await import('./AlertDialog.tsx')).AlertDialog }));
const AlertRulesDialog = lazy(async () => ({ default: (await import('./AlertRulesDialog.tsx')).AlertRulesDialog }));

const deeds = ['acknowledge', 'resolve'] as const;
type Deed = (typeof deeds)[number];

/** System alerts (spec 1 sections 2 and 4) with their life: open, taken over by somebody, resolved. */
export const SystemAlerts = () => {
  const translate = useTranslate();
  const mayAct = useMayOpenGrid();
  const [resolved, setResolved] = useState(false);
  const [asking, setAsking] = useState<{ deed: Deed; alert: SystemAlert }>();
  const [rules, setRules] = useState(false);
  const asked = useSystemAlerts(resolved);
  const title = translate('dashboard.alerts.title');
  const actions = (alert: SystemAlert) => (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end' }}>
      {deeds.map((deed) => {
        const isOffered = deed === 'resolve' || alert.state === 'open';
        return isOffered && <ActButton key={deed} deed={deed} alert={alert} onAsk={() => setAsking({ deed, alert })} />;
      })}
    </Box>
  );
  const tools = (
    <>
      {mayAct && (
        <Button size="small" onClick={() => setRules(true)}>
          {translate('dashboard.rules.open')}
        </Button>
      )}
      <ToggleButtonGroup
        exclusive
        size="small"
        value={resolved}
        aria-label={translate('dashboard.alerts.which')}
        onChange={(_event, value: boolean | null) => value !== null && setResolved(value)}
        sx={{ '& .MuiToggleButton-root': { color: 'text.primary', paddingY: 0.5 } }}
      >
        <ToggleButton value={false}>{translate('dashboard.alerts.current')}</ToggleButton>
        <ToggleButton value>{translate('dashboard.alerts.resolved')}</ToggleButton>
      </ToggleButtonGroup>
    </>
  );
  return (
    <Section title={title} tools={tools}>
      <Paper variant="outlined">
        <Asked asked={asked} failed="dashboard.alerts.failed" rows={2}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState text={resolved ? translate('dashboard.alerts.noneResolved') : noAlertsText} />
            ) : (
              <RecordTable
                label={title}
                columns={mayAct ? [...columns, monitoring] : columns}
                rows={items}
                rowId={({ id }) => id}
                {...(mayAct && !resolved && { actions })}
              />
            )
          }
        </Asked>
      </Paper>
      <Suspense fallback={null}>
        {asking && (
          <AlertDialog
            deed={asking.deed}
            // The rule may have measured anew since the dialog was opened.
            alert={asked.data?.items.find(({ id }) => id === asking.alert.id) ?? asking.alert}
            onClose={() => setAsking(undefined)}
          />
        )}
        {rules && <AlertRulesDialog onClose={() => setRules(false)} />}
      </Suspense>
    </Section>
  );
};

interface ActButtonProps {
  deed: Deed;
  alert: SystemAlert;
  onAsk: () => void;
}

const ActButton = ({ deed, alert, onAsk }: ActButtonProps) => {
  const translate = useTranslate();
  return (
    <Button size="small" aria-label={translate(`dashboard.alerts.${deed}Named`, { name: alert.name })} onClick={onAsk}>
      {translate(`dashboard.alerts.${deed}`)}
    </Button>
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
  { name: 'createdAt', label: 'dashboard.alerts.createdAt', render: ({ createdAt }) => <Moment value={createdAt} /> },
  { name: 'status', label: 'dashboard.alerts.status', render: ({ status }) => <AlertStatusChip status={status} /> },
  { name: 'type', label: 'dashboard.alerts.type', render: (alert) => <AlertType alert={alert} /> },
  { name: 'life', label: 'dashboard.alerts.life', render: (alert) => <AlertLife alert={alert} /> },
];
/** Only for those who may open what it leads to. */
const monitoring: RecordColumn<SystemAlert> = {
  name: 'link',
  label: 'dashboard.alerts.monitoring',
  render: (alert) => <MonitoringLink alert={alert} />,
};
