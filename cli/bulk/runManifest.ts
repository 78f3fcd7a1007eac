import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RowStatus, RunEnd } from '../../shared/bulk/journal.ts';
import { writePrivateFile } from '../files.ts';

/** What a run says about itself: manifest.json in its folder. Holds no cells, so it may be shown and passed on. */
export interface RunManifest {
  readonly kind: 'carepost-run';
  readonly version: 1;
  readonly run: string;
  /** Versions of carepost and Node that began it. */
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
  /** The file it came from: its name, where it lay, and its hash; path null where there was none. */
  readonly source: { readonly name: string; readonly path: string | null; readonly sha256: string | null };
  /** How it was asked to run; a resume goes on in the same way unless told otherwise. */
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
  readonly counts: Readonly<Record<RowStatus, number>> | null;
  /** How often it was gone on with. */
  readonly resumed: number;
}

/** `open`: begun and not ended, so it runs, or its process was killed. `stopped`: ended before all rows had an outcome. */
export type RunState = 'open' | 'stopped' | 'finished';

export const stateOf = ({ end }: Pick<RunManifest, 'end'>): RunState => {
  if (end === null) return 'open';
  return end === 'finished' ? 'finished' : 'stopped';
};

const fileIn = (folder: string) => join(folder, 'manifest.json');

export const writeManifest = (folder: string, manifest: RunManifest): Promise<void> =>
  writePrivateFile(fileIn(folder), `${JSON.stringify(manifest, null, 2)}\n`);

/** Undefined where there is none that can be read: then the folder is no run of ours. */
export const readManifest = async (folder: string): Promise<RunManifest | undefined> => {
  try {
    const value: unknown = JSON.parse(await readFile(fileIn(folder), 'utf8'));
    const ours = typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'carepost-run';
    return ours ? (value as unknown as RunManifest) : undefined;
  } catch {
    return undefined;
  }
};
