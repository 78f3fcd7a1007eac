import type { Progress } from '../../shared/bulk/running.ts';
import type { Context } from '../context.ts';
import { formatDuration } from '../durations.ts';
import { thousands } from '../../shared/rules/thousands.ts';
import { type ProgressStyle, startProgress } from '../output/progress.ts';

/** `1,204/5,000 ok 1,190 failed 9 unknown 1 skipped 4 - 6.1/s - ETA 10m 20s`. */
export const progressText = ({ rows, counts, rate, leftMs, pausedMs }: Progress): string => {
  const { not_run: left, ...reached } = counts;
  const parts = Object.entries(reached)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${status} ${thousands(count)}`);
  const pace = rate === 0 ? [] : [`${rate.toFixed(1)}/s`];
  const time = leftMs === null || leftMs < 1000 ? [] : [`ETA ${formatDuration(leftMs)}`];
  const pause = pausedMs > 0 ? [`paused ${formatDuration(pausedMs)}: server asked`] : [];
  const head = [`${thousands(rows - left)}/${thousands(rows)}`, ...parts].join(' ');
  return [head, ...pace, ...(pause.length > 0 ? pause : time)].join(' - ');
};

/** Shows how a run goes on, as --progress says. */
export const runProgress = (context: Context, run: string, style: ProgressStyle | undefined) => {
  const line = startProgress(context, style);
  return {
    tell: (progress: Progress) => line.update(progressText(progress), { run, ...progress }),
    end: () => line.end(),
  };
};
