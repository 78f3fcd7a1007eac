import { chmod, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces a file atomically; only its owner may read it (0600 in a 0700 folder). */
export const writePrivateFile = async (file: string, text: string): Promise<void> => {
  const { default: writeFileAtomic } = await import('write-file-atomic');
  await makePrivateFolder(dirname(file));
  await writeFileAtomic(file, text, { mode: 0o600 });
};

export const makePrivateFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // An existing folder keeps its mode in mkdir; Windows knows no modes.
  if (process.platform !== 'win32') await chmod(folder, 0o700);
};
