import { useStoreContext } from 'react-admin';
import { useEffect } from 'react';
import { loadPageMessages } from '../i18n/i18nProvider.ts';
import { accessOf, mayCall } from '../providers/access.ts';
import { useApp } from '../providers/appContext.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { bulkRunPrefix } from '../providers/storedItems.ts';

/** Offers to resume the bulk runs of the user whose tab was closed. */
export const InterruptedRuns = () => {
  const { tasks, profile } = useApp();
  const provider = useAppDataProvider();
  const store = useStoreContext();
  useEffect(() => {
    if (!profile || Object.keys(store.listItems?.(bulkRunPrefix) ?? {}).length === 0) return;
    const load = async () => {
      const [{ showInterruptedRuns }] = await Promise.all([import('./storedRuns.ts'), loadPageMessages()]);
      // A run is also offered when its audit events are missing or cannot be loaded.
      await showInterruptedRuns(tasks, store, (runId) =>
        mayCall(accessOf('audit', 'run'), profile.roles)
          ? provider.audit.run({ params: { runId } }).catch(() => null)
          : Promise.resolve(null),
      );
    };
    // A background request: the runs are offered again after the next reload.
    void load().catch(() => undefined);
  }, [tasks, store, provider, profile]);
  return null;
};
