import { open } from 'node:fs/promises';

/** Makes the names in a folder survive a loss of power; syncing a file keeps only what is in it. */
export const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot sync a folder and does not need it.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
