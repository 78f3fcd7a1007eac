import { join } from 'node:path';
import type { Download } from '../../shared/client/download.ts';
import { CliError } from '../errors.ts';
import { checkFreeSpace, type Destination, sizeOfLast } from './destination.ts';
import { withGzipSuffix } from './exportName.ts';
import { toFileError } from './fileErrors.ts';
import { checksumName, checksumText, type Manifest, manifestName, manifestText } from './manifest.ts';
import { alreadyThere, createStaging, type Staged, type Staging } from './stagedFiles.ts';
import { type Seen, type Transferred, type Transform, transfer } from './transfer.ts';

export interface ExportSource {
  readonly report: string;
  readonly origin: string;
  readonly profile: string;
  readonly correlationId: string;
  /** Asks the server; called once the destination is open. */
  readonly open: (signal: AbortSignal) => Promise<Download>;
}

export interface ExportOptions extends Transform {
  readonly checksum: boolean;
  readonly latest: boolean;
  readonly keepPartial: boolean;
  readonly idleMs: number;
  readonly signal: AbortSignal;
  readonly seen: Seen;
  readonly now: () => number;
}

export interface Exported {
  readonly file: string;
  readonly manifest: Manifest;
}

/** A controller of our own that also follows the run's signal, for stopping on a stall. */
export const followedBy = (signal: AbortSignal): AbortController => {
  const stop = new AbortController();
  const follow = () => stop.abort(new CliError('E-INTERRUPTED'));
  if (signal.aborted) follow();
  else signal.addEventListener('abort', follow, { once: true });
  return stop;
};

/** The data file and what describes it, each complete under a temporary name; data first, so that nothing describes what is not there. */
const stageAround = async (staging: Staging, data: Staged, manifest: Manifest, checksum: boolean): Promise<Staged[]> => {
  const { file } = manifest;
  const folder = join(data.final, '..');
  const add = async (name: string, text: string): Promise<Staged> => ({
    temporary: await staging.addText(name, text),
    final: join(folder, name),
    replaces: true,
  });
  return [
    data,
    ...(checksum ? [await add(checksumName(file), checksumText(manifest.sha256, file))] : []),
    await add(manifestName(file), manifestText(manifest)),
  ];
};

const keptNote = (thrown: unknown, kept: string | undefined): unknown =>
  kept !== undefined && thrown instanceof CliError
    ? new CliError('E-IO', thrown.message, { ...thrown, details: [...thrown.details, `Kept: ${kept}`] })
    : thrown;

/** Writes an export beside its destination and puts it in place only when all of it is there (file, checksum, manifest, latest). */
export const exportToFile = async (
  source: ExportSource,
  destination: Destination,
  options: ExportOptions,
): Promise<Exported> => {
  const { folder, replaces } = destination;
  const { gzip, excel, checksum, latest, keepPartial, seen, now } = options;
  const started = new Date(now()).toISOString();
  const latestName = withGzipSuffix(`${source.report}_latest.csv`, gzip);
  const staging = createStaging(folder);
  const stop = followedBy(options.signal);
  let partial: string | undefined;

  try {
    const { path: temporary, handle } = await staging.create(destination.name ?? source.report);
    partial = temporary;
    let name: string;
    let result: Transferred;
    let correlationId: string;
    try {
      const guess = await sizeOfLast(join(folder, latestName), join(folder, destination.name ?? latestName));
      await checkFreeSpace(folder, latest ? guess * 2 : guess);
      const download = await source.open(stop.signal);
      correlationId = download.correlationId ?? source.correlationId;
      name = destination.name ?? withGzipSuffix(download.fileName, gzip);
      if (!replaces && (await sizeOfLast(join(folder, name))) > 0) throw alreadyThere(join(folder, name));
      if (download.size !== undefined) await checkFreeSpace(folder, latest ? download.size * 2 : download.size);
      const sink = handle.createWriteStream({ autoClose: false, highWaterMark: 1024 * 1024 });
      result = await transfer(download, sink, { gzip, excel, stop, idleMs: options.idleMs, seen });
      await handle.sync();
    } finally {
      await handle.close().catch(() => undefined);
    }

    const manifest: Manifest = {
      kind: 'carepost-export',
      version: 1,
      report: source.report,
      file: name,
      origin: source.origin,
      profile: source.profile,
      ...result,
      gzip,
      excel,
      started,
      ended: new Date(now()).toISOString(),
      correlationId,
    };
    const files = await stageAround(staging, { temporary, final: join(folder, name), replaces }, manifest, checksum);
    if (latest) {
      const copy = await staging.addCopy(latestName, temporary);
      const data = { temporary: copy, final: join(folder, latestName), replaces: true };
      files.push(...(await stageAround(staging, data, { ...manifest, file: latestName }, checksum)));
    }
    if (stop.signal.aborted) throw stop.signal.reason;
    await staging.commit(files);
    await staging.discard();
    return { file: join(folder, name), manifest };
  } catch (error) {
    const kept = keepPartial ? partial : undefined;
    await staging.discard(kept);
    throw keptNote(toFileError(error, folder), kept);
  }
};
