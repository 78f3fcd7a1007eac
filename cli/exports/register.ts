import { randomBytes } from 'node:crypto';
import { lstat, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { writePrivateFile } from '../files.ts';
import type { Folders } from '../folders.ts';
import { jsonIn } from '../jsonFile.ts';
import { isRecord } from '../output/fields.ts';
import { patternOf } from './destination.ts';
import { checksumName, deltaName, type Manifest, manifestIn, manifestName } from './manifest.ts';

/** An export in the register of this account: its manifest, and the folder of the file. */
export interface RegisteredExport {
  readonly folder: string;
  readonly manifest: Manifest;
}

const registerOf = (folders: Folders): string => join(folders.state, 'exports');

/** Older entries are removed from the register; the files themselves are subject to --keep. */
const maxEntries = 2000;

const namesIn = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.json')).sort();
};

/** Undefined for a half-written file of a crashed machine, or one removed in the meantime. */
const readEntry = async (path: string): Promise<RegisteredExport | undefined> => {
  const value = jsonIn(await readFile(path, 'utf8').catch(() => ''));
  if (!isRecord(value) || typeof value['folder'] !== 'string') return undefined;
  const manifest = manifestIn(value['manifest']);
  return manifest === undefined ? undefined : { folder: value['folder'], manifest };
};

/** Adds an export to the register. */
export const registerExport = async (folders: Folders, entry: RegisteredExport): Promise<void> => {
  const register = registerOf(folders);
  const { report, ended } = entry.manifest;
  // With milliseconds: the names give the order.
  const name = `${ended.replaceAll(/[-:.]/g, '')}-${randomBytes(4).toString('hex')}-${report}.json`;
  await writePrivateFile(join(register, name), `${JSON.stringify(entry)}\n`);
  const names = await namesIn(register);
  await Promise.all(names.slice(0, -maxEntries).map((old) => rm(join(register, old), { force: true })));
};

/** The registered exports, newest first; of one report where it is named. */
export async function* registeredExports(folders: Folders, report?: string): AsyncGenerator<RegisteredExport> {
  const register = registerOf(folders);
  for (const name of (await namesIn(register)).reverse()) {
    if (report !== undefined && !name.endsWith(`-${report}.json`)) continue;
    const entry = await readEntry(join(register, name));
    if (entry !== undefined && (report === undefined || entry.manifest.report === report)) yield entry;
  }
}

type Series = Pick<Manifest, 'report' | 'origin' | 'profile' | 'selection'>;

/** Whether two exports have the same selection, so that their rows may be compared. */
export const isSameSeries = (one: Series, other: Series): boolean =>
  one.report === other.report &&
  one.origin === other.origin &&
  one.profile === other.profile &&
  JSON.stringify(one.selection) === JSON.stringify(other.selection);

const isGood = ({ suspect, verdict }: Manifest): boolean => suspect === null && verdict !== 'doubtful';

/** Whether the file of an entry still exists, with the size written. */
export const isPresent = async ({ folder, manifest }: RegisteredExport): Promise<boolean> => {
  const stats = await stat(join(folder, manifest.file)).catch(() => undefined);
  return stats?.isFile() === true && stats.size === manifest.bytes;
};

/** Undefined without a valid one. */
export const manifestAt = async (path: string): Promise<Manifest | undefined> =>
  manifestIn(jsonIn(await readFile(path, 'utf8').catch(() => '')));

/** Manifests in a folder, the newest first. */
export const manifestsIn = async (folder: string): Promise<readonly Manifest[]> => {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.manifest.json'));
  const all = await Promise.all(names.map((name) => manifestAt(join(folder, name))));
  return all.filter((one) => one !== undefined).sort((a, b) => (a.ended < b.ended ? 1 : -1));
};

/**
 * The last good export of the same series: by the register, or by the manifests in the folder (another account or machine may have
 * written them). `isSuitable` may demand more, such as that its file still exists.
 */
export const lastGood = async (
  folders: Folders,
  series: Series,
  folder: string,
  isSuitable: (entry: RegisteredExport) => Promise<boolean> = () => Promise.resolve(true),
): Promise<RegisteredExport | undefined> => {
  for await (const entry of registeredExports(folders, series.report)) {
    if (isSameSeries(entry.manifest, series) && isGood(entry.manifest) && (await isSuitable(entry))) return entry;
  }
  for (const manifest of await manifestsIn(folder)) {
    const entry = { folder, manifest };
    if (isSameSeries(manifest, series) && isGood(manifest) && (await isSuitable(entry))) return entry;
  }
  return undefined;
};

const day = 86_400_000;

/** A manifest may be edited: only a plain name of the folder itself is accepted. */
const isFileName = (name: string): boolean => name !== '' && !/[/\\\0]/.test(name) && name !== '.' && name !== '..';

const isUnchanged = async (folder: string, { file, bytes }: Manifest): Promise<boolean> => {
  if (!isFileName(file)) return false;
  const stats = await lstat(join(folder, file)).catch(() => undefined);
  // Another file may have the name by now.
  return stats?.isFile() === true && stats.size === bytes;
};

const withoutGzip = (name: string): string => name.replace(/\.gz$/i, '');

/** Whether two files were named by the same pattern: `monthly_{utc}.csv` and files of --out are not those of `daily_{utc}.csv`. */
const hasSamePattern = (old: Manifest, { namePattern }: Manifest): boolean => {
  if (namePattern === undefined || namePattern === null) return false;
  if (old.namePattern !== undefined) return old.namePattern === namePattern;
  return withoutGzip(patternOf(old.file)) === withoutGzip(namePattern);
};

/**
 * Deletes older files of the same job in a folder: same series and name pattern, with a manifest, and still of the size in it. With both
 * limits a file is deleted only when it exceeds both. The latest copy and suspect files stay.
 */
export const deleteOld = async (
  folder: string,
  written: Manifest,
  limits: { readonly keep?: number | undefined; readonly keepDays?: number | undefined; readonly now: number },
): Promise<readonly string[]> => {
  const { keep, keepDays, now } = limits;
  if (keep === undefined && keepDays === undefined) return [];
  const series = (await manifestsIn(folder)).filter(
    (one) => isSameSeries(one, written) && hasSamePattern(one, written) && one.suspect === null,
  );
  const deleted: string[] = [];
  for (const [index, old] of series.entries()) {
    const isTooMany = keep === undefined || index >= keep;
    const isTooOld = keepDays === undefined || Date.parse(old.ended) < now - keepDays * day;
    if (!isTooMany || !isTooOld || old.file === written.file) continue;
    if (!(await isUnchanged(folder, old))) continue;
    const deltas = [deltaName(old.file), basename(old.delta?.file ?? '')].filter((name) => name.endsWith('.delta.csv'));
    // The manifest is deleted last: it describes whatever is left after a crash.
    for (const name of [old.file, checksumName(old.file), ...deltas, manifestName(old.file)]) {
      await rm(join(folder, name), { force: true });
    }
    deleted.push(old.file);
  }
  return deleted;
};
