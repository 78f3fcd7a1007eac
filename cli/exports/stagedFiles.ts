import { randomBytes } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { copyFile, constants, type FileHandle, link, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../errors.ts';
import type { Io } from '../io.ts';
import { syncFolder } from '../syncFolder.ts';
import { hasCode } from './fileErrors.ts';

/** A complete file under its temporary name, on its way to the name it will have. */
export interface Staged {
  readonly temporary: string;
  readonly final: string;
  /** False: an existing file of that name is refused, also one that appeared meanwhile. */
  readonly replaces: boolean;
}

export const alreadyThere = (path: string): CliError => new CliError('E-EXISTS', `${path} already exists.`);

/** Gives a file its name only where nothing has it: a link fails on an existing name in one step, a rename does not. */
const placeNew = async ({ temporary, final }: Staged): Promise<void> => {
  try {
    await link(temporary, final);
    await rm(temporary);
    return;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw alreadyThere(final);
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EISDIR')) throw error;
  }
  // A file system without links: claim the name by an empty file, then put ours over it.
  const claim = await open(final, 'wx', 0o600).catch((error: unknown) => {
    throw hasCode(error, 'EEXIST') ? alreadyThere(final) : error;
  });
  await claim.close();
  await rename(temporary, final);
};

/**
 * Files written beside their destination (same folder, mode 0600, name ending in .partial) and put in place together once all
 * are complete and on the disk. Whatever is left under a temporary name is removed, also when the process is made to exit.
 * `jobId` (8 hex digits) marks the temporary files of a job that runs under a lock, so that the next run can remove those of a killed one.
 */
export const createStaging = (folder: string, { onExit }: Pick<Io, 'onExit'>, jobId?: string) => {
  const temporaries = new Set<string>();
  const removeAtExit = () => {
    for (const path of temporaries) {
      try {
        unlinkSync(path);
      } catch {
        // Gone already, or out of our hands.
      }
    }
  };
  const stopWatchingExit = onExit(removeAtExit);

  const temporaryName = (label: string) => {
    const mark = jobId === undefined ? '' : `${jobId}-`;
    const path = join(folder, `${label}.${mark}${randomBytes(4).toString('hex')}.partial`);
    temporaries.add(path);
    return path;
  };
  const create = async (label: string): Promise<{ path: string; handle: FileHandle }> => {
    const path = temporaryName(label);
    return { path, handle: await open(path, 'wx', 0o600) };
  };

  return {
    create,
    async addText(label: string, text: string): Promise<string> {
      const { path, handle } = await create(label);
      try {
        await handle.writeFile(text);
        await handle.sync();
      } finally {
        await handle.close();
      }
      return path;
    },
    /** A second file with the same bytes; shares the blocks where the file system can. */
    async addCopy(label: string, source: string): Promise<string> {
      const path = temporaryName(label);
      await copyFile(source, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      const handle = await open(path, 'r+');
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
      return path;
    },
    /** Puts the files in place in the given order; the first decides, so it is the one that may be refused. */
    async commit(files: readonly Staged[]): Promise<void> {
      for (const file of files) {
        await (file.replaces ? rename(file.temporary, file.final) : placeNew(file));
        temporaries.delete(file.temporary);
      }
      await syncFolder(folder);
    },
    /** Removes what was not committed, except one file: that loses the mark of its job, so that no later run removes it. Returns its path. */
    async discard(except?: string): Promise<string | undefined> {
      let left = except;
      if (except !== undefined) {
        const unmarked = jobId === undefined ? except : except.replace(`.${jobId}-`, '.');
        await rename(except, unmarked).then(
          () => (left = unmarked),
          () => undefined,
        );
        temporaries.delete(except);
      }
      await Promise.all([...temporaries].map((path) => rm(path, { force: true }).catch(() => undefined)));
      temporaries.clear();
      stopWatchingExit();
      return left;
    },
  };
};
export type Staging = ReturnType<typeof createStaging>;

/** Removes temporary files of earlier runs of a job. Only the owner of its lock may call this: then no other process writes them. */
export const clearLeftovers = async (folder: string, jobId: string): Promise<void> => {
  const form = new RegExp(`\\.${jobId}-[0-9a-f]{8}\\.partial$`);
  const names = (await readdir(folder).catch(() => [])).filter((name) => form.test(name));
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true }).catch(() => undefined)));
};
