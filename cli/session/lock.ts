import { join } from 'node:path';
import { LockedError, withShortLock } from '../../node/processLock.ts';
import { CliError } from '../errors.ts';
import type { Folders } from '../folders.ts';
import { makePrivateFolder } from '../files.ts';

/** Runs work in one process at a time, such as the renewal of a profile's sign-in. */
export const withLock = async <T>(
  folders: Folders,
  name: string,
  work: () => Promise<T>,
  what = 'the sign-in',
): Promise<T> => {
  const folder = join(folders.state, 'locks');
  await makePrivateFolder(folder);
  return withShortLock(join(folder, `${name}.lock`), work).catch((error: unknown) => {
    throw error instanceof LockedError
      ? new CliError('E-LOCKED', `Another carepost process has locked ${what} (${error.message}).`)
      : error;
  });
};
