import Add from '@mui/icons-material/Add';
import CallSplit from '@mui/icons-material/CallSplit';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/Edit';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import HelpOutline from '@mui/icons-material/HelpOutlineOutlined';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import Remove from '@mui/icons-material/Remove';
import SkipNext from '@mui/icons-material/SkipNext';
import PlayArrow from '@mui/icons-material/PlayArrowOutlined';
import { useTranslate } from 'react-admin';
import type { RowStatus } from '../../shared/bulk/journal.ts';
import type { Verdict } from '../../shared/bulk/plan.ts';
import { StateChip, type Severity } from '../components/StateChip.tsx';

const verdicts: Record<Verdict, readonly [icon: typeof Add, severity: Severity]> = {
  create: [Add, 'good'],
  update: [Edit, 'plain'],
  delete: [DeleteOutlined, 'bad'],
  do: [PlayArrow, 'plain'],
  unchanged: [Remove, 'plain'],
  conflict: [CallSplit, 'warning'],
};

const statuses: Record<RowStatus, readonly [icon: typeof Add, severity: Severity]> = {
  ok: [CheckCircle, 'good'],
  unchanged: [Remove, 'plain'],
  failed: [ErrorIcon, 'bad'],
  conflict: [CallSplit, 'warning'],
  unknown: [HelpOutline, 'warning'],
  skipped: [SkipNext, 'plain'],
  not_run: [HourglassEmpty, 'plain'],
};

/** What will be done with a row, as icon and word. */
export const VerdictState = ({ verdict }: { verdict: Verdict }) => {
  const [icon, severity] = verdicts[verdict];
  return <StateChip icon={icon} severity={severity} label={useTranslate()(`bulk.verdicts.${verdict}`)} />;
};

/** How a row ended, as icon and word. */
export const RowState = ({ status }: { status: RowStatus }) => {
  const [icon, severity] = statuses[status];
  return <StateChip icon={icon} severity={severity} label={useTranslate()(`bulk.statuses.${status}`)} />;
};
