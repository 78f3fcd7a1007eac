import { open } from 'node:fs/promises';

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
