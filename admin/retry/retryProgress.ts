import type { RetryJob } from '../../shared/contract/retryjobs.ts';

/** Interval at which a job under way is requested again. */
export const pollMs = 2000;

/** Finished workflows of a job, whatever their result, in percent. */
export const percentOf = ({ total, completed, failed, skipped }: RetryJob): number =>
  total === 0 ? 100 : Math.round(((completed + failed + skipped) / total) * 100);

/** Whether the job may still change without an action of a user. */
export const isUnderWay = ({ state, retried }: RetryJob): boolean =>
  state === 'Running' || state === 'Paused' || retried > 0;

/** State of a job, for a Completed one the result of its workflows. */
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
