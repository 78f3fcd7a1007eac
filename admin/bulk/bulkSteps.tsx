import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { LinkBase, useTranslate } from 'react-admin';
import { type ReactNode, useEffect, useRef } from 'react';
import { rowStatuses } from '../../shared/bulk/journal.ts';
import { BulkError } from '../../shared/bulk/problems.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import type { JobState } from './bulkProtocol.ts';
import { RowState } from './bulkStates.tsx';
import { number, timeText } from './bulkTexts.ts';

/** Heading of a step. It gets the focus when the step replaces another one, whose buttons are gone. */
export const StepHeading = ({ children }: { children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <Typography
      ref={heading}
      variant="h6"
      component="h2"
      tabIndex={-1}
      sx={{ outline: 'none', overflowWrap: 'anywhere' }}
    >
      {children}
    </Typography>
  );
};

interface BulkFailureProps {
  title: string;
  error: unknown;
  onRetry?: () => void;
}

/** Error of a file, a plan or a run: our own text with its hint, or the response of the server. */
export const BulkFailure = ({ title, error, onRetry }: BulkFailureProps) => {
  const translate = useTranslate();
  if (!(error instanceof BulkError)) return <ErrorState title={title} error={error} {...(onRetry && { onRetry })} />;
  return (
    <Alert severity="error" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      <strong>{title}</strong>
      <div>{error.message}</div>
      <div>{translate('bulk.hint', { hint: error.hint })}</div>
    </Alert>
  );
};

interface BulkPlanningProps {
  title: string;
  rows: number;
  total: number | null;
  note?: string;
  leftMs?: number | null;
  onStop: () => void;
}

/** Progress of reading rows, with a button to stop it. */
export const BulkPlanning = ({ title, rows, total, note, leftMs = null, onStop }: BulkPlanningProps) => {
  const translate = useTranslate();
  const text = translate(total === null ? 'bulk.planning.progress' : 'bulk.planning.progressOf', {
    rows: number.format(rows),
    total: number.format(total ?? 0),
  });
  const time = leftMs === null ? null : timeText(leftMs);
  const left = time ? [translate('bulk.running.left', { time: translate(time.key, time.values) })] : [];
  return (
    <Box component="section" sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, alignItems: 'flex-start' }}>
      <StepHeading>{title}</StepHeading>
      <LinearProgress
        aria-label={title}
        sx={{ width: '100%' }}
        {...(total ? { variant: 'determinate', value: Math.min(100, (rows / total) * 100) } : {})}
      />
      <Typography color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {[text, ...left, ...(note === undefined ? [] : [note])].join(' · ')}
      </Typography>
      <Button variant="outlined" onClick={onStop}>
        {translate('bulk.planning.stop')}
      </Button>
    </Box>
  );
};

interface BulkRunningProps {
  state: Extract<JobState, { step: 'running' }>;
  onStop: () => void;
}

/** A run in progress: completed rows by status, rate, time left, and the waits that the server requested. */
export const BulkRunning = ({ state: { plan, progress, isStopping }, onStop }: BulkRunningProps) => {
  const translate = useTranslate();
  const total = plan.foot.rows;
  const done = progress ? progress.rows - progress.counts.not_run : 0;
  const timed = (ms: number) => {
    const { key, values } = timeText(ms);
    return translate(key, values);
  };
  const rateText = (rate: number) =>
    translate('bulk.running.rate', { rate: rate < 10 ? rate.toFixed(1) : Math.round(rate) });
  const details = [
    translate('bulk.running.progress', { done: number.format(done), total: number.format(total) }),
    ...(progress && progress.rate > 0 ? [rateText(progress.rate)] : []),
    ...(progress?.leftMs ? [translate('bulk.running.left', { time: timed(progress.leftMs) })] : []),
  ];
  const pausedText =
    progress && progress.pausedMs > 0 ? translate('bulk.running.paused', { time: timed(progress.pausedMs) }) : '';
  return (
    <Box component="section" sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, alignItems: 'flex-start' }}>
      <StepHeading>{translate('bulk.running.title')}</StepHeading>
      <LinearProgress
        aria-label={translate('bulk.running.title')}
        variant="determinate"
        value={total === 0 ? 100 : Math.min(100, (done / total) * 100)}
        sx={{ width: '100%' }}
      />
      <Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>{details.join(' · ')}</Typography>
      {progress && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
          {rowStatuses
            .filter((status) => status !== 'not_run' && progress.counts[status] > 0)
            .map((status) => (
              <Box key={status} sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
                <RowState status={status} /> {number.format(progress.counts[status])}
              </Box>
            ))}
        </Box>
      )}
      <Typography component="output" color="textSecondary">
        {isStopping ? translate('bulk.running.stopping') : pausedText}
      </Typography>
      <Button variant="outlined" aria-disabled={isStopping} onClick={() => !isStopping && onStop()}>
        {translate('bulk.running.stop')}
      </Button>
      <RunName run={plan.run} />
      <Typography variant="body2" color="textSecondary">
        {translate('bulk.running.background')}
      </Typography>
    </Box>
  );
};

/** Id of the run, and a link to its audit trail: in a new tab, so that results and undo stay in this one. */
export const RunName = ({ run }: { run: string }) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <span>
        {`${translate('bulk.run.label')} `}
        <code>{run}</code>
      </span>
      <CopyButton text={run} label="bulk.run.copy" />
      <Link component={LinkBase} to={`/admin/audit?runId=${encodeURIComponent(run)}`} target="_blank" rel="noopener">
        {translate('bulk.run.audit')}
      </Link>
    </Box>
  );
};
