import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../projectFolder.ts';

/** True where a built file is missing or older than anything it was built from. */
export async function isStale(built: string, sources: readonly string[]): Promise<boolean> {
  const target = join(projectFolder, built);
  if (!existsSync(target)) return true;
  const made = (await stat(target)).mtimeMs;
  const changes = await Promise.all(sources.map((source) => newestChange(join(projectFolder, source))));
  return changes.some((changed) => changed > made);
}

async function newestChange(path: string): Promise<number> {
  if (!existsSync(path)) return 0;
  const entry = await stat(path);
  if (!entry.isDirectory()) return entry.mtimeMs;
  const children = await readdir(path, { withFileTypes: true });
  const skipped = new Set(['node_modules', 'dist']);
  const changes = await Promise.all(
    children.filter(({ name }) => !skipped.has(name)).map(({ name }) => newestChange(join(path, name))),
  );
  return Math.max(0, ...changes);
}
