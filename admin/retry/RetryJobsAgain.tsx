import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { loadPageMessages } from '../i18n/i18nProvider.ts';
import { accessOf, mayCall } from '../providers/access.ts';
import { useApp } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

/** The first screen loads before the jobs. */
const afterFirstScreenMs = 1000;

/** Shows the retry jobs of the user that are under way in the task tray: one request after the start. */
export const RetryJobsAgain = ({ afterMs = afterFirstScreenMs }: { afterMs?: number }) => {
  const { tasks, profile } = useApp();
  const provider = useAppDataProvider();
  const queries = useQueryClient();
  useEffect(() => {
    if (!profile || !mayCall(accessOf('retryjobs', 'list'), profile.roles)) return undefined;
    const load = async () => {
      const [{ followRetryJobs, refreshRetried }] = await Promise.all([
        import('./followRetryJob.ts'),
        loadPageMessages(),
      ]);
      await followRetryJobs(tasks, provider, profile.userId, () => refreshRetried(queries));
    };
    // A background request: its failure appears in the list of retry jobs.
    const timer = setTimeout(() => void load().catch(() => undefined), afterMs);
    return () => clearTimeout(timer);
  }, [tasks, provider, queries, profile, afterMs]);
  return null;
};
