import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises';
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
  EINVAL: 'it is not a regular file',
  EEXIST: 'it already exists',
  EIO: 'the disk reports an error',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
  ELOOP: 'its links lead in a circle',
};

/** The code of a system error such as ENOENT; empty for other errors. */
export const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '';

/** One folder after the other: Node's `recursive` never ends where a folder that exists takes none, as /proc does. */
const makeFolders = async (folder: string): Promise<void> => {
  const make = () =>
    mkdir(folder, { mode: 0o700 }).catch(async (error: unknown) => {
      if (codeOf(error) !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
    });
  await make().catch(async (error: unknown) => {
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolders(dirname(folder));
    await make();
  });
};

export const makePrivateFolder = async (folder: string): Promise<void> => {
  await makeFolders(folder);
  // mkdir does not change the mode of an existing folder. Windows has no modes and ignores the call.
  await chmod(folder, 0o700);
};

/** Makes the names in a folder survive a loss of power; syncing a file secures only its content. */
export const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot open a folder, and does not need this.
  await using handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync();
};

const flushAt = 256 * 1024;

/** A private file (0600) that is written in large pieces. Text is in the file after `flush`. */
export const openTextFile = async (path: string) => {
  const handle = await open(path, 'w', 0o600);
  let waiting = '';
  const flush = async (): Promise<void> => {
    const text = waiting;
    waiting = '';
    await handle.writeFile(text);
  };
  return {
    async write(text: string): Promise<void> {
      waiting += text;
      if (waiting.length >= flushAt) await flush();
    },
    flush,
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
};

/** Writes texts into a private file (0600) in constant memory; it replaces an earlier one when it is complete and synced, or not at all. */
export const writeLines = async (path: string, texts: AsyncIterable<string> | Iterable<string>): Promise<void> => {
  // write-file-atomic does the same but cannot be bundled: it names its temporary files after __filename.
  const temporary = `${path}.${randomUUID()}.part`;
  const file = await openTextFile(temporary);
  try {
    for await (const text of texts) await file.write(text);
    await file.flush();
    await file.sync();
    await file.close();
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
};

/** Replaces a file atomically; only its owner may read it: 0600 in a 0700 folder. */
export const writePrivateFile = async (file: string, text: string): Promise<void> => {
  await makePrivateFolder(dirname(file));
  await writeLines(file, [text]);
};
