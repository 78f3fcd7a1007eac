import Archive from '@mui/icons-material/ArchiveOutlined';
import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Drafts from '@mui/icons-material/DraftsOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import HelpOutlined from '@mui/icons-material/HelpOutlined';
import MarkEmailRead from '@mui/icons-material/MarkEmailReadOutlined';
import Pause from '@mui/icons-material/PauseCircleOutlined';
import Replay from '@mui/icons-material/Replay';
import Schedule from '@mui/icons-material/Schedule';
import Sync from '@mui/icons-material/Sync';
import type SvgIcon from '@mui/material/SvgIcon';
import { useFieldValue } from 'react-admin';
import { StateChip, type Severity } from './StateChip.tsx';

type StatusIcon = readonly [icon: typeof SvgIcon, severity: Severity];

/** Icons of the statuses of messages, workflows, steps, deliveries and notifications. */
const icons: Readonly<Record<string, StatusIcon>> = {
  Completed: [CheckCircle, 'good'],
  Delivered: [CheckCircle, 'good'],
  Processed: [CheckCircle, 'good'],
  Sent: [CheckCircle, 'good'],
  Available: [CheckCircle, 'good'],
  Received: [MarkEmailRead, 'plain'],
  Pending: [Schedule, 'plain'],
  'In Progress': [Sync, 'info'],
  Processing: [Sync, 'plain'],
  Sending: [Sync, 'plain'],
  Retrying: [Replay, 'warning'],
  Retry: [Replay, 'warning'],
  Failed: [ErrorOutlined, 'bad'],
  Unknown: [HelpOutlined, 'warning'],
  Suspended: [Pause, 'warning'],
  Canceled: [Block, 'plain'],
  Deleted: [Block, 'plain'],
  Removed: [Block, 'plain'],
  Saved: [Drafts, 'plain'],
};
const defaultIcon: StatusIcon = [Archive, 'plain'];

/** A status as text of the specification and icon. */
export const StatusChip = ({ status }: { status: string }) => {
  const [icon, severity] = icons[status] ?? defaultIcon;
  return <StateChip icon={icon} severity={severity} label={status} />;
};

/** The status at `source` of the record, as a field of react-admin. */
export const StatusField = ({ source }: { source: string }) => {
  const status = useFieldValue({ source }) as string | undefined;
  return status === undefined ? null : <StatusChip status={status} />;
};
