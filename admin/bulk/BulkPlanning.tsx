import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { number, timeWords } from './bulkWords.ts';
import { StepHeading } from './StepHeading.tsx';

interface BulkPlanningProps {
  title: string;
  rows: number;
  total: number | null;
  note?: string;
  leftMs?: number | null;
  onStop: () => void;
}

/** Rows that are being looked at: how many of how many, and the way to stop it. */
export const BulkPlanning = ({ title, rows, total, note, leftMs = null, onStop }: BulkPlanningProps) => {
  const translate = useTranslate();
  const text = translate(total === null ? 'bulk.planning.progress' : 'bulk.planning.progressOf', {
    rows: number.format(rows),
    total: number.format(total ?? 0),
  });
  const time = leftMs === null ? null : timeWords(leftMs);
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
