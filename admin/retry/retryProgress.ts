import type { RetryJob } from '../../shared/contract/retryjobs.ts';

/** Interval at which a job under way is requested again. */
export const pollMs = 2000;

/** How many of a job's workflows have come to an end, whichever, in percent. */
export const percentOf = ({ total, completed, failed, skipped }: RetryJob): number =>
  total === 0 ? 100 : Math.round(((completed + failed + skipped) / total) * 100);

/** Whether anything about the job may still change by itself. */
export const isUnderWay = ({ state, retried }: RetryJob): boolean =>
  state === 'Running' || state === 'Paused' || retried > 0;

/** Where a job stands and, when it has ended by itself, what came of it: that it has gone through all says nothing of that. */
export type RetryOutcome = RetryJob['state'] | 'SomeFailed' | 'Failed' | 'Skipped';
export const outcomeOf = ({ state, completed, failed, skipped }: RetryJob): RetryOutcome => {
  if (state !== 'Completed') return state;
  if (failed > 0) return completed > 0 ? 'SomeFailed' : 'Failed';
  return completed === 0 && skipped > 0 ? 'Skipped' : 'Completed';
};

const number = new Intl.NumberFormat('en-US');

/** Counts of a job for its texts. */
export const countsOf = (job: RetryJob) => ({
  completed: number.format(job.completed),
  total: number.format(job.total),
  failed: number.format(job.failed),
  skipped: number.format(job.skipped),
});
