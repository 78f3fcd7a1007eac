import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Pause from '@mui/icons-material/PauseCircleOutlined';
import Schedule from '@mui/icons-material/Schedule';
import Sync from '@mui/icons-material/Sync';
import Warning from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { useTranslate } from 'react-admin';
import type { RetryJob, RetryJobItem } from '../../shared/contract/retryjobs.ts';
import { StateChip } from '../components/StateChip.tsx';
import { countsOf, isUnderWay, outcomeOf, percentOf } from './retryProgress.ts';

const jobIcons = {
  Running: { icon: Sync, severity: 'plain' },
  Paused: { icon: Pause, severity: 'warning' },
  Canceled: { icon: Block, severity: 'plain' },
  Completed: { icon: CheckCircle, severity: 'good' },
  SomeFailed: { icon: Warning, severity: 'warning' },
  Failed: { icon: ErrorOutlined, severity: 'bad' },
  Skipped: { icon: Block, severity: 'warning' },
} as const;

const itemIcons = {
  Pending: { icon: Schedule, severity: 'plain' },
  Retried: { icon: Sync, severity: 'plain' },
  Completed: { icon: CheckCircle, severity: 'good' },
  Failed: { icon: ErrorOutlined, severity: 'bad' },
  Skipped: { icon: Block, severity: 'warning' },
} as const;

/** State of a job, or its outcome. */
export const RetryJobState = ({ job }: { job: RetryJob }) => {
  const outcome = outcomeOf(job);
  return <StateChip {...jobIcons[outcome]} label={`retry.jobs.outcomes.${outcome}`} />;
};

export const RetryItemStatus = ({ status }: Pick<RetryJobItem, 'status'>) => (
  <StateChip {...itemIcons[status]} label={`retry.jobs.statuses.${status}`} />
);

/** Progress of a job as text, and as a bar while it runs: the full bar of an ended one would look like success. */
export const RetryJobProgress = ({ job }: { job: RetryJob }) => {
  const translate = useTranslate();
  return (
    <Box sx={{ minWidth: 140 }}>
      {translate('retry.jobs.counts', countsOf(job))}
      {isUnderWay(job) && (
        <LinearProgress
          variant="determinate"
          value={percentOf(job)}
          aria-label={translate('retry.jobs.progress')}
          sx={{ marginTop: 0.5 }}
        />
      )}
    </Box>
  );
};
