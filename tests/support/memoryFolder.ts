import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'carepost-tests-';
const smallestFreeBytes = 8 * 1024 ** 3;

/**
 * Keeps the temporary files of a test run in memory, where Linux has a file system for it with at least 8 GiB free: the run makes some 400
 * databases of 1,400 files each, which cost ten times as much on a disk. A TMPDIR of the environment is left as it is.
 */
export function keepFilesInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !existsSync(memory)) return;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < smallestFreeBytes) return;
  for (const name of readdirSync(memory)) if (name.startsWith(prefix)) removeIfEnded(name);
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder);
  // PostgreSQL may run under another account, which has to walk in.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  process.on('exit', () => remove(folder));
}

/** What a run left that was killed. */
function removeIfEnded(name: string): void {
  if (!existsSync(join('/proc', name.slice(prefix.length)))) remove(join(memory, name));
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
