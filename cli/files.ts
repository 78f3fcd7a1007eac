import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Why an operation on a file failed, by the code of the system. */
export const fileCauses: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than the system allows',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  EEXIST: 'it already exists',
  EIO: 'the disk reports an error',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
  ELOOP: 'its links lead in a circle',
};

/**
 * Replaces a file atomically (written beside it, synced, renamed); only its owner may read it: 0600 in a 0700 folder.
 * write-file-atomic does the same but cannot be bundled (it names its temporary files after __filename).
 */
export const writePrivateFile = async (file: string, text: string): Promise<void> => {
  await makePrivateFolder(dirname(file));
  const fresh = `${file}.${randomUUID()}`;
  try {
    const handle = await open(fresh, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
};

export const makePrivateFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // An existing folder keeps its mode in mkdir. Windows has no modes and ignores the call.
  await chmod(folder, 0o700);
};

/** Makes the names in a folder survive a loss of power; syncing a file keeps only what is in it. */
export const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot open a folder, and does not need this.
  const handle = await open(folder, 'r').catch(() => undefined);
  if (handle === undefined) return;
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
