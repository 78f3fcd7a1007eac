import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Who holds a lock: enough to tell later whether it still lives, also after a restart and where process numbers were used again. */
export interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Changes with each start of the machine; empty where the system does not tell. */
  readonly bootId: string;
  /** When the process began, in the system's own ticks; empty where it does not tell. */
  readonly processStart: string;
  readonly since: string;
}

const readOrEmpty = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
};

const bootId = (): string => readOrEmpty('/proc/sys/kernel/random/boot_id');

/** Field 22 of proc(5) stat; the name before it may hold blanks and brackets. */
const startOf = (pid: number): string => {
  const text = readOrEmpty(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
};

export const thisProcess = (now: number): Owner => ({
  pid: process.pid,
  host: hostname(),
  bootId: bootId(),
  processStart: startOf(process.pid),
  since: new Date(now).toISOString(),
});

const answers = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process: it lives, and may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/**
 * Whether the owner is gone for certain. Of a process on another host nothing can be seen but its heartbeat, so there silence of
 * `longestSilence` ms counts.
 */
export const isDead = (owner: Owner, silence: number, longestSilence: number): boolean => {
  const here = thisProcess(0);
  if (owner.host !== here.host) return silence > longestSilence;
  if (owner.bootId !== here.bootId) return true;
  if (!answers(owner.pid)) return true;
  const started = startOf(owner.pid);
  return owner.processStart !== '' && started !== '' && owner.processStart !== started;
};
