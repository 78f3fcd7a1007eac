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
import { StateChip, type Severity } from './StateChip.tsx';

type Sign = readonly [icon: typeof SvgIcon, severity: Severity];

/** Statuses of messages, workflows, steps, deliveries and notifications as word and icon; a new word is shown without a claim. */
const signs: Readonly<Record<string, Sign>> = {
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
const other: Sign = [Archive, 'plain'];

/** A status in the words of the specification, with its icon. */
export const StatusChip = ({ status }: { status: string }) => {
  const [icon, severity] = signs[status] ?? other;
  return <StateChip icon={icon} severity={severity} label={status} />;
};
