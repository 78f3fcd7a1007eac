import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Download } from '../../shared/client/download.ts';
import { thousands } from '../../shared/rules/thousands.ts';
import { CliError } from '../errors.ts';
import type { Io, OutputStream } from '../io.ts';
import type { Paging } from '../output/output.ts';
import type { Delta } from './compareFiles.ts';
import {
  checkFreeSpace,
  checkTarget,
  type Destination,
  numberedName,
  sizeOfLast,
  stemOf,
  withGzipSuffix,
} from './destination.ts';
import { checksumName, checksumText, deltaName, type Manifest, manifestName, manifestText } from './manifest.ts';
import { isSameSeries, manifestAt } from './register.ts';
import { createStaging, type Staged, type Staging, toFileError } from './stagedFiles.ts';
import { controllerFor, transfer, type TransferProgress, type Transferred, type Transform } from './transfer.ts';
import type { KeyChoice, RowCounter } from './rowCounter.ts';

/** The pages of a source, complete once its last row was read. */
export type PagingResult = Omit<Paging, 'hasOwnIds'> & { readonly correlationIds: readonly string[] };

export interface ExportSource {
  readonly correlationId: string;
  readonly key?: KeyChoice;
  readonly select?: (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  readonly counter?: RowCounter;
  readonly paging?: () => PagingResult;
  /** Calls the server; called once the destination is open. */
  readonly open: (signal: AbortSignal) => Promise<Download>;
}

/** What an export contains, as its manifest says. */
export type ExportedSet = Pick<Manifest, 'report' | 'selection' | 'format' | 'origin' | 'profile'>;

/** Steps between the last byte and the rename to the final name. */
export interface Checks {
  /** Throws where the file must not be created (exit 8); returns the reason where it must become .suspect (exit 12). */
  readonly check?: ((manifest: Manifest) => Promise<string | undefined>) | undefined;
  /** Writes what changed since the last good export, before that may be replaced. */
  readonly compare?:
    | ((input: { manifest: Manifest; temporary: string; staging: Staging }) => Promise<Delta | undefined>)
    | undefined;
}

export interface ExportOptions extends Transform, Checks {
  readonly about: ExportedSet;
  readonly checksum: boolean;
  readonly latest: boolean;
  readonly keepPartial: boolean;
  readonly idleMs: number;
  readonly signal: AbortSignal;
  readonly progress: TransferProgress;
  readonly now: () => number;
  readonly onExit: Io['onExit'];
  /** Of an export under a lock: names its temporary files, so that those of a killed process can be identified. */
  readonly jobId?: string | undefined;
}

export interface Exported {
  readonly file: string;
  readonly manifest: Manifest;
}

interface Run {
  readonly source: ExportSource;
  readonly destination: Destination;
  readonly options: ExportOptions;
  readonly staging: Staging;
  readonly stop: AbortController;
}

const latestNameOf = ({ destination: { latestName }, options: { about, gzip } }: Run): string =>
  withGzipSuffix(latestName ?? `${about.report}_latest.${about.format}`, gzip);

/** Refuses to replace the latest file of another export, and a file of --out; --overwrite allows it. */
const checkLatest = async (run: Run): Promise<void> => {
  const { destination, options } = run;
  if (!options.latest || destination.onExisting === 'replace') return;
  const name = latestNameOf(run);
  const path = join(destination.folder, name);
  const existing = await manifestAt(manifestName(path));
  if (existing === undefined) return;
  const { namePattern = name, report, origin, profile, selection } = existing;
  if (namePattern === name && isSameSeries(existing, options.about)) return;
  throw new CliError('E-EXISTS', `${path} is the file of another export; --latest would replace it.`, {
    details: [`It is from: ${[report, ...selection, `--profile ${profile}`, `--api ${origin}`].join(' ')}`],
    hint: 'Give each export a --name or an --out-dir of its own, or add --overwrite to replace the file.',
  });
};

/** Checks the free space for the file, and for its copy with --latest. */
const checkSpace = (run: Run, bytes: number): Promise<void> =>
  checkFreeSpace(run.destination.folder, run.options.latest ? bytes * 2 : bytes);

/**
 * The name, or the first numbered one that neither a file nor anything beside it has: checksum, delta, suspect or a temporary file of a
 * process that writes at this time.
 */
const freeName = async (folder: string, name: string): Promise<string> => {
  const taken = await readdir(folder);
  for (let number = 1; ; number += 1) {
    const candidate = numberedName(name, number);
    const stem = `${stemOf(candidate)}.`;
    if (!taken.some((one) => one.startsWith(stem))) return candidate;
  }
};

/** The data under its temporary name, complete and synced. The file is opened and free space checked before the server is called. */
const receive = async (run: Run, onOpen: (temporary: string) => void) => {
  const { source, destination, options, staging, stop } = run;
  const { folder } = destination;
  const ownName =
    destination.name !== undefined && destination.onExisting === 'number'
      ? await freeName(folder, destination.name)
      : destination.name;
  const { path: temporary, handle } = await staging.create(ownName ?? options.about.report);
  onOpen(temporary);
  try {
    await checkLatest(run);
    await checkSpace(run, await sizeOfLast(...[latestNameOf(run), ownName ?? ''].map((name) => join(folder, name))));
    const download = await source.open(stop.signal);
    const name = ownName ?? withGzipSuffix(download.fileName, options.gzip);
    if (ownName === undefined) await checkTarget(join(folder, name), destination.onExisting);
    await checkSpace(run, download.size ?? 0);
    // Synced to the disk, then closed, when the last byte is written.
    const output = handle.createWriteStream({ flush: true, highWaterMark: 1024 * 1024 });
    const { key, select, counter } = source;
    const result = await transfer(download, output, { ...options, stop, key, select, counter });
    return { temporary, name, result, correlationId: download.correlationId ?? source.correlationId };
  } finally {
    await handle.close().catch(() => undefined);
  }
};

/** The data file, its checksum and its manifest; data first, so that no manifest describes a missing file. */
const withManifest = async ({ staging, options }: Run, data: Staged, manifest: Manifest): Promise<Staged[]> => {
  const add = async (name: string, text: string): Promise<Staged> => ({
    temporary: await staging.write(name, text),
    final: join(dirname(data.final), name),
    replaces: true,
  });
  const { file, sha256 } = manifest;
  const checksums = options.checksum ? [await add(checksumName(file), checksumText(sha256, file))] : [];
  return [data, ...checksums, await add(manifestName(file), manifestText(manifest))];
};

const driftOf = (paging: PagingResult, rows: number): readonly string[] => {
  const { totalCount, duplicatesDropped, isNarrowed } = paging;
  const reasons: string[] = [];
  if (totalCount !== null && totalCount.start !== totalCount.end)
    reasons.push(
      `The server counted ${thousands(totalCount.start)} rows at the start and ${thousands(totalCount.end)} at the end.`,
    );
  if (duplicatesDropped > 0)
    reasons.push(`${thousands(duplicatesDropped)} rows were received twice; each is in the file once.`);
  if (totalCount !== null && !isNarrowed && rows !== totalCount.end)
    reasons.push(`The file has ${thousands(rows)} rows, the server counted ${thousands(totalCount.end)}.`);
  return reasons;
};

/** Whether an export is provably complete, and if not, why. */
const completenessOf = (
  { terminated, rows, distinctIds }: Transferred,
  paging: PagingResult | undefined,
): Pick<Manifest, 'verdict' | 'doubts'> => {
  const drift = paging === undefined ? [] : driftOf(paging, rows);
  const problems: string[] = [];
  if (!terminated) problems.push('The last line has no line end; the server may have stopped early.');
  if (distinctIds !== null && distinctIds < rows)
    problems.push(`${thousands(rows - distinctIds)} rows have the key of another row.`);
  if (paging?.leftOut !== undefined) problems.push(paging.leftOut);
  if (problems.length > 0) return { verdict: 'doubtful', doubts: [...problems, ...drift] };
  return drift.length > 0 ? { verdict: 'drifted', doubts: drift } : { verdict: 'complete', doubts: [] };
};

const manifestOf = (run: Run, started: string, received: Awaited<ReturnType<typeof receive>>): Manifest => {
  const { source, options, destination } = run;
  const { terminated: _terminated, ...result } = received.result;
  const paging = source.paging?.();
  return {
    kind: 'carepost-export',
    version: 1,
    ...options.about,
    file: received.name,
    namePattern: destination.namePattern,
    ...result,
    totalCount: paging?.totalCount ?? null,
    pages: paging?.pages ?? 1,
    duplicatesDropped: paging?.duplicatesDropped ?? 0,
    gzip: options.gzip,
    excel: options.excel,
    started,
    ended: new Date(options.now()).toISOString(),
    correlationId: received.correlationId,
    correlationIds: paging?.correlationIds ?? [received.correlationId],
    ...completenessOf(received.result, paging),
    suspect: null,
    delta: null,
  };
};

/** The files of an export under the names they will have. A file that lost too many rows is put beside the good one as .suspect. */
const filesOf = async (
  run: Run,
  temporary: string,
  manifest: Manifest,
  delta: Delta | undefined,
): Promise<{ readonly exported: Exported; readonly files: readonly Staged[] }> => {
  const { destination, options, staging } = run;
  const { folder, onExisting } = destination;
  const isSuspect = manifest.suspect !== null;
  const written: Manifest = {
    ...manifest,
    file: isSuspect ? `${manifest.file}.suspect` : manifest.file,
    delta: delta === undefined ? null : { ...delta.counts, file: deltaName(manifest.file) },
  };
  const file = join(folder, written.file);
  const replaces = onExisting === 'replace' || (isSuspect && onExisting === 'refuse');
  const [data, ...described] = await withManifest(run, { temporary, final: file, replaces }, written);
  const files = data === undefined ? [] : [data];
  if (delta !== undefined)
    files.push({ temporary: delta.temporary, final: join(folder, deltaName(manifest.file)), replaces: true });
  files.push(...described);
  if (options.latest && !isSuspect) {
    const latest = latestNameOf(run);
    const copy = { temporary: await staging.addCopy(latest, temporary), final: join(folder, latest), replaces: true };
    // Its name is its pattern: --keep does not count it among the files of the job.
    files.push(...(await withManifest(run, copy, { ...written, file: latest, namePattern: latest })));
  }
  return { exported: { file, manifest: written }, files };
};

const produce = async (run: Run, onOpen: (temporary: string) => void): Promise<Exported> => {
  const { destination, options, staging, stop } = run;
  const started = new Date(options.now()).toISOString();
  const received = await receive(run, onOpen);
  const { temporary } = received;
  let manifest = manifestOf(run, started, received);
  stop.signal.throwIfAborted();
  const suspect = await options.check?.(manifest);
  if (suspect !== undefined) manifest = { ...manifest, suspect };
  const delta = suspect === undefined ? await options.compare?.({ manifest, temporary, staging }) : undefined;
  for (;;) {
    const { exported, files } = await filesOf(run, temporary, manifest, delta);
    stop.signal.throwIfAborted();
    try {
      await staging.commit(files);
      return exported;
    } catch (error) {
      // The data file is renamed first, so no file has its final name yet. Another process took the name during the download.
      const isTaken = error instanceof CliError && error.code === 'E-EXISTS';
      if (!isTaken || destination.name === undefined || destination.onExisting !== 'number') throw error;
      manifest = { ...manifest, file: await freeName(destination.folder, destination.name) };
    }
  }
};

/** Writes an export beside its destination and puts it in place only when all of it is there: file, checksum, manifest, latest. */
export const exportToFile = async (
  source: ExportSource,
  destination: Destination,
  options: ExportOptions,
): Promise<Exported> => {
  const staging = createStaging(destination.folder, options, options.jobId);
  let partial: string | undefined;
  try {
    const run = { source, destination, options, staging, stop: controllerFor(options.signal) };
    const exported = await produce(run, (temporary) => {
      partial = temporary;
    });
    await staging.discard();
    return exported;
  } catch (error) {
    const file = await staging.discard(options.keepPartial && options.progress.bytes > 0 ? partial : undefined);
    const failure = toFileError(error, destination.folder);
    if (file === undefined || !(failure instanceof CliError)) throw failure;
    throw failure.with({ details: [...failure.details, `Kept: ${file}`] });
  }
};

/** Sends an export to standard output. A reader may get a part before a failure; the exit code tells it to discard that. */
export const exportToStdout = async (
  stdout: OutputStream,
  source: ExportSource,
  options: Transform & { readonly idleMs: number; readonly signal: AbortSignal; readonly progress: TransferProgress },
): Promise<Transferred & Pick<Manifest, 'verdict' | 'doubts'>> => {
  const stop = controllerFor(options.signal);
  const download = await source.open(stop.signal);
  const { key, select, counter } = source;
  const result = await transfer(download, stdout, { ...options, stop, key, select, counter, keepOpen: true });
  return { ...result, ...completenessOf(result, source.paging?.()) };
};
