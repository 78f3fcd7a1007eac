import { useQueryClient } from '@tanstack/react-query';
import { useStoreContext } from 'react-admin';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type AppContextValue, useApp, useAppConfig, useProfile } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { type BulkJob, type BulkRuns, createBulkRuns } from './bulkRuns.ts';

/** Created with the first page that needs them: the first load is without them. */
const runsOf = new WeakMap<AppContextValue, BulkRuns>();

export const useBulkRuns = (): BulkRuns => {
  const app = useApp();
  const provider = useAppDataProvider();
  const { apiBaseUrl } = useAppConfig();
  const { userId, fullName, userName } = useProfile();
  const store = useStoreContext();
  const queryClient = useQueryClient();
  const known = runsOf.get(app);
  if (known) return known;
  const runs = createBulkRuns({
    client: () => provider.bulkClient(),
    author: {
      origin: new URL(apiBaseUrl === '' ? '/' : apiBaseUrl, window.location.origin).origin,
      user: { subject: userId, name: fullName.trim() || userName },
    },
    renew: () => app.session.renew(),
    tasks: app.tasks,
    store,
    queryClient,
  });
  runsOf.set(app, runs);
  return runs;
};

/** A known or a new job, and its state. A run that is in progress when the page is left continues in the task tray. */
export const useBulkJob = (known?: BulkJob) => {
  const runs = useBulkRuns();
  const [job] = useState(() => known ?? runs.open());
  const snapshot = useSyncExternalStore(job.subscribe, job.snapshot);
  useEffect(() => {
    job.show();
    return () => job.hide();
  }, [job]);
  return { job, ...snapshot };
};
