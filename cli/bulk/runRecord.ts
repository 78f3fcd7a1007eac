import type { FieldList } from '../output/fields.ts';
import type { RowCounts } from '../../shared/bulk/runTally.ts';
import { thousands } from '../../shared/rules/thousands.ts';
import { type RunSummary, isLocked } from './runFolder.ts';
import type { RunManifest } from './runManifest.ts';

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

/** The fields of a run that its manifest has; those of the counts stand after `rows`. */
const manifestFields = {
  exit: ({ exit }) => exit,
  profile: ({ profile }) => profile,
  origin: ({ origin }) => origin,
  who: ({ who }) => who.name,
  reason: ({ reason }) => reason,
  ticket: ({ ticket }) => ticket,
  source: ({ source }) => source.name,
  sourceSha256: ({ source }) => source.sha256,
  plan: ({ plan }) => plan.id,
  planSha256: ({ plan }) => plan.sha256,
  retryOf: ({ retryOf }) => retryOf,
  undoOf: ({ undoOf }) => undoOf,
  resumed: ({ resumed }) => resumed,
  carepost: ({ carepost }) => carepost,
} satisfies Record<string, (manifest: RunManifest) => unknown>;

/** A run as a record. The counts are those at its end, else `counted`, else null. */
export const runRecord = async (summary: RunSummary, counted?: RowCounts) => {
  const { run, manifest, path } = summary;
  const { action, command, started, ended, plan } = manifest;
  const counts = manifest.counts ?? counted;
  return {
    run,
    action,
    command,
    started,
    ended,
    state: await stateNow(summary),
    rows: plan.rows,
    ...(counts ? countRecord(counts) : Object.fromEntries(countFields.map((field) => [field, null]))),
    ...Object.fromEntries(Object.entries(manifestFields).map(([field, read]) => [field, read(manifest)])),
    folder: path,
  };
};

export const recordFields: readonly string[] = [
  'run',
  'action',
  'command',
  'started',
  'ended',
  'state',
  'rows',
  ...countFields,
  ...Object.keys(manifestFields),
  'folder',
];
