import { useNotify, useRefresh } from 'react-admin';
import { type ReactNode, useState } from 'react';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import { type AppDataProvider, useAppDataProvider } from '../providers/dataProvider.ts';
import type { ToggleName } from './organizationDeeds.ts';
import { SyncStarted } from './SyncStarted.tsx';

interface Toggle {
  readonly run: (provider: AppDataProvider, row: OrganizationRow) => Promise<unknown>;
  readonly done: string;
  readonly failed: string;
  /** What stands in place of the plain words, such as a link to what goes on. */
  readonly follow?: (row: OrganizationRow) => ReactNode;
}

/** Deeds that need no question: the state wanted is sent, never "the other one", so a second click cannot flip it back. */
const toggles: Record<ToggleName, Toggle> = {
  login: {
    run: (provider, row) => provider.setLogin(row.id, !row.isEnabled),
    done: 'organizations.login.updated',
    failed: 'organizations.login.failed',
  },
  apiCapture: {
    run: (provider, row) => provider.setApiCapture(row.id, !row.apiCapture),
    done: 'organizations.apiCapture.updated',
    failed: 'organizations.apiCapture.failed',
  },
  sync: {
    run: (provider, row) => provider.syncOrganization(row.id),
    done: 'organizations.sync.started',
    failed: 'organizations.sync.failed',
    follow: (row) => <SyncStarted row={row} />,
  },
};

/** Runs a toggle of a row, says what came of it in the words of spec 1 section 8 and loads the list again. */
export const useOrganizationToggle = () => {
  const provider = useAppDataProvider();
  const notify = useNotify();
  const refresh = useRefresh();
  const [busyId, setBusyId] = useState<string | null>(null);
  const toggle = async (name: ToggleName, row: OrganizationRow) => {
    setBusyId(row.id);
    try {
      await toggles[name].run(provider, row);
      notify(toggles[name].follow?.(row) ?? toggles[name].done, { type: 'success' });
      refresh();
    } catch {
      notify(toggles[name].failed, { type: 'error' });
    } finally {
      setBusyId(null);
    }
  };
  return { toggle, busyId };
};
