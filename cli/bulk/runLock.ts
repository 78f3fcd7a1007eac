import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { CliError } from '../errors.ts';
import { writePrivateFile } from '../privateFile.ts';

/** Who holds a lock: enough to tell whether that process still lives, also after its number went to another one. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Id of the machine's start and of the process' start; null where the system does not tell. */
  readonly boot: string | null;
  readonly begun: string | null;
  readonly since: string;
}

const textOf = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
};

const bootId = (): string | null => textOf('/proc/sys/kernel/random/boot_id');
/** Field 22 of proc's stat, counted behind the program's name, which may hold anything. */
const startOf = (pid: number): string | null => textOf(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')[19] ?? null;

const isAlive = ({ pid, boot, begun }: Holder): boolean => {
  if (boot !== null && boot !== bootId()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return begun === null || begun === startOf(pid);
};

const readHolder = async (path: string): Promise<Holder | undefined> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
};

const stale = 10_000;

export interface RunLock {
  /** Set when another process took the lock over because this one stood still for too long; then nothing more may be written. */
  readonly lost: () => boolean;
  release(): Promise<void>;
}

/**
 * One process for each run: exit 11 names the holder. On this host a lock is taken over as soon as its process is dead and never
 * before; from another host 10 s after its last sign of life.
 */
export const lockRun = async (folder: string, run: string): Promise<RunLock> => {
  const { default: lockfile } = await import('proper-lockfile');
  const holderFile = join(folder, 'holder.json');
  const lockfilePath = join(folder, 'lock');
  let gone = false;
  const options = { lockfilePath, stale, onCompromised: () => void (gone = true) };
  const take = () => lockfile.lock(folder, options);
  /** Two that find the same dead holder take turns, so that neither takes the lock from the other. */
  const takeOver = async () => {
    // Under a name of its own: the library knows a lock by the file it is for, not by where it lies.
    const done = await lockfile.lock(join(folder, 'takeover'), { realpath: false, stale, retries: 5 });
    try {
      const holder = await readHolder(holderFile);
      if (holder === undefined || holder.host !== hostname() || isAlive(holder)) return undefined;
      await rm(lockfilePath, { recursive: true, force: true });
      return await take();
    } finally {
      await done();
    }
  };
  // One that stands still (Ctrl-Z, a machine that slept) gives no sign of life for long, and goes on all the same. Without the moment
  // it began, its number may be that of another process by now.
  const known = await readHolder(holderFile);
  const isKept = known !== undefined && known.begun !== null && known.host === hostname() && isAlive(known);
  const release = isKept
    ? undefined
    : await take()
        .catch(() => takeOver())
        .catch(() => undefined);
  if (release === undefined) {
    const holder = await readHolder(holderFile);
    const who =
      holder === undefined ? 'Another process' : `Process ${holder.pid} on ${holder.host} (since ${holder.since})`;
    throw new CliError('E-LOCKED', `${who} works on the run ${run}.`, {
      hint: `Wait for it, or watch it: carepost bulk status ${run} --watch`,
    });
  }
  const mine: Holder = {
    pid: process.pid,
    host: hostname(),
    boot: bootId(),
    begun: startOf(process.pid),
    since: new Date().toISOString(),
  };
  await writePrivateFile(holderFile, JSON.stringify(mine));
  return {
    lost: () => gone,
    async release() {
      // Lost, both belong to somebody else by now.
      if (gone) return;
      await rm(holderFile, { force: true });
      await release();
    },
  };
};

/** Whether a living process works on the run, as far as this host can tell. */
export const isHeld = async (folder: string): Promise<boolean> => {
  const holder = await readHolder(join(folder, 'holder.json'));
  return holder !== undefined && (holder.host !== hostname() || isAlive(holder));
};
