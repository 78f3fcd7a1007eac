import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../errors.ts';
import type { Folders } from '../folders.ts';

/** One process at a time may do it, such as renew a profile's sign-in; a lock whose owner died is taken over after 10 s. */
export const withLock = async <T>(
  folders: Folders,
  name: string,
  work: () => Promise<T>,
  what = 'the sign-in',
): Promise<T> => {
  const { default: lockfile } = await import('proper-lockfile');
  const folder = join(folders.state, 'locks');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const release = await lockfile
    .lock(folder, {
      lockfilePath: join(folder, `${name}.lock`),
      stale: 10_000,
      retries: { retries: 60, factor: 1.2, minTimeout: 25, maxTimeout: 500, randomize: true },
    })
    .catch((error: unknown) => {
      throw new CliError('E-LOCKED', `Another carepost process keeps ${what} locked (${String(error)}).`);
    });
  try {
    return await work();
  } finally {
    await release().catch(() => undefined);
  }
};
