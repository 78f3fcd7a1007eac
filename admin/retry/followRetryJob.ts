import type { QueryClient } from '@tanstack/react-query';
import type { RetryJob } from '../../shared/contract/retryjobs.ts';
import { serverMessages } from '../components/serverError.ts';
import type { AppDataProvider } from '../providers/dataProvider.ts';
import type { Outcome, TaskStore } from '../tasks/taskStore.ts';
import { retryJobAddress } from './retryJobAddress.ts';
import { countsOf, isUnderWay, outcomeOf, percentOf, pollMs, type RetryOutcome } from './retryProgress.ts';

const severities: { readonly [outcome in RetryOutcome]?: Outcome } = {
  Failed: 'bad',
  SomeFailed: 'warning',
  Skipped: 'warning',
};

/** Pages that are open show what an ended retry job has changed. */
export const refreshRetried = (queries: QueryClient): void => {
  for (const queryKey of [['workflows'], ['messages'], ['events'], ['retryjobs'], ['inspector', 'workflow']])
    void queries.invalidateQueries({ queryKey });
};

interface Following {
  readonly everyMs?: number;
  /** The job has ended: lists of workflows and messages are outdated. */
  readonly onEnd?: (() => void) | undefined;
}

/**
 * Shows a retry job in the task tray until it has ended. The job runs on the server: the tray only follows it, and closing the tab
 * stops nothing.
 */
export const followRetryJob = (
  tasks: TaskStore,
  provider: Pick<AppDataProvider, 'retryjobs'>,
  job: RetryJob,
  { everyMs = pollMs, onEnd }: Following = {},
): void => {
  // The list may return the job before the response that created it has been read.
  if (tasks.list().some(({ elsewhere }) => elsewhere?.id === job.id)) return;
  const params = { id: job.id };
  const id = tasks.begin('retry.task.title', {
    cancel: () => void provider.retryjobs.cancel({ params }).then(show, failed),
    again: () => followRetryJob(tasks, provider, job, { everyMs, onEnd }),
  });
  const failed = (error: unknown) => tasks.change(id, { state: 'failed', problem: serverMessages(error).join(' ') });
  const show = (now: RetryJob) => {
    const outcome = outcomeOf(now);
    const state = isUnderWay(now) ? 'running' : outcome === 'Canceled' ? 'canceled' : 'done';
    const key = `retry.task.${outcome}`;
    const severity = severities[outcome] ?? 'good';
    tasks.change(id, {
      state,
      link: retryJobAddress(now.id),
      elsewhere: { id: now.id, key, values: countsOf(now), percent: percentOf(now), severity },
    });
    if (state !== 'running') onEnd?.();
  };
  const poll = async () => {
    // Dismissed or ended: the tray no longer displays it.
    if (tasks.list().find((task) => task.id === id)?.state !== 'running') return;
    try {
      show(await provider.retryjobs.get({ params }));
      setTimeout(() => void poll(), everyMs);
    } catch (error) {
      failed(error);
    }
  };
  show(job);
  setTimeout(() => void poll(), everyMs);
};

/** Jobs under way are among the newest; the server counts the workflows of each row. */
const newest = { pageNumber: 1, pageSize: 10 };

/** Shows the retry jobs of the user that are under way: a reload empties the tray. */
export const followRetryJobs = async (
  tasks: TaskStore,
  provider: Pick<AppDataProvider, 'retryjobs'>,
  userId: string,
  onEnd: () => void,
): Promise<void> => {
  const { items } = await provider.retryjobs.list({ query: newest });
  const own = items.filter((job) => isUnderWay(job) && job.createdById === userId);
  for (const job of own.toReversed()) followRetryJob(tasks, provider, job, { onEnd });
};
