import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { rowStatuses } from '../../shared/bulk/journal.ts';
import { RowState } from './bulkStates.tsx';
import { number, timeWords } from './bulkWords.ts';
import { RunName } from './RunName.tsx';
import { StepHeading } from './StepHeading.tsx';
import type { Progress } from '../../shared/bulk/runTally.ts';

interface BulkRunningProps {
  run: string;
  total: number;
  progress: Progress | null;
  isStopping: boolean;
  onStop: () => void;
}

/** A run under way: rows done, how they ended, the rate, the time left, and the waits the server asked for. */
export const BulkRunning = ({ run, total, progress, isStopping, onStop }: BulkRunningProps) => {
  const translate = useTranslate();
  const done = progress ? progress.rows - progress.counts.not_run : 0;
  const timed = (ms: number) => {
    const { key, values } = timeWords(ms);
    return translate(key, values);
  };
  const details = [
    translate('bulk.running.progress', { done: number.format(done), total: number.format(total) }),
    ...(progress && progress.rate > 0
      ? [
          translate('bulk.running.rate', {
            rate: progress.rate < 10 ? progress.rate.toFixed(1) : Math.round(progress.rate),
          }),
        ]
      : []),
    ...(progress?.leftMs ? [translate('bulk.running.left', { time: timed(progress.leftMs) })] : []),
  ];
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
        {isStopping
          ? translate('bulk.running.stopping')
          : progress && progress.pausedMs > 0
            ? translate('bulk.running.paused', { time: timed(progress.pausedMs) })
            : ''}
      </Typography>
      <Button variant="outlined" aria-disabled={isStopping} onClick={() => !isStopping && onStop()}>
        {translate('bulk.running.stop')}
      </Button>
      <RunName run={run} />
      <Typography variant="body2" color="textSecondary">
        {translate('bulk.running.keep')}
      </Typography>
    </Box>
  );
};
