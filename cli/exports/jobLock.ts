import { createHash } from 'node:crypto';
import { readFileSync, unlinkSync } from 'node:fs';
import { mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CliError } from '../errors.ts';
import type { Folders } from '../folders.ts';
import { hasCode } from './fileErrors.ts';
import { isDead, type Owner, thisProcess } from './processOwner.ts';

const heartbeat = 10_000;
const longestSilence = 120_000;
const lookAgain = 250;

export interface JobLock {
  /** Whose lock was taken over, in words; undefined where none was. */
  readonly takenOver: string | undefined;
  release(): void;
}

/** A file of this age that names nobody was left by a crash; a younger one is just being written. */
const longestWriting = 10_000;

interface Held {
  /** Undefined while the file names nobody yet. */
  readonly owner: Owner | undefined;
  readonly silence: number;
}

const describe = ({ pid, host, since }: Owner): string => `process ${pid} on ${host}, since ${since}`;

/** Who holds it, and how long ago it last gave a sign; undefined where nobody does. */
const holder = async (path: string, now: number): Promise<Held | undefined> => {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    const silence = now - mtimeMs;
    try {
      const owner = JSON.parse(text) as Owner;
      return { owner: typeof owner.pid === 'number' ? owner : undefined, silence };
    } catch {
      return { owner: undefined, silence };
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
};

const isGone = ({ owner, silence }: Held): boolean =>
  owner === undefined ? silence > longestWriting : isDead(owner, silence, longestSilence);

/** Makes the file unless it is there: one step, so only one of two succeeds. */
const claim = async (path: string, owner: Owner): Promise<boolean> => {
  const handle = await open(path, 'wx', 0o600).catch((error: unknown) => {
    if (hasCode(error, 'EEXIST')) return undefined;
    throw error;
  });
  if (handle === undefined) return false;
  try {
    await handle.writeFile(`${JSON.stringify(owner)}\n`);
  } finally {
    await handle.close();
  }
  return true;
};

type Attempt = { readonly takenOver: string | undefined } | { readonly busy: string };

/** Of two who find a dead owner, the one with this second file removes the lock: the other might remove a fresh one. */
const takeOver = async (path: string, owner: Owner, now: () => number): Promise<Attempt> => {
  const guard = `${path}.taking`;
  if (!(await claim(guard, owner))) {
    const other = await holder(guard, now());
    if (other !== undefined && isGone(other)) await rm(guard, { force: true });
    return { busy: 'another process that is just taking it over' };
  }
  try {
    const held = await holder(path, now());
    if (held !== undefined && !isGone(held))
      return { busy: held.owner ? describe(held.owner) : 'a process just started' };
    await rm(path, { force: true });
    if (!(await claim(path, owner))) return { busy: 'a process just started' };
    return { takenOver: held?.owner === undefined ? undefined : describe(held.owner) };
  } finally {
    await rm(guard, { force: true });
  }
};

const attempt = async (path: string, owner: Owner, now: () => number): Promise<Attempt> => {
  if (await claim(path, owner)) return { takenOver: undefined };
  const held = await holder(path, now());
  if (held === undefined) return attempt(path, owner, now);
  if (isGone(held)) return takeOver(path, owner, now);
  return { busy: held.owner === undefined ? 'a process just started' : describe(held.owner) };
};

/**
 * One export of a kind at a time: a lock file with pid, host, boot id, start time and heartbeat (its time of change). The packaged lock
 * library tells of an owner only that it was silent for a while, and turns a full file system into a killed process; here a dead owner
 * is known at once and a slow one is never robbed.
 */
export const lockJob = async (
  folders: Folders,
  job: string,
  options: { readonly waitMs: number; readonly signal: AbortSignal; readonly now: () => number },
): Promise<JobLock> => {
  const { waitMs, signal, now } = options;
  const folder = join(folders.state, 'locks');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `export-${createHash('sha256').update(job).digest('hex').slice(0, 16)}.json`);
  const owner = thisProcess(now());
  const until = now() + waitMs;
  for (;;) {
    signal.throwIfAborted();
    const result = await attempt(path, owner, now);
    if ('takenOver' in result) return holding(path, owner, result.takenOver, now);
    if (now() >= until) {
      throw new CliError('E-LOCKED', `The same export is running: ${result.busy}.`, {
        hint: 'Let it end, or wait longer for it: --lock-wait 10m',
      });
    }
    await wait(Math.min(lookAgain, Math.max(1, until - now())), undefined, { signal });
  }
};

const holding = (path: string, owner: Owner, takenOver: string | undefined, now: () => number): JobLock => {
  const timer = setInterval(() => {
    const at = new Date(now());
    // A lock that somebody removed by hand has no heart to beat.
    utimes(path, at, at).catch(() => undefined);
  }, heartbeat);
  timer.unref();
  const text = `${JSON.stringify(owner)}\n`;
  const atExit = () => {
    try {
      if (readFileSync(path, 'utf8') === text) unlinkSync(path);
    } catch {
      // Released already.
    }
  };
  process.on('exit', atExit);
  return {
    takenOver,
    release() {
      clearInterval(timer);
      process.off('exit', atExit);
      atExit();
    },
  };
};
