import { useEffect, useState, useSyncExternalStore } from 'react';
import { useAppConfig, useProfile } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { type BulkDesk, createBulkJob } from './bulkJob.ts';

/** Who works here and over which client; asked for when a plan is made or applied. */
export const useBulkDesk = (): (() => Promise<BulkDesk>) => {
  const provider = useAppDataProvider();
  const { apiBaseUrl } = useAppConfig();
  const { userId, fullName, userName } = useProfile();
  return async () => ({
    client: await provider.bulkClient(),
    origin: new URL(apiBaseUrl === '' ? '/' : apiBaseUrl, window.location.origin).origin,
    person: { subject: userId, name: fullName.trim() || userName },
  });
};

/** The one job of a page; it is stopped when the page goes away. */
export const useBulkJob = () => {
  const [job] = useState(createBulkJob);
  const { state, error } = useSyncExternalStore(job.subscribe, job.snapshot);
  useEffect(() => () => job.stop(), [job]);
  return { job, state, error };
};
