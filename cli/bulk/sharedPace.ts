import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pace } from '../../shared/bulk/platform.ts';
import { makePrivateFolder } from '../privateFile.ts';
import { nodePlatform } from './nodePlatform.ts';

/** What the processes tell each other: when the next call may go out, until when nobody goes, and which share of the rate is used. */
interface Told {
  readonly next: number;
  readonly pausedUntil: number;
  readonly share: number;
}

const nothing: Told = { next: 0, pausedUntil: 0, share: 1 };
/** Slots are fetched for so long at a time, so that the file is not locked for each call. */
const fetchedMs = 200;
/** A slot missed by so much is not used. */
const lateMs = 15;
const leastShare = 1 / 8;
/** A slot of a paused rate gives so much of it back: additive increase, multiplicative decrease (AIMD). */
const regained = 1 / 50;
/** Farther ahead than this nobody can have reserved: then the clock was set back, or the file is damaged. */
const farthestSlot = 60_000;
const longestPause = 3_600_000;

const parse = (text: string, now: number): Told => {
  const [next = NaN, pausedUntil = NaN, share = NaN] = text.split(' ').map(Number);
  if (![next, pausedUntil, share].every(Number.isFinite)) return nothing;
  const until = pausedUntil > now + longestPause ? 0 : pausedUntil;
  return {
    next: next > Math.max(now, until) + farthestSlot ? 0 : next,
    pausedUntil: until,
    share: Math.min(1, Math.max(leastShare, share)),
  };
};

const openShared = async (folder: string, origin: string) => {
  const [{ default: lockfile }] = await Promise.all([import('proper-lockfile'), makePrivateFolder(folder)]);
  const file = join(folder, createHash('sha256').update(origin).digest('hex').slice(0, 16));
  // Opened for each look: nobody tells a pace when it is not needed any more.
  const openFile = () => open(file, 'r+').catch(() => open(file, 'wx+', 0o600).catch(() => open(file, 'r+')));
  const options = {
    lockfilePath: `${file}.lock`,
    realpath: false,
    stale: 2000,
    retries: { retries: 2000, factor: 1.1, minTimeout: 2, maxTimeout: 20, randomize: true },
  };
  return async <T>(change: (told: Told) => readonly [Told, T]): Promise<T> => {
    const release = await lockfile.lock(file, options);
    let handle: FileHandle | undefined;
    try {
      handle = await openFile();
      const buffer = Buffer.alloc(128);
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
      const [told, result] = change(parse(buffer.toString('latin1', 0, bytesRead), nodePlatform.now()));
      await handle.write(`${told.next} ${told.pausedUntil} ${told.share}`.padEnd(100), 0, 'latin1');
      return result;
    } finally {
      await handle?.close();
      await release().catch(() => undefined);
    }
  };
};

interface Waiter {
  readonly go: () => void;
}

/** Slots of the shared rate, fetched in short reservations and handed to those who wait in their order. */
export const createHostPace = async (input: {
  readonly folder: string;
  readonly origin: string;
  readonly ratePerSecond: number;
}): Promise<Pace> => {
  const change = await openShared(input.folder, input.origin);
  const now = () => nodePlatform.now();
  // What this process waits for is counted by a clock that nobody sets; only the file speaks of the time of day.
  const steady = () => performance.now();
  const interval = 1000 / input.ratePerSecond;
  const waiting: Waiter[] = [];
  let pausedUntil = 0;
  let failure: unknown;
  let isServing = false;

  /** When the next calls of this process may go out, by the steady clock. */
  const reserve = (wanted: number): Promise<readonly number[]> =>
    change((told) => {
      const ahead = now() - steady();
      pausedUntil = Math.max(pausedUntil, told.pausedUntil - ahead);
      let { next, share } = told;
      next = Math.max(next, now(), pausedUntil + ahead);
      const most = Math.max(1, Math.floor((fetchedMs * share) / interval));
      const slots = Array.from({ length: Math.min(wanted, most) }, () => {
        const slot = next;
        next += interval / share;
        share = Math.min(1, share + regained);
        return slot - ahead;
      });
      // A pause that is over is not written again: once the clock is set back it would look like one to come.
      return [{ next, pausedUntil: pausedUntil > steady() ? pausedUntil + ahead : 0, share }, slots];
    });

  /** Lets those who wait go, in their order, until nobody waits. Whoever comes after that calls it anew: nothing may happen in between. */
  const serve = async (): Promise<void> => {
    isServing = true;
    try {
      while (waiting.length > 0) {
        const slots = await reserve(waiting.length);
        for (const [index, slot] of slots.entries()) {
          // A timer may fire up to a millisecond early.
          while (steady() < slot) await nodePlatform.sleep(Math.ceil(slot - steady()));
          // Whoever was asked to wait meanwhile, or comes late, fetches new slots: a pause or a busy moment must not end with a burst.
          if (steady() < pausedUntil || (index > 0 && steady() - slot > lateMs)) break;
          waiting.shift()?.go();
        }
      }
    } catch (error) {
      failure = error;
      for (const { go } of waiting.splice(0)) go();
    } finally {
      isServing = false;
    }
  };

  return {
    take: (signal) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        if (signal?.aborted) return reject(signal.reason);
        const waiter = {
          go: () => {
            signal?.removeEventListener('abort', leave);
            if (failure === undefined) resolve();
            else reject(failure);
          },
        };
        const leave = () => {
          const index = waiting.indexOf(waiter);
          if (index >= 0) waiting.splice(index, 1);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', leave, { once: true });
        waiting.push(waiter);
        if (!isServing) void serve();
      }),
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, steady() + ms);
      const until = pausedUntil - steady() + now();
      void change((told) => {
        const isNew = told.pausedUntil <= now();
        const share = isNew ? Math.max(leastShare, told.share / 2) : told.share;
        return [{ ...told, pausedUntil: Math.max(told.pausedUntil, until), share }, undefined];
      }).catch((error: unknown) => {
        failure = error;
      });
    },
    pausedFor: () => Math.max(0, pausedUntil - steady()),
  };
};
