import { readFileSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/** The process that owns a lock: enough to tell whether it still runs, also after a reboot and after its number went to another process. */
export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  /** Changes with each boot; empty where the system does not report it. */
  readonly bootId: string;
  /** Start time of the process in ticks of the system; empty where the system does not report it. */
  readonly processStart: string;
  /** ISO time at which it took the lock. */
  readonly since: string;
}

/** `process 71 on reports-1, since 2026-08-21T06:00:00.000Z`. */
export const describeOwner = (owner: LockOwner | undefined): string =>
  owner === undefined ? 'another process' : `process ${owner.pid} on ${owner.host}, since ${owner.since}`;

export class LockedError extends Error {
  /** Undefined where the owner is not known: it takes the lock at this time, or holds it for milliseconds. */
  readonly owner: LockOwner | undefined;

  constructor(path: string, owner: LockOwner | undefined) {
    super(`${path} is locked by ${describeOwner(owner)}.`);
    this.name = 'LockedError';
    this.owner = owner;
  }
}

export interface ProcessLock {
  /** The owner that had ended without a release; undefined where the lock was free. */
  readonly takenOver: LockOwner | undefined;
  /** True once another process took the lock because this one was silent for too long: then nothing more may be written. */
  readonly isLost: () => boolean;
  release(): Promise<void>;
}

export interface ProcessLockOptions {
  /** Silence after which the lock of a process that cannot be seen from here is free: of another host. */
  readonly staleMs?: number;
  /** How long to wait for a running owner; not at all unless given. */
  readonly waitMs?: number;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

const defaultStaleMs = 10_000;
const pollMs = 250;
/** Interval of the sign of life: the time of change of the lock folder. */
const maxUpdateMs = 10_000;
const shortRetries = { retries: 2000, factor: 1.1, minTimeout: 2, maxTimeout: 20, randomize: true };

const readOrEmpty = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
};

const currentBootId = (): string => readOrEmpty('/proc/sys/kernel/random/boot_id');

/** State and start time of a process: fields 3 and 22 of proc(5) stat, counted after the program name, which may hold anything. */
const statOf = (pid: number): { readonly state: string; readonly start: string } => {
  const text = readOrEmpty(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', start: fields[19] ?? '' };
};

/** Whether a process with this number runs on this host. A zombie has ended; a process of another account counts as running. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return statOf(pid).state !== 'Z';
};

const thisProcess = (): LockOwner => ({
  pid: process.pid,
  host: hostname(),
  bootId: currentBootId(),
  processStart: statOf(process.pid).start,
  since: new Date().toISOString(),
});

let library: Promise<typeof import('proper-lockfile')> | undefined;

/**
 * The library removes its locks on signals and then ends the process, also on SIGXFSZ, which a write beyond a limit on file size raises.
 * With a listener of our own it does not: the write fails with EFBIG, as in any other Node program.
 */
const loadLibrary = () => {
  library ??= import('proper-lockfile').then((loaded) => {
    if (process.platform !== 'win32') process.on('SIGXFSZ', () => undefined);
    return loaded.default;
  });
  return library;
};

/** Paths this process owns. A lock with its number and start time that is not among them was left by an earlier owner. */
const ownPaths = new Set<string>();

const ownerFile = (path: string): string => `${path}-owner.json`;

const readOwner = async (path: string): Promise<LockOwner | undefined> => {
  try {
    const owner = JSON.parse(await readFile(ownerFile(path), 'utf8')) as LockOwner;
    return typeof owner.pid === 'number' ? owner : undefined;
  } catch {
    return undefined;
  }
};

/** Milliseconds since the last sign of life; undefined where there is no lock. */
const silenceOf = async (path: string): Promise<number | undefined> => {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? undefined : Date.now() - found.mtimeMs;
};

/**
 * On this host a process is looked up, so a stopped one (Ctrl-Z, a machine that slept) keeps its lock. Of another host only the sign of
 * life is visible; the same holds where the system does not report start times, because the number may be that of another process by now.
 */
const isAlive = (owner: LockOwner, path: string, isSilent: boolean): boolean => {
  const self = thisProcess();
  if (owner.host !== self.host) return !isSilent;
  if (owner.bootId !== self.bootId) return false;
  if (owner.pid === self.pid && owner.processStart === self.processStart) return ownPaths.has(path);
  if (!isRunning(owner.pid)) return false;
  return owner.processStart === '' ? !isSilent : owner.processStart === statOf(owner.pid).start;
};

/** The running owner of a lock. */
export const ownerOf = async (path: string, staleMs = defaultStaleMs): Promise<LockOwner | undefined> => {
  const [silence, owner] = await Promise.all([silenceOf(path), readOwner(path)]);
  return silence !== undefined && owner !== undefined && isAlive(owner, path, silence > staleMs) ? owner : undefined;
};

/**
 * Runs `work` alone among all processes that use the same path. For work of milliseconds up to a few seconds: waits for its turn up to half
 * a minute, and a lock whose owner gives no sign of life for `staleMs` is free. Throws LockedError.
 */
export const withShortLock = async <T>(path: string, work: () => Promise<T>, staleMs = defaultStaleMs): Promise<T> => {
  const lockfile = await loadLibrary();
  const release = await lockfile
    .lock(path, {
      lockfilePath: path,
      realpath: false,
      stale: staleMs,
      retries: shortRetries,
      // The default throws out of a timer, which would end the process.
      onCompromised: () => undefined,
    })
    .catch((error: unknown) => {
      throw error instanceof Error && 'code' in error && error.code === 'ELOCKED'
        ? new LockedError(path, undefined)
        : error;
    });
  try {
    return await work();
  } finally {
    await release().catch(() => undefined);
  }
};

const attempt = async (path: string, staleMs: number): Promise<ProcessLock | LockedError> => {
  const [silence, owner] = await Promise.all([silenceOf(path), readOwner(path)]);
  if (silence !== undefined) {
    const isSilent = silence > staleMs;
    const isOwned = owner === undefined ? !isSilent : isAlive(owner, path, isSilent);
    if (isOwned) return new LockedError(path, owner);
    await rm(path, { recursive: true, force: true });
  }
  const lockfile = await loadLibrary();
  let isLost = false;
  const release = await lockfile.lock(path, {
    lockfilePath: path,
    realpath: false,
    stale: staleMs,
    update: Math.min(staleMs / 2, maxUpdateMs),
    onCompromised: () => void (isLost = true),
  });
  ownPaths.add(path);
  const free = async () => {
    ownPaths.delete(path);
    // Once lost, both belong to another process.
    if (isLost) return;
    // In this order: a lock without an owner counts as taken, an owner without a lock does not.
    await rm(ownerFile(path), { force: true });
    await release().catch(() => undefined);
  };
  try {
    await writeFile(ownerFile(path), `${JSON.stringify(thisProcess())}\n`, { mode: 0o600 });
  } catch (error) {
    await free();
    throw error;
  }
  return { takenOver: silence === undefined ? undefined : owner, isLost: () => isLost, release: free };
};

/**
 * Takes a lock for as long as this process runs or until it is released: `path` becomes a folder, with the owner in `path-owner.json`
 * beside it. The lock of an ended process is taken over at once. Attempts of several processes run one after the other, so of two
 * that find the same ended owner only one gets the lock. Throws LockedError with the owner, and removes the lock when the process exits.
 */
export const takeProcessLock = async (path: string, options: ProcessLockOptions = {}): Promise<ProcessLock> => {
  const { staleMs = defaultStaleMs, waitMs = 0, signal } = options;
  const until = performance.now() + waitMs;
  for (;;) {
    signal?.throwIfAborted();
    const result = await withShortLock(`${path}-attempt`, () => attempt(path, staleMs));
    if (!(result instanceof LockedError)) return result;
    const left = until - performance.now();
    if (left <= 0) throw result;
    await delay(Math.min(pollMs, left), undefined, signal === undefined ? {} : { signal });
  }
};
