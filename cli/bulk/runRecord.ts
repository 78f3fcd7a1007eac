import type { FieldList } from '../output/fields.ts';
import type { RowCounts } from '../../shared/bulk/runTally.ts';
import { thousands } from '../../shared/rules/thousands.ts';
import { type RunSummary, isLocked } from './runFolder.ts';

/** `1 row`, `5,000 rows`. */
export const rowsText = (count: number): string => `${thousands(count)} ${count === 1 ? 'row' : 'rows'}`;

/** The counts of a run as fields of its record. */
export const countFields = ['ok', 'unchanged', 'failed', 'conflict', 'unknown', 'skipped', 'notRun'] as const;

/** The counts of a run under the names of `countFields`. */
export const countRecord = ({ not_run: notRun, ...counts }: RowCounts) => ({ ...counts, notRun });

/** What a run shows of itself on stdout. */
export const runFields: FieldList = {
  all: ['run', 'action', 'state', 'rows', ...countFields, 'results', 'failedRows', 'folder'],
  table: ['run', 'action', 'state', 'rows', 'ok', 'unchanged', 'failed', 'conflict', 'unknown', 'notRun', 'results'],
  id: 'run',
};

/** `running`: a process works on it; `open`: it was killed, and waits for a resume. */
export const stateNow = async ({ state, path }: Pick<RunSummary, 'state' | 'path'>): Promise<string> =>
  state === 'open' && (await isLocked(path)) ? 'running' : state;

/** A run with all it says of itself. Counts are those of its end, or `counts` where the caller counted them, else null. */
export const runRecord = async (summary: RunSummary, counted?: RowCounts) => {
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
    ...(counts ? countRecord(counts) : Object.fromEntries(countFields.map((field) => [field, null]))),
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
