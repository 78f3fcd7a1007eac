import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';

/**
 * A file or folder in a folder of the run: made by the first file that needs it, under the path that `make` is given; another worker waits for it.
 * Returns its path.
 */
export async function madeOnce(folder: string, name: string, make: (path: string) => Promise<void>): Promise<string> {
  const path = join(folder, name);
  const release = await lock(folder, { retries: { retries: 600, minTimeout: 100, maxTimeout: 100 } });
  try {
    if (existsSync(path)) return path;
    // What a failed attempt leaves is not taken for it.
    const unfinished = join(folder, `${name}.unfinished`);
    await make(unfinished);
    await rename(unfinished, path);
    return path;
  } finally {
    await release();
  }
}
