import { useEffect } from 'react';
import { accessOf, mayCall } from '../providers/access.ts';
import { useApp } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';

/** The first screen comes before what went on in the background. */
const afterFirstScreenMs = 1000;

/** Asks once after the start, of whoever may run retry jobs, for those still under way; shows them in the task tray. */
export const RetryJobsAgain = ({ afterMs = afterFirstScreenMs }: { afterMs?: number }) => {
  const { tasks, profile } = useApp();
  const provider = useAppDataProvider();
  useEffect(() => {
    if (!profile || !mayCall(accessOf('retryjobs', 'list'), profile.roles)) return undefined;
    const ask = async () => {
      const { followAgain } = await import('./followAgain.ts');
      await followAgain(tasks, provider, profile.userId);
    };
    // Nobody asked: where it fails, the list of retry jobs says why.
    const timer = setTimeout(() => void ask().catch(() => undefined), afterMs);
    return () => clearTimeout(timer);
  }, [tasks, provider, profile, afterMs]);
  return null;
};
