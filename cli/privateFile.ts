import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

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
