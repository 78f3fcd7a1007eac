import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

export interface WatchedFolder {
  /** As a response names it: paths stay inside. */
  readonly name: string;
  readonly path: string;
}

export interface DiskSpace {
  /** Why the server cannot store anything: a sentence for each disk that is full or nearly so. */
  problems(): Promise<readonly string[]>;
}

const keptMs = 1_000;
/** A network file system may not respond at all. */
const patienceMs = 1_000;
const megabyte = 1024 * 1024;

/** Looks at the free space of the folders, at most once a second. */
export function watchDisks(folders: readonly WatchedFolder[], minFreeBytes: number): DiskSpace {
  let last: { readonly at: number; readonly problems: Promise<readonly string[]> } | undefined;
  const look = async () => {
    const found = await Promise.all(folders.map((folder) => problemOf(folder, minFreeBytes)));
    return found.filter((problem) => problem !== undefined);
  };
  return {
    problems: () => {
      if (!last || performance.now() - last.at > keptMs) last = { at: performance.now(), problems: look() };
      return last.problems;
    },
  };
}

async function problemOf({ name, path }: WatchedFolder, minFreeBytes: number): Promise<string | undefined> {
  const late = new AbortController();
  try {
    const space = await Promise.race([statfs(path), delay(patienceMs, undefined, { signal: late.signal, ref: false })]);
    if (space === undefined) return `The disk of the ${name} does not respond.`;
    const free = space.bavail * space.bsize;
    const remedy = 'Free space, or lower MIN_FREE_DISK_MB.';
    if (free < minFreeBytes)
      return `The disk of the ${name} has ${Math.floor(free / megabyte)} MB free, less than ${minFreeBytes / megabyte} MB. ${remedy}`;
    // Some file systems do not count files.
    if (space.files > 0 && space.ffree === 0) return `The disk of the ${name} can hold no more files. Delete some.`;
    return undefined;
  } catch (error) {
    return `The disk of the ${name} cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : 'error'}).`;
  } finally {
    late.abort();
  }
}
