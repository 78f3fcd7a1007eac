import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LockedError, type ProcessLock, describeOwner, ownerOf, takeProcessLock } from '../../node/processLock.ts';
import type { RunEnd } from '../../shared/bulk/journal.ts';
import type { RowCounts } from '../../shared/bulk/runTally.ts';
import { thousands } from '../../shared/rules/thousands.ts';
import { CliError } from '../errors.ts';
import { writePrivateFile } from '../files.ts';
import { jsonIn } from '../jsonFile.ts';
import type { FieldList } from '../output/fields.ts';

/** manifest.json in the folder of a run. Contains no cells, so it may be shown and passed on. */
export interface RunManifest {
  readonly kind: 'carepost-run';
  readonly version: 1;
  readonly run: string;
  /** Versions of carepost and Node that started it. */
  readonly carepost: string;
  readonly node: string;
  /** `bulk apply`, `orgs update`. */
  readonly command: string;
  /** Of the bulk catalogue; empty for a command that has no action. */
  readonly action: string;
  readonly profile: string;
  readonly origin: string;
  readonly who: { readonly subject: string; readonly name: string };
  readonly plan: { readonly id: string; readonly sha256: string; readonly rows: number };
  /** The file of its rows; `path` is null without one. */
  readonly source: { readonly name: string; readonly path: string | null; readonly sha256: string | null };
  /** The flags of the run; a resume uses them unless it has its own. */
  readonly options: Readonly<Record<string, string | number | boolean | null>>;
  readonly reason: string | null;
  readonly ticket: string | null;
  readonly retryOf: string | null;
  readonly undoOf: string | null;
  /** ISO times; `ended` is null while it runs, and after a crash. */
  readonly started: string;
  readonly ended: string | null;
  readonly end: RunEnd | null;
  readonly exit: number | null;
  readonly counts: RowCounts | null;
  /** How often it was resumed. */
  readonly resumed: number;
}

/** `open`: not ended, so it is running, or its process was killed. `stopped`: ended before all rows had an outcome. */
export type RunState = 'open' | 'stopped' | 'finished';

export const stateOf = ({ end }: Pick<RunManifest, 'end'>): RunState => {
  if (end === null) return 'open';
  return end === 'finished' ? 'finished' : 'stopped';
};

/** A run on this machine. */
export interface RunSummary {
  readonly run: string;
  readonly path: string;
  readonly manifest: RunManifest;
}

const fileIn = (folder: string) => join(folder, 'manifest.json');

export const writeManifest = (folder: string, manifest: RunManifest): Promise<void> =>
  writePrivateFile(fileIn(folder), `${JSON.stringify(manifest, null, 2)}\n`);

/** Undefined without a readable one: then the folder is not a run. */
export const readManifest = async (folder: string): Promise<RunManifest | undefined> => {
  const value = jsonIn(await readFile(fileIn(folder), 'utf8').catch(() => ''));
  const isManifest = typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'carepost-run';
  return isManifest ? (value as unknown as RunManifest) : undefined; // our own file, by its kind
};

const lockPath = (folder: string): string => join(folder, 'lock');

/** One process for each run; exit 11 names the owner. */
export const lockRun = async (folder: string, run: string): Promise<ProcessLock> => {
  try {
    return await takeProcessLock(lockPath(folder));
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    throw new CliError('E-LOCKED', `The run ${run} is in progress: ${describeOwner(error.owner)}.`, {
      hint: `Wait for it, or watch it: carepost bulk status ${run} --watch`,
    });
  }
};

/** Whether a running process works on the run, as far as this host can tell. */
export const isLocked = async (folder: string): Promise<boolean> => (await ownerOf(lockPath(folder))) !== undefined;

/** `1 row`, `5,000 rows`. */
export const rowsText = (count: number): string => `${thousands(count)} ${count === 1 ? 'row' : 'rows'}`;

/** The counts of a run as fields of its record. */
export const countFields = ['ok', 'unchanged', 'failed', 'conflict', 'unknown', 'skipped', 'notRun'] as const;

/** The counts of a run under the names of `countFields`. */
export const countRecord = ({ not_run: notRun, ...counts }: RowCounts) => ({ ...counts, notRun });

/** The record of a run on stdout. */
export const runFields: FieldList = {
  all: ['run', 'action', 'state', 'rows', ...countFields, 'results', 'failedRows', 'folder'],
  table: ['run', 'action', 'state', 'rows', 'ok', 'unchanged', 'failed', 'conflict', 'unknown', 'notRun', 'results'],
  id: 'run',
};

/** `running`: a process works on it; `open`: its process was killed, and it can be resumed. */
export const stateNow = async ({ manifest, path }: RunSummary): Promise<RunState | 'running'> => {
  const state = stateOf(manifest);
  return state === 'open' && (await isLocked(path)) ? 'running' : state;
};

/** Fields that are read from the manifest. */
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

/** A run as a record. Its counts are those of the manifest, else `counted`, else null. */
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
