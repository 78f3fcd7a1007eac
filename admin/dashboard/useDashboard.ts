import { useProfile } from '../providers/appContext.ts';
import { accessOf, mayCall } from '../providers/access.ts';
import { useAnswer } from '../providers/useAnswer.ts';
import { dashboardRefreshMs, workerRefreshMs } from '../../shared/rules/diagnostics.ts';

/** Whether this person may open the grid, act on alerts and see their rules (spec 1 section 6). */
export const useMayOpenGrid = (): boolean => mayCall(accessOf('diagnostics', 'search'), useProfile().roles);

export const useMessageCounts = () =>
  useAnswer('diagnostics', 'messageCounts', {}, { refreshMs: dashboardRefreshMs, keepPrevious: true });

export const useSystemAlerts = (resolved: boolean) =>
  useAnswer(
    'diagnostics',
    'systemAlerts',
    { query: resolved ? { state: 'resolved' } : {} },
    { refreshMs: dashboardRefreshMs },
  );

export const useWorkers = () => useAnswer('diagnostics', 'worker', {}, { refreshMs: workerRefreshMs });

export const useTrafficStats = (hours: number) =>
  useAnswer('diagnostics', 'stats', { query: { hours } }, { refreshMs: workerRefreshMs, keepPrevious: true });
