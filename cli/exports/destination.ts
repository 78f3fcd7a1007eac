import { lstat, realpath, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CliError } from '../errors.ts';
import { hasCode, toFileError } from './fileErrors.ts';
import { alreadyThere } from './stagedFiles.ts';

/** What happens to an existing file of the same name: replaced, refused (exit 8), or left while this one gets a number. */
export type OnExisting = 'replace' | 'refuse' | 'number';

/** Where an export goes: a folder, and the name in it where it is known before the server names the file. */
export interface Destination {
  readonly folder: string;
  readonly name: string | undefined;
  readonly onExisting: OnExisting;
}

/** The least that must be free before anything is asked of the server. */
const leastFree = 16 * 1024 * 1024;

const statOrNone = async (path: string) => {
  try {
    return await stat(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw toFileError(error, path);
  }
};

/** A link's own file is written, so that the link stays; a link to nothing is written where it points. */
const behindLinks = async (path: string): Promise<string> => {
  const entry = await lstat(path).catch(() => undefined);
  if (!entry?.isSymbolicLink()) return path;
  return realpath(path).catch((error: unknown) => {
    throw toFileError(error, path);
  });
};

/** Refuses what must not be replaced: a file without leave, a folder, a device. */
export const checkTarget = async (path: string, onExisting: OnExisting): Promise<void> => {
  const existing = await statOrNone(path);
  if (existing === undefined) return;
  if (existing.isDirectory()) {
    throw new CliError('E-IO', `${path} is a folder.`, { hint: 'Name a file in it.' });
  }
  // A rename would put a file in the place of a device, /dev/null for one.
  if (!existing.isFile()) {
    throw new CliError('E-IO', `${path} is no plain file.`, { hint: 'Use --out - and redirect it.' });
  }
  if (onExisting === 'refuse') throw alreadyThere(path);
};

export const toFile = async (out: string, overwrite: boolean): Promise<Destination> => {
  const path = await behindLinks(resolve(out));
  const onExisting = overwrite ? 'replace' : 'refuse';
  await checkTarget(path, onExisting);
  return { folder: dirname(path), name: basename(path), onExisting };
};

export const toFolder = async (
  folder: string,
  name: string | undefined,
  onExisting: OnExisting,
): Promise<Destination> => {
  const path = resolve(folder);
  const existing = await statOrNone(path);
  if (!existing?.isDirectory()) {
    // Not made by us: a backup disk that is not mounted must not be replaced by a folder of the same name.
    const state = existing === undefined ? 'does not exist' : 'is no folder';
    throw new CliError('E-IO', `${path} ${state}.`, { hint: 'Make the folder first.' });
  }
  if (name !== undefined) await checkTarget(join(path, name), onExisting);
  return { folder: path, name, onExisting };
};

const mib = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024).toLocaleString('en-US')} MiB`;

/** Refuses a disk without room for `bytes`; a file system that does not tell its size is taken at its word. */
export const checkFreeSpace = async (folder: string, bytes: number): Promise<void> => {
  const disk = await statfs(folder).catch(() => undefined);
  if (disk === undefined || disk.blocks === 0) return;
  const free = disk.bavail * disk.bsize;
  const needed = Math.max(leastFree, bytes);
  if (free >= needed) return;
  throw new CliError('E-IO', `${folder} has ${mib(free)} free, ${mib(needed)} are needed.`, {
    hint: 'Make room first.',
  });
};

/** What the last file took is the best guess of what the next one will. */
export const sizeOfLast = async (...paths: readonly string[]): Promise<number> => {
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path).catch(() => undefined))?.size ?? 0));
  return Math.max(0, ...sizes);
};
