import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import WarningAmber from '@mui/icons-material/WarningAmber';
import { useTranslate } from 'react-admin';
import type { ChannelHealth } from '../../shared/contract/diagnostics.ts';
import { StateChip } from '../components/StateChip.tsx';

const states = {
  Error: { icon: ErrorIcon, severity: 'bad' },
  Warn: { icon: WarningAmber, severity: 'warning' },
  OK: { icon: InfoOutlined, severity: 'info' },
} as const;

/** State of a channel as text and icon. */
export const ChannelStateChip = ({ state }: Pick<ChannelHealth, 'state'>) => {
  const translate = useTranslate();
  return <StateChip {...states[state]} label={translate(`dashboard.states.${state}`)} />;
};
