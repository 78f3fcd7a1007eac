import { join } from 'node:path';
import { describeOwner, LockedError, ownerOf, type ProcessLock, takeProcessLock } from '../../node/processLock.ts';
import { CliError } from '../errors.ts';

const lockPath = (folder: string): string => join(folder, 'lock');

/** One process for each run; exit 11 names the owner. */
export const lockRun = async (folder: string, run: string): Promise<ProcessLock> => {
  try {
    return await takeProcessLock(lockPath(folder));
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    throw new CliError('E-LOCKED', `The run ${run} is in progress: ${describeOwner(error.owner)}.`, {
      hint: `Wait for it, or watch it: carepost bulk status ${run} --watch`,
    });
  }
};

/** Whether a running process works on the run, as far as this host can tell. */
export const isLocked = async (folder: string): Promise<boolean> => (await ownerOf(lockPath(folder))) !== undefined;
