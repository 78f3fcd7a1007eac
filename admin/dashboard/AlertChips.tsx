import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import NotificationsActive from '@mui/icons-material/NotificationsActiveOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import WarningAmber from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import type { SystemAlert } from '../../shared/contract/exchangeSchemas.ts';
import { alertLevel } from '../../shared/rules/alert.ts';
import { DateTime } from '../components/DateTime.tsx';
import { StateChip } from '../components/StateChip.tsx';

const levels = {
  danger: { icon: ErrorIcon, severity: 'bad' },
  warning: { icon: WarningAmber, severity: 'warning' },
  success: { icon: CheckCircle, severity: 'good' },
} as const;

/** Triggered gives danger, Warn gives warning, otherwise success (spec 1 section 4). */
export const AlertStatusChip = ({ status }: Pick<SystemAlert, 'status'>) => {
  const translate = useTranslate();
  return <StateChip {...levels[alertLevel(status)]} label={translate(`dashboard.alerts.statuses.${status}`)} />;
};

const states = {
  open: { icon: NotificationsActive, severity: 'plain' },
  acknowledged: { icon: PersonOutlined, severity: 'plain' },
  resolved: { icon: CheckCircle, severity: 'good' },
} as const;

/** State of the alert with its owner, the time of the last change and the note. */
export const AlertState = ({ alert }: { alert: SystemAlert }) => {
  const translate = useTranslate();
  const { state, owner, note, acknowledgedAt, resolvedAt } = alert;
  const since = state === 'resolved' ? resolvedAt : acknowledgedAt;
  return (
    <>
      <StateChip {...states[state]} label={translate(`dashboard.alerts.states.${state}`)} />
      {owner && <Box sx={{ fontSize: 12 }}>{translate('dashboard.alerts.ownedBy', { owner })}</Box>}
      {since && (
        <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
          <DateTime value={since} />
        </Box>
      )}
      {note && <Box sx={{ fontSize: 12, overflowWrap: 'anywhere' }}>{note}</Box>}
    </>
  );
};
