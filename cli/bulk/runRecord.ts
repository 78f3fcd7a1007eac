import { countFields } from './counts.ts';
import type { RowStatus } from '../../shared/bulk/journal.ts';
import type { RunSummary } from './runFolder.ts';
import { isLocked } from './runLock.ts';

/** `running`: a process works on it; `open`: it was killed, and waits for a resume. */
export const stateNow = async ({ state, path }: Pick<RunSummary, 'state' | 'path'>): Promise<string> =>
  state === 'open' && (await isLocked(path)) ? 'running' : state;

/** A run with all it says of itself. Counts are those of its end, or `counts` where somebody counted; else null. */
export const runRecord = async (summary: RunSummary, counted?: Readonly<Record<RowStatus, number>>) => {
  const { run, manifest, path } = summary;
  const counts = manifest.counts ?? counted;
  const { action, command, started, ended, exit, profile, origin, who, reason, ticket, plan, source } = manifest;
  return {
    run,
    action,
    command,
    started,
    ended,
    state: await stateNow(summary),
    rows: plan.rows,
    ok: counts?.ok ?? null,
    unchanged: counts?.unchanged ?? null,
    failed: counts?.failed ?? null,
    conflict: counts?.conflict ?? null,
    unknown: counts?.unknown ?? null,
    skipped: counts?.skipped ?? null,
    notRun: counts?.not_run ?? null,
    exit,
    profile,
    origin,
    who: who.name,
    reason,
    ticket,
    source: source.name,
    sourceSha256: source.sha256,
    plan: plan.id,
    planSha256: plan.sha256,
    retryOf: manifest.retryOf,
    undoOf: manifest.undoOf,
    resumed: manifest.resumed,
    carepost: manifest.carepost,
    folder: path,
  };
};

/** Fields of a run record; those of the counts stand together. */
export const recordFields: readonly string[] = [
  'run',
  'action',
  'command',
  'started',
  'ended',
  'state',
  'rows',
  ...countFields,
  'exit',
  'profile',
  'origin',
  'who',
  'reason',
  'ticket',
  'source',
  'sourceSha256',
  'plan',
  'planSha256',
  'retryOf',
  'undoOf',
  'resumed',
  'carepost',
  'folder',
];
