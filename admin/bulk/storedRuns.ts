import type { Store } from 'react-admin';
import { bulkActionNamed } from '../../shared/bulk/actions/catalogue.ts';
import type { ReadOptions } from '../../shared/bulk/csv/types.ts';
import type { Values } from '../../shared/bulk/values.ts';
import type { AuditRun } from '../../shared/contract/audit.ts';
import { bulkRunPrefix } from '../providers/storedItems.ts';
import type { TaskStore } from '../tasks/taskStore.ts';
import { runPath } from './importLists.ts';

/** Selected records of a list: by id, from any page and search, or all that match the filters of the list. */
export type Selected =
  | { readonly kind: 'some'; readonly ids: readonly string[] }
  | { readonly kind: 'matching'; readonly filters: Readonly<Record<string, unknown>>; readonly total: number };

/** What a run was planned from, without the content of its rows. */
export type RunSource =
  | { readonly kind: 'file'; readonly name: string; readonly sha256: string; readonly options: ReadOptions }
  | { readonly kind: 'selection'; readonly selected: Selected; readonly cells: Values };

/**
 * A run that has not ended, in the settings of the user (react-admin's store over the preferences API): enough to offer a resume after the
 * tab was closed, without the content of the rows. The audit trail has the completed rows.
 */
export interface StoredRun {
  readonly action: string;
  readonly rows: number;
  /** Rows that the run sends. */
  readonly changes: number;
  /** Null where only the results of the former run had the rows: an undo. */
  readonly source: RunSource | null;
  /** Runs of the same rows before it, the latest one first. */
  readonly earlier: readonly string[];
}

export const storedRunKey = (run: string): string => bulkRunPrefix + run;
/** Name of the lock (Web Locks) that the tab of a run holds while it is in progress. */
export const lockOf = (run: string): string => `carepost-run-${run}`;
export const isInOpenTab = async (run: string): Promise<boolean> =>
  (await navigator.locks?.query())?.held?.some(({ name }) => name === lockOf(run)) ?? false;

/**
 * Whether a run can be resumed after its tab was closed. Deletions and one-way actions are resumed with the completed rows of the audit trail, which
 * administrators of organizations, whose runs claim no plan, cannot read.
 */
export const isResumableAction = (name: string): boolean => {
  const action = bulkActionNamed(name);
  return !action?.isUnclaimed || action.kind === 'create' || action.kind === 'update';
};

/** Preferences have a maximum of 32 kB for all settings: a larger selection has to be made again. */
const maxSourceLength = 12_000;
export const storable = (source: RunSource | null): RunSource | null =>
  JSON.stringify(source).length > maxSourceLength ? null : source;

/** Number of changes of the run in the audit trail; the claim of its plan does not count. */
export const changeCountOf = ({ actions }: AuditRun): number =>
  actions
    .filter(({ action, outcome }) => outcome === 'Success' && action !== 'bulkplans.use')
    .reduce((sum, { count }) => sum + count, 0);

/**
 * Adds the runs whose tab was closed to the task tray, except those of other open tabs, which hold a lock, and those that had completed all
 * changes just before their tab was closed.
 */
export const showInterruptedRuns = async (
  tasks: TaskStore,
  store: Store,
  auditOf: (run: string) => Promise<AuditRun | null>,
): Promise<void> => {
  const stored = (store.listItems?.(bulkRunPrefix) ?? {}) as Readonly<Record<string, StoredRun>>;
  for (const [key, { action, rows, changes }] of Object.entries(stored)) {
    const run = key.slice(bulkRunPrefix.length);
    if ((await isInOpenTab(run)) || tasks.list().some(({ elsewhere }) => elsewhere?.id === run)) continue;
    const audit = await auditOf(run);
    if (audit && changeCountOf(audit) >= changes) {
      store.removeItem(key);
      continue;
    }
    const id = tasks.begin('bulk.task.title', { dismissed: () => store.removeItem(key) });
    const values = { action, run, total: rows.toLocaleString('en-US') };
    const elsewhere = { id: run, key: 'bulk.task.interrupted', values, percent: 0, severity: 'warning' as const };
    tasks.change(id, { state: 'done', link: runPath(run, action), elsewhere });
  }
};
