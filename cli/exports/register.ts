import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import type { Folders } from '../folders.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { createStaging } from './stagedFiles.ts';

/** An export as the register of this account keeps it: its manifest, and where the file was put. */
export interface Entry {
  readonly folder: string;
  readonly manifest: Manifest;
}

const registerOf = (folders: Folders): string => join(folders.state, 'exports');

/** The register forgets the oldest beyond these; the files themselves are the business of --keep. */
const mostEntries = 2000;

const namesIn = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.json')).sort();
};

const readEntry = async (path: string): Promise<Entry | undefined> => {
  try {
    const { folder, manifest } = JSON.parse(await readFile(path, 'utf8')) as { folder?: unknown; manifest?: unknown };
    const read = readManifest(JSON.stringify(manifest));
    return typeof folder === 'string' && read !== undefined ? { folder, manifest: read } : undefined;
  } catch {
    // Half a file of a crashed machine, or one removed meanwhile.
    return undefined;
  }
};

/** Keeps an export in mind. */
export const enterExport = async ({ folders, io }: Pick<Context, 'folders' | 'io'>, entry: Entry): Promise<void> => {
  const register = registerOf(folders);
  await mkdir(register, { recursive: true, mode: 0o700 });
  const { report, ended } = entry.manifest;
  // To the millisecond: the names give the order.
  const name = `${ended.replaceAll(/[-:.]/g, '')}-${randomBytes(4).toString('hex')}-${report}.json`;
  const staging = createStaging(register, io);
  try {
    const temporary = await staging.addText(name, `${JSON.stringify(entry)}\n`);
    await staging.commit([{ temporary, final: join(register, name), replaces: true }]);
  } finally {
    await staging.discard();
  }
  const names = await namesIn(register);
  await Promise.all(names.slice(0, -mostEntries).map((old) => rm(join(register, old), { force: true })));
};

/** What was exported, the newest first; of one report where it is named. */
export async function* exportsDone(folders: Folders, report?: string): AsyncGenerator<Entry> {
  const register = registerOf(folders);
  for (const name of (await namesIn(register)).reverse()) {
    if (report !== undefined && !name.endsWith(`-${report}.json`)) continue;
    const entry = await readEntry(join(register, name));
    if (entry !== undefined && (report === undefined || entry.manifest.report === report)) yield entry;
  }
}

type Series = Pick<Manifest, 'report' | 'origin' | 'profile' | 'selection'>;

/** Whether two exports show the same thing, so that their rows may be compared. */
export const isSameSeries = (one: Series, other: Series): boolean =>
  one.report === other.report &&
  one.origin === other.origin &&
  one.profile === other.profile &&
  JSON.stringify(one.selection) === JSON.stringify(other.selection);

const isGood = ({ suspect, verdict }: Manifest): boolean => suspect === null && verdict !== 'doubtful';

/** Whether the file of an entry is still the one that was written, as far as its size tells. */
export const isPresent = async ({ folder, manifest }: Entry): Promise<boolean> => {
  const found = await stat(join(folder, manifest.file)).catch(() => undefined);
  return found?.isFile() === true && found.size === manifest.bytes;
};

/** Manifests in a folder, the newest first. */
export const manifestsIn = async (folder: string): Promise<readonly Manifest[]> => {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.manifest.json'));
  const all = await Promise.all(
    names.map(async (name) => readManifest(await readFile(join(folder, name), 'utf8').catch(() => ''))),
  );
  return all.filter((one) => one !== undefined).sort((a, b) => (a.ended < b.ended ? 1 : -1));
};

/**
 * The last good export of the same kind: by the register, or by the manifests in the folder where the register does not know (another
 * account or machine wrote there). `wanted` may ask for more, such as that its file is still there.
 */
export const lastGood = async (
  folders: Folders,
  series: Series,
  folder: string,
  wanted: (entry: Entry) => Promise<boolean> = () => Promise.resolve(true),
): Promise<Entry | undefined> => {
  for await (const entry of exportsDone(folders, series.report)) {
    if (isSameSeries(entry.manifest, series) && isGood(entry.manifest) && (await wanted(entry))) return entry;
  }
  for (const manifest of await manifestsIn(folder)) {
    const entry = { folder, manifest };
    if (isSameSeries(manifest, series) && isGood(manifest) && (await wanted(entry))) return entry;
  }
  return undefined;
};
