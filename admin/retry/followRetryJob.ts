import type { RetryJob } from '../../shared/contract/retryjobs.ts';
import { serverWords } from '../components/serverError.ts';
import type { AppDataProvider } from '../providers/dataProvider.ts';
import type { Outcome, TaskStore } from '../tasks/taskStore.ts';
import { countsOf, isUnderWay, outcomeOf, percentOf, type RetryOutcome } from './retryProgress.ts';

/** How often the server is asked how far a job is. */
const askEveryMs = 2000;

const tones: { readonly [outcome in RetryOutcome]?: Outcome } = {
  Failed: 'bad',
  SomeFailed: 'warning',
  Skipped: 'warning',
};

/**
 * Shows a retry job in the task tray until it has ended. The job runs on the server: the tray only follows it, and closing the tab
 * stops nothing.
 */
export const followRetryJob = (
  tasks: TaskStore,
  provider: Pick<AppDataProvider, 'call'>,
  job: RetryJob,
  everyMs: number = askEveryMs,
): void => {
  // It may be found under way while the answer that began it is still being read.
  if (tasks.list().some(({ elsewhere }) => elsewhere?.id === job.id)) return;
  const params = { id: job.id };
  const id = tasks.begin('retry.task.title', {
    cancel: () => void provider.call('retryjobs', 'cancel', { params }).then(show, failed),
    again: () => followRetryJob(tasks, provider, job, everyMs),
  });
  const failed = (error: unknown) => tasks.change(id, { state: 'failed', problem: serverWords(error).join(' ') });
  const show = (now: RetryJob) => {
    const outcome = outcomeOf(now);
    const state = isUnderWay(now) ? 'running' : outcome === 'Canceled' ? 'canceled' : 'done';
    const key = `retry.task.${outcome}`;
    const tone = tones[outcome] ?? 'good';
    tasks.change(id, { state, elsewhere: { id: now.id, key, values: countsOf(now), percent: percentOf(now), tone } });
  };
  const ask = async () => {
    // Dismissed or ended: nobody looks any more.
    if (tasks.list().find((task) => task.id === id)?.state !== 'running') return;
    try {
      show(await provider.call('retryjobs', 'get', { params }));
      setTimeout(() => void ask(), everyMs);
    } catch (error) {
      failed(error);
    }
  };
  show(job);
  setTimeout(() => void ask(), everyMs);
};
