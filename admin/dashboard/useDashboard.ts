import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useGetList } from 'react-admin';
import type { SystemAlert } from '../../shared/contract/exchangeSchemas.ts';
import { dashboardRefreshMs, workerRefreshMs } from '../../shared/rules/diagnostics.ts';
import { accessOf, mayCall } from '../providers/access.ts';
import { useProfile } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

/** Whether the user may open the grid, act on alerts and see their rules (spec 1 section 6). */
export const useMayOpenGrid = (): boolean => mayCall(accessOf('diagnostics', 'search'), useProfile().roles);

/** Requested again every so many ms; not while the tab is hidden, and at once when it is visible again. */
const refreshed = (refetchInterval: number) => ({ refetchInterval, refetchOnWindowFocus: 'always' as const });

export const useMessageCounts = () => {
  const provider = useAppDataProvider();
  return useQuery({
    queryKey: ['diagnostics', 'messageCounts'],
    queryFn: ({ signal }) => provider.call('diagnostics', 'messageCounts', {}, { signal }),
    ...refreshed(dashboardRefreshMs),
  });
};

export const useSystemAlerts = (isResolved: boolean) =>
  useGetList<SystemAlert>(
    'alerts',
    { pagination: { page: 1, perPage: 1000 }, filter: isResolved ? { state: 'resolved' } : {} },
    refreshed(dashboardRefreshMs),
  );

export const useWorkers = () => {
  const provider = useAppDataProvider();
  return useQuery({
    queryKey: ['diagnostics', 'worker'],
    queryFn: ({ signal }) => provider.call('diagnostics', 'worker', {}, { signal }),
    ...refreshed(workerRefreshMs),
  });
};

export const useTrafficStats = (hours: number) => {
  const provider = useAppDataProvider();
  return useQuery({
    queryKey: ['diagnostics', 'stats', hours],
    queryFn: ({ signal }) => provider.call('diagnostics', 'stats', { query: { hours } }, { signal }),
    placeholderData: keepPreviousData,
    ...refreshed(workerRefreshMs),
  });
};
