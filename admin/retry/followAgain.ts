import type { AppDataProvider } from '../providers/dataProvider.ts';
import type { TaskStore } from '../tasks/taskStore.ts';
import { followRetryJob } from './followRetryJob.ts';
import { isUnderWay } from './retryProgress.ts';

/** Those under way are among the newest; each row makes the server count its workflows. */
const newest = { pageNumber: 1, pageSize: 10 };

/** Shows the retry jobs of the user that are under way: a reload empties the tray. */
export const followAgain = async (
  tasks: TaskStore,
  provider: Pick<AppDataProvider, 'call'>,
  userId: string,
): Promise<void> => {
  const { items } = await provider.call('retryjobs', 'list', { query: newest });
  const own = items.filter((job) => isUnderWay(job) && job.createdById === userId);
  for (const job of own.toReversed()) followRetryJob(tasks, provider, job);
};
