import type { Context } from '../command.ts';
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { withShortLock } from '../../node/processLock.ts';
import { createRateLimit } from '../../shared/bulk/rateLimit.ts';
import type { RateLimit } from '../../shared/bulk/platform.ts';
import { makePrivateFolder } from '../files.ts';
import { nodePlatform } from './nodePlatform.ts';

/**
 * The rate that all carepost processes of this account share on this host for one API, as --rate or the setting `rate` has it: 0 is no limit. CAREPOST_PACE_DIR
 * shares it among accounts.
 */
export const hostRateLimit = async (context: Context, ratePerSecond = context.config.rate()): Promise<RateLimit> => {
  if (ratePerSecond === 0) return createRateLimit(null, nodePlatform);
  const folder = context.io.env['CAREPOST_PACE_DIR'] || `${context.folders.state}/pace`;
  return createHostRateLimit({ folder, origin: context.config.get('api'), ratePerSecond });
};

/** What the processes share: when the next call may go out, until when no call goes out, and which share of the rate is in use. */
interface RateLimitState {
  readonly next: number;
  readonly pausedUntil: number;
  readonly share: number;
}

const initialState: RateLimitState = { next: 0, pausedUntil: 0, share: 1 };
/** Slots are reserved for this long at a time, so that the file is not locked for each call. */
const reservationMs = 200;
/** A slot missed by more than this is not used. */
const maxLateMs = 15;
const minShare = 1 / 8;
/** What each call of a reduced rate gives back of it: additive increase, multiplicative decrease (AIMD). */
const shareIncrease = 1 / 50;
/** A slot further ahead means that the clock was set back, or that the file is damaged. */
const maxSlotAheadMs = 60_000;
const maxPauseMs = 3_600_000;
/** Of the lock of the file: a killed process holds it up for no longer. */
const lockStaleMs = 2000;

const parse = (text: string, now: number): RateLimitState => {
  const [next = NaN, pausedUntil = NaN, share = NaN] = text.split(' ').map(Number);
  if (![next, pausedUntil, share].every(Number.isFinite)) return initialState;
  const until = pausedUntil > now + maxPauseMs ? 0 : pausedUntil;
  return {
    next: next > Math.max(now, until) + maxSlotAheadMs ? 0 : next,
    pausedUntil: until,
    share: Math.min(1, Math.max(minShare, share)),
  };
};

const openShared = async (folder: string, origin: string) => {
  await makePrivateFolder(folder);
  const file = join(folder, createHash('sha256').update(origin).digest('hex').slice(0, 16));
  // Opened for each use, because a rate limit is not closed when its run ends.
  const openFile = () => open(file, 'r+').catch(() => open(file, 'wx+', 0o600).catch(() => open(file, 'r+')));
  return <T>(change: (state: RateLimitState) => readonly [RateLimitState, T]): Promise<T> =>
    withShortLock(
      `${file}.lock`,
      async () => {
        await using handle = await openFile();
        const buffer = Buffer.alloc(128);
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
        const [state, result] = change(parse(buffer.toString('latin1', 0, bytesRead), nodePlatform.now()));
        await handle.write(`${state.next} ${state.pausedUntil} ${state.share}`.padEnd(100), 0, 'latin1');
        return result;
      },
      lockStaleMs,
    );
};

/** The shared rate limit: slots are reserved for a short time ahead and go to waiting calls in their order. */
export const createHostRateLimit = async (input: {
  readonly folder: string;
  readonly origin: string;
  readonly ratePerSecond: number;
}): Promise<RateLimit> => {
  const change = await openShared(input.folder, input.origin);
  const now = () => nodePlatform.now();
  // Waits use a clock that cannot be set; only the file holds times of day.
  const steady = () => performance.now();
  const interval = 1000 / input.ratePerSecond;
  const waiting: PromiseWithResolvers<void>[] = [];
  let pausedUntil = 0;
  let failure: unknown;
  let isServing = false;
  const checkFailure = (): void => {
    if (failure !== undefined) throw failure;
  };

  /** When the next calls of this process may go out, by the steady clock. */
  const reserve = (requested: number): Promise<readonly number[]> =>
    change((state) => {
      const ahead = now() - steady();
      pausedUntil = Math.max(pausedUntil, state.pausedUntil - ahead);
      let { next, share } = state;
      next = Math.max(next, now(), pausedUntil + ahead);
      const max = Math.max(1, Math.floor((reservationMs * share) / interval));
      const slots = Array.from({ length: Math.min(requested, max) }, () => {
        const slot = next;
        next += interval / share;
        share = Math.min(1, share + shareIncrease);
        return slot - ahead;
      });
      // A pause that is over is not written again: after the clock is set back it would look like a future one.
      return [{ next, pausedUntil: pausedUntil > steady() ? pausedUntil + ahead : 0, share }, slots];
    });

  /** Releases the waiting calls in their order until none waits. A later call starts it again, so the end must be synchronous. */
  const serve = async (): Promise<void> => {
    isServing = true;
    try {
      while (waiting.length > 0) {
        const slots = await reserve(waiting.length);
        for (const [index, slot] of slots.entries()) {
          // A timer may fire up to a millisecond early.
          while (steady() < slot) await nodePlatform.sleep(Math.ceil(slot - steady()));
          // After a pause or a busy event loop new slots are reserved, so that no burst follows.
          if (steady() < pausedUntil || (index > 0 && steady() - slot > maxLateMs)) break;
          waiting.shift()?.resolve();
        }
      }
    } catch (error) {
      failure = error;
      for (const { resolve } of waiting.splice(0)) resolve();
    } finally {
      isServing = false;
    }
  };

  return {
    async take(signal) {
      checkFailure();
      signal?.throwIfAborted();
      const turn = Promise.withResolvers<void>();
      const leave = () => {
        const index = waiting.indexOf(turn);
        if (index >= 0) waiting.splice(index, 1);
        turn.reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(turn);
      if (!isServing) void serve();
      await turn.promise.finally(() => signal?.removeEventListener('abort', leave));
      checkFailure();
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, steady() + ms);
      const until = pausedUntil - steady() + now();
      void change((state) => {
        const isNew = state.pausedUntil <= now();
        const share = isNew ? Math.max(minShare, state.share / 2) : state.share;
        return [{ ...state, pausedUntil: Math.max(state.pausedUntil, until), share }, undefined];
      }).catch((error: unknown) => {
        failure = error;
      });
    },
    pausedFor: () => Math.max(0, pausedUntil - steady()),
  };
};
