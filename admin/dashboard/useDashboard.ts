import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useGetList } from 'react-admin';
import type { CallInput } from '../../shared/contract/endpoint.ts';
import type { SystemAlert } from '../../shared/contract/exchangeSchemas.ts';
import { dashboardRefreshMs, workerRefreshMs } from '../../shared/rules/diagnostics.ts';
import { accessOf, mayCall } from '../providers/access.ts';
import { useProfile } from '../providers/appContext.ts';
import type { Api } from '../../shared/contract/api.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

/** Whether the user may open the grid, act on alerts and see their rules (spec 1 section 6). */
export const useMayOpenGrid = (): boolean => mayCall(accessOf('diagnostics', 'search'), useProfile().roles);

/** Requested again every so many ms; not while the tab is hidden, and at once when it is visible again. */
const refreshed = (refetchInterval: number) => ({ refetchInterval, refetchOnWindowFocus: 'always' as const });

type Counted = 'messageCounts' | 'worker' | 'stats';

/** A call of the diagnostics that is refreshed in an interval. */
const useDiagnostics = <Row extends Counted>(
  row: Row,
  input: CallInput<Api['diagnostics'][Row]>,
  intervalMs: number,
) => {
  const provider = useAppDataProvider();
  return useQuery({
    queryKey: ['diagnostics', row, input],
    queryFn: ({ signal }) => provider.diagnostics[row](input, { signal }),
    placeholderData: keepPreviousData,
    ...refreshed(intervalMs),
  });
};

export const useMessageCounts = () => useDiagnostics('messageCounts', {}, dashboardRefreshMs);

export const useWorkers = () => useDiagnostics('worker', {}, workerRefreshMs);

export const useTrafficStats = (hours: number) => useDiagnostics('stats', { query: { hours } }, workerRefreshMs);

export const useSystemAlerts = (isResolved: boolean) =>
  useGetList<SystemAlert>(
    'alerts',
    { pagination: { page: 1, perPage: 1000 }, filter: isResolved ? { state: 'resolved' } : {} },
    refreshed(dashboardRefreshMs),
  );
