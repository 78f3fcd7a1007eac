import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import PauseCircle from '@mui/icons-material/PauseCircleOutlined';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useId, useState } from 'react';
import type { AlertRule } from '../../shared/contract/exchangeSchemas.ts';
import { type RecordColumn, RecordTable } from '../components/RecordTable.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { useClosedByRoute } from '../components/useClosedByRoute.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { AlertRuleDialog } from './AlertRuleDialog.tsx';
import { AlertStatusChip } from './AlertChips.tsx';
import { QueryState } from './QueryState.tsx';
import { measureText, numberText } from './dashboardModel.ts';

/** The rules that raise alerts; each can be changed and switched off. */
export const AlertRulesDialog = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate();
  const titleId = useId();
  const provider = useAppDataProvider();
  const query = useQuery({
    queryKey: ['diagnostics', 'alertRules'],
    queryFn: ({ signal }) => provider.call('diagnostics', 'alertRules', {}, { signal }),
  });
  const [editing, setEditing] = useState<AlertRule>();
  useClosedByRoute(onClose);
  const actions = (rule: AlertRule) => (
    <Button
      size="small"
      aria-label={translate('dashboard.rules.editNamed', { name: rule.name })}
      onClick={() => setEditing(rule)}
    >
      {translate('dashboard.rules.edit')}
    </Button>
  );
  if (editing) return <AlertRuleDialog rule={editing} onClose={() => setEditing(undefined)} />;
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="lg">
      <DialogTitle id={titleId}>{translate('dashboard.rules.title')}</DialogTitle>
      <DialogContent dividers>
        <QueryState query={query} failed="dashboard.rules.failed" rows={5}>
          {({ items }) => (
            <RecordTable
              label="dashboard.rules.title"
              columns={columns}
              rows={items}
              rowId={({ id }) => id}
              actions={actions}
            />
          )}
        </QueryState>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('dashboard.rules.close')}</Button>
      </DialogActions>
    </Dialog>
  );
};

const Scope = ({ rule: { channel, direction } }: { rule: AlertRule }) => {
  const translate = useTranslate();
  return [channel ?? translate('dashboard.rules.everyChannel'), direction].filter(Boolean).join(', ');
};

const Switch = ({ rule: { isEnabled } }: { rule: AlertRule }) => {
  const translate = useTranslate();
  return isEnabled ? (
    <StateChip icon={CheckCircle} severity="good" label={translate('dashboard.rules.on')} />
  ) : (
    <StateChip icon={PauseCircle} label={translate('dashboard.rules.off')} />
  );
};

const AlertTypeName = ({ rule }: { rule: AlertRule }) => useTranslate()(`dashboard.alerts.types.${rule.alertType}`);

const columns: readonly RecordColumn<AlertRule>[] = [
  { name: 'name', label: 'dashboard.rules.name', render: ({ name }) => name },
  { name: 'type', label: 'dashboard.alerts.type', render: (rule) => <AlertTypeName rule={rule} /> },
  { name: 'scope', label: 'dashboard.rules.scope', render: (rule) => <Scope rule={rule} /> },
  {
    name: 'threshold',
    label: 'dashboard.rules.threshold',
    align: 'right',
    render: ({ alertType, threshold }) => measureText(alertType, threshold),
  },
  {
    name: 'windowMinutes',
    label: 'dashboard.rules.windowMinutes',
    align: 'right',
    render: ({ windowMinutes }) => numberText(windowMinutes),
  },
  {
    name: 'minimumMessages',
    label: 'dashboard.rules.minimumMessages',
    align: 'right',
    render: ({ minimumMessages }) => numberText(minimumMessages),
  },
  {
    name: 'severity',
    label: 'dashboard.rules.severity',
    render: ({ severity }) => <AlertStatusChip status={severity} />,
  },
  { name: 'isEnabled', label: 'dashboard.rules.isEnabled', render: (rule) => <Switch rule={rule} /> },
];
