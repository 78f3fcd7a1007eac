import { randomBytes } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { constants, copyFile, type FileHandle, link, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../errors.ts';
import { codeOf, fileCauses, syncFolder } from '../files.ts';
import type { Io } from '../io.ts';

/** When a file is written, these codes are about its folder. */
const causes: Readonly<Record<string, string>> = {
  ...fileCauses,
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  ENOENT: 'the folder does not exist',
};

export const hasCode = (thrown: unknown, ...codes: string[]): boolean => codes.includes(codeOf(thrown));

/** Turns the error of a file operation into exit 74 with a readable cause; other errors are returned as they are. */
export const toFileError = (thrown: unknown, path: string): unknown => {
  const isFileFailure = thrown instanceof Error && 'syscall' in thrown && !(thrown instanceof CliError);
  if (!isFileFailure) return thrown;
  const code = codeOf(thrown);
  return new CliError('E-IO', `${path} cannot be written: ${causes[code] ?? thrown.message} (${code}).`, {
    hint: 'Existing files are unchanged. Correct the disk, the permissions or the path, then run the command again.',
  });
};

/** A complete file under its temporary name, on its way to the name it will have. */
export interface Staged {
  readonly temporary: string;
  readonly final: string;
  /** False: an existing file of that name is refused, also one that appeared meanwhile. */
  readonly replaces: boolean;
}

export const existsError = (path: string): CliError => new CliError('E-EXISTS', `${path} already exists.`);

/** Gives a file its name only where it is free: a link fails on an existing name atomically, a rename does not. */
const placeNew = async ({ temporary, final }: Staged): Promise<void> => {
  try {
    await link(temporary, final);
    await rm(temporary);
    return;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw existsError(final);
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EISDIR')) throw error;
  }
  // A file system without links: reserve the name by an empty file, then rename over it.
  const claim = await open(final, 'wx', 0o600).catch((error: unknown) => {
    throw hasCode(error, 'EEXIST') ? existsError(final) : error;
  });
  await claim.close();
  await rename(temporary, final);
};

/**
 * Files written beside their destination (same folder, mode 0600, name ending in .partial) and renamed together once all are
 * complete and synced. Temporary files that are left are removed, also when the process exits.
 * `jobId` (8 hex digits) marks the temporary files of a job that runs under a lock, so that the next run can remove those of a killed one.
 */
export const createStaging = (folder: string, { onExit }: Pick<Io, 'onExit'>, jobId?: string) => {
  const temporaries = new Set<string>();
  const removeAtExit = () => {
    for (const path of temporaries) {
      try {
        unlinkSync(path);
      } catch {
        // Already removed, or not removable.
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
    /** A complete and synced file. */
    async write(label: string, content: string | Uint8Array | AsyncIterable<string>): Promise<string> {
      const { path, handle } = await create(label);
      await using file = handle;
      await file.writeFile(content);
      await file.sync();
      return path;
    },
    /** A second file with the same bytes; shares the blocks where the file system supports it. */
    async addCopy(label: string, source: string): Promise<string> {
      const path = temporaryName(label);
      await copyFile(source, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      await using handle = await open(path, 'r+');
      await handle.sync();
      return path;
    },
    /** Renames the files to their final names in this order; only the first may be refused, so that all or none appear. */
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
