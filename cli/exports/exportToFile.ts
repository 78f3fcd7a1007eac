import type { Io } from '../io.ts';
import { dirname, join } from 'node:path';
import type { Download } from '../../shared/client/download.ts';
import { CliError } from '../errors.ts';
import type { Compared } from './deltaFile.ts';
import { checkFreeSpace, checkTarget, type Destination, sizeOfLast } from './destination.ts';
import { withGzipSuffix } from './exportName.ts';
import { toFileError } from './fileErrors.ts';
import { checksumName, checksumText, type Manifest, manifestName, manifestText } from './manifest.ts';
import { createStaging, type Staged, type Staging } from './stagedFiles.ts';
import { type KeyChoice, type Seen, stopperFor, type Tally, type Transform, transfer } from './transfer.ts';
import { verdictOf } from './verdict.ts';

/** What a source that comes in pages can tell once its last row was read. */
export interface PageFacts {
  readonly pages: number;
  readonly totalCount: { readonly start: number; readonly end: number } | null;
  readonly duplicatesDropped: number;
  /** Whether rows were left out here, so that the server's count is not that of the file. */
  readonly isNarrowed: boolean;
  readonly correlationIds: readonly string[];
}

export interface ExportSource {
  readonly report: string;
  readonly origin: string;
  readonly profile: string;
  readonly correlationId: string;
  readonly selection?: readonly string[];
  readonly format?: Manifest['format'];
  readonly key?: KeyChoice;
  readonly select?: (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  readonly tally?: Tally;
  readonly facts?: () => PageFacts;
  /** Asks the server; called once the destination is open. */
  readonly open: (signal: AbortSignal) => Promise<Download>;
}

/** What is decided between the last byte and the file's appearance. */
export interface Checks {
  /** Throws where the file must not appear (exit 8); gives the reason where it must be put aside as .suspect (exit 12). */
  readonly judge?: ((manifest: Manifest, folder: string) => Promise<string | undefined>) | undefined;
  /** Writes what changed since the last good export, while that is still there. */
  readonly compare?:
    | ((input: {
        manifest: Manifest;
        folder: string;
        temporary: string;
        staging: Staging;
      }) => Promise<Compared | undefined>)
    | undefined;
}

export interface ExportOptions extends Transform, Checks {
  readonly checksum: boolean;
  readonly latest: boolean;
  readonly keepPartial: boolean;
  readonly idleMs: number;
  readonly signal: AbortSignal;
  readonly seen: Seen;
  readonly now: () => number;
  readonly onExit: Io['onExit'];
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

const latestNameOf = ({ source, options }: Run): string =>
  withGzipSuffix(`${source.report}_latest.${source.format ?? 'csv'}`, options.gzip);

/** Room for the file, and for its second copy where one is kept. */
const checkRoom = (run: Run, bytes: number): Promise<void> =>
  checkFreeSpace(run.destination.folder, run.options.latest ? bytes * 2 : bytes);

/** The data under its temporary name, complete and on the disk. The file is opened and room checked before the server is asked. */
const receive = async (run: Run, opened: (temporary: string) => void) => {
  const { source, destination, options, staging, stop } = run;
  const { folder } = destination;
  const { path: temporary, handle } = await staging.create(destination.name ?? source.report);
  opened(temporary);
  try {
    await checkRoom(
      run,
      await sizeOfLast(...[latestNameOf(run), destination.name ?? ''].map((name) => join(folder, name))),
    );
    const download = await source.open(stop.signal);
    const name = destination.name ?? withGzipSuffix(download.fileName, options.gzip);
    if (destination.name === undefined) await checkTarget(join(folder, name), destination.replaces);
    await checkRoom(run, download.size ?? 0);
    // Synced to the disk, then closed, when the last byte is written.
    const sink = handle.createWriteStream({ flush: true, highWaterMark: 1024 * 1024 });
    const { key, select, tally } = source;
    const result = await transfer(download, sink, { ...options, stop, key, select, tally });
    return { temporary, name, result, correlationId: download.correlationId ?? source.correlationId };
  } finally {
    await handle.close().catch(() => undefined);
  }
};

/** The data file and what describes it; data first, so that nothing describes what is not there. */
const describe = async ({ staging, options }: Run, data: Staged, manifest: Manifest): Promise<Staged[]> => {
  const add = async (name: string, text: string): Promise<Staged> => ({
    temporary: await staging.addText(name, text),
    final: join(dirname(data.final), name),
    replaces: true,
  });
  const { file, sha256 } = manifest;
  const checksums = options.checksum ? [await add(checksumName(file), checksumText(sha256, file))] : [];
  return [data, ...checksums, await add(manifestName(file), manifestText(manifest))];
};

const manifestOf = (run: Run, started: string, received: Awaited<ReturnType<typeof receive>>): Manifest => {
  const { source, options } = run;
  const { terminated, ...result } = received.result;
  const facts = source.facts?.();
  return {
    kind: 'carepost-export',
    version: 1,
    report: source.report,
    selection: source.selection ?? [],
    file: received.name,
    format: source.format ?? 'csv',
    origin: source.origin,
    profile: source.profile,
    ...result,
    totalCount: facts?.totalCount ?? null,
    pages: facts?.pages ?? 1,
    duplicatesDropped: facts?.duplicatesDropped ?? 0,
    gzip: options.gzip,
    excel: options.excel,
    started,
    ended: new Date(options.now()).toISOString(),
    correlationId: received.correlationId,
    correlationIds: facts?.correlationIds ?? [received.correlationId],
    ...verdictOf({ terminated, facts, rows: result.rows, distinctIds: result.distinctIds }),
    suspect: null,
    delta: null,
  };
};

/** A file that lost too many rows lies beside the good one, so that somebody can look at it. */
const putAside = async (run: Run, temporary: string, manifest: Manifest, suspect: string): Promise<Exported> => {
  const name = `${manifest.file}.suspect`;
  const marked = { ...manifest, file: name, suspect };
  const final = join(run.destination.folder, name);
  await run.staging.commit(await describe(run, { temporary, final, replaces: true }, marked));
  return { file: final, manifest: marked };
};

const carryOut = async (run: Run, opened: (temporary: string) => void): Promise<Exported> => {
  const { destination, options, staging, stop } = run;
  const { folder, replaces } = destination;
  const started = new Date(options.now()).toISOString();
  const received = await receive(run, opened);
  const { temporary, name } = received;
  let manifest = manifestOf(run, started, received);
  stop.signal.throwIfAborted();
  const suspect = await options.judge?.(manifest, folder);
  if (suspect !== undefined) return putAside(run, temporary, manifest, suspect);
  const compared = await options.compare?.({ manifest, folder, temporary, staging });
  if (compared !== undefined) manifest = { ...manifest, delta: compared.facts };
  const file = join(folder, name);
  const files = await describe(run, { temporary, final: file, replaces }, manifest);
  if (compared !== undefined) files.splice(1, 0, compared.staged);
  if (options.latest) {
    const latest = latestNameOf(run);
    const data = { temporary: await staging.addCopy(latest, temporary), final: join(folder, latest), replaces: true };
    files.push(...(await describe(run, data, { ...manifest, file: latest })));
  }
  stop.signal.throwIfAborted();
  await staging.commit(files);
  return { file, manifest };
};

const tellingWhatIsKept = (thrown: unknown, kept: string | undefined): unknown => {
  if (kept === undefined || !(thrown instanceof CliError)) return thrown;
  const { message, code, exit, hint, correlationId, details } = thrown;
  return new CliError('E-IO', message, { code, exit, hint, correlationId, details: [...details, `Kept: ${kept}`] });
};

/** Writes an export beside its destination and puts it in place only when all of it is there: file, checksum, manifest, latest. */
export const exportToFile = async (
  source: ExportSource,
  destination: Destination,
  options: ExportOptions,
): Promise<Exported> => {
  const staging = createStaging(destination.folder, options);
  let partial: string | undefined;
  try {
    const run = { source, destination, options, staging, stop: stopperFor(options.signal) };
    const exported = await carryOut(run, (temporary) => {
      partial = temporary;
    });
    await staging.discard();
    return exported;
  } catch (error) {
    const kept = options.keepPartial && options.seen.bytes > 0 ? partial : undefined;
    await staging.discard(kept);
    throw tellingWhatIsKept(toFileError(error, destination.folder), kept);
  }
};
