import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning } from '../../../node/processLock.ts';

/** True when a running process is the PostgreSQL of this folder, not a stranger with the same number. */
export function isPostgresOf(pid: number, folder: string): boolean {
  if (!isRunning(pid)) return false;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
  } catch {
    return process.platform !== 'linux';
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself.
  }
}

export async function waitForEnd(pid: number, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; ) {
    if (!isRunning(pid)) return true;
    await delay(20);
  }
  return !isRunning(pid);
}
