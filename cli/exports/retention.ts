import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checksumName, deltaName, type Manifest, manifestName } from './manifest.ts';
import { isSameSeries, manifestsIn } from './register.ts';

const day = 86_400_000;

/** A plain name that lies in the folder itself, whatever somebody wrote into a manifest. */
const isPlain = (name: string): boolean => name !== '' && !/[/\\\0]/.test(name) && name !== '.' && name !== '..';

const isOurs = async (folder: string, { file, bytes }: Manifest): Promise<boolean> => {
  if (!isPlain(file)) return false;
  const found = await lstat(join(folder, file)).catch(() => undefined);
  // Something else may have taken the name meanwhile.
  return found?.isFile() === true && found.size === bytes;
};

/**
 * Deletes older files of the same export in its folder: only those that a manifest of ours lists and that still have the size it says.
 * With both limits a file goes only when both let it. The latest copy and what was put aside as suspect stay.
 */
export const deleteOld = async (
  folder: string,
  written: Manifest,
  limits: { readonly keep?: number | undefined; readonly keepDays?: number | undefined; readonly now: number },
): Promise<readonly string[]> => {
  const { keep, keepDays, now } = limits;
  if (keep === undefined && keepDays === undefined) return [];
  const series = (await manifestsIn(folder)).filter(
    (one) => isSameSeries(one, written) && one.suspect === null && !one.file.includes('_latest.'),
  );
  const deleted: string[] = [];
  for (const [index, old] of series.entries()) {
    const isTooMany = keep === undefined || index >= keep;
    const isTooOld = keepDays === undefined || Date.parse(old.ended) < now - keepDays * day;
    if (!isTooMany || !isTooOld || old.file === written.file) continue;
    if (!(await isOurs(folder, old))) continue;
    // The manifest goes last: while anything is left, it says what it belongs to.
    for (const name of [old.file, checksumName(old.file), deltaName(old.file), manifestName(old.file)]) {
      await rm(join(folder, name), { force: true });
    }
    deleted.push(old.file);
  }
  return deleted;
};
