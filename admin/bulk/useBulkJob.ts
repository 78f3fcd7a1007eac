import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApp, useAppConfig, useProfile } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { type BulkContext, type BulkJob, createBulkJob, lacksSession } from './bulkJob.ts';

/**
 * Who works here and over which client; asked for when a plan is made or applied. A job that met the end of the session takes up the
 * one the person began in another tab; where there is none, the next call says so.
 */
export const useBulkContext = (): ((job: BulkJob) => Promise<BulkContext>) => {
  const { session } = useApp();
  const provider = useAppDataProvider();
  const { apiBaseUrl } = useAppConfig();
  const { userId, fullName, userName } = useProfile();
  return async (job) => {
    if (lacksSession(job.snapshot())) await session.renew().catch(() => undefined);
    return {
      client: await provider.bulkClient(),
      origin: new URL(apiBaseUrl === '' ? '/' : apiBaseUrl, window.location.origin).origin,
      person: { subject: userId, name: fullName.trim() || userName },
    };
  };
};

/** The one job of a page; it is stopped when the page goes away. */
export const useBulkJob = () => {
  const [job] = useState(createBulkJob);
  const { state, error } = useSyncExternalStore(job.subscribe, job.snapshot);
  useEffect(() => () => job.stop(), [job]);
  return { job, state, error };
};
