import type { RateLimit, Platform } from './platform.ts';

const minPerSecond = 1;
const steps = 20;
/** Where no rate is set, nothing is held back any more once calls go out so many times as fast as before the pause. */
const freeFactor = 4;

/** Calls of the last second, to know what "half as fast" means where no rate is set. */
const createMeter = (platform: Platform) => {
  let since = 0;
  let calls = 0;
  let last = 0;
  return {
    count() {
      const now = platform.now();
      if (now - since >= 1000) {
        last = now - since < 2000 ? calls : 0;
        since = now;
        calls = 0;
      }
      calls += 1;
    },
    perSecond: () => Math.max(last, calls, minPerSecond),
  };
};

/**
 * Lets calls of one process go out evenly at a rate; `null` does not hold them back. When the server asks to wait, everybody waits, goes
 * on at half the rate and wins the rest back in equal steps (additive increase, multiplicative decrease).
 */
export const createRateLimit = (ratePerSecond: number | null, platform: Platform): RateLimit => {
  const meter = createMeter(platform);
  let perSecond: number | null = ratePerSecond;
  /** Rate before the pause that is being made up for. */
  let full = ratePerSecond;
  let pausedUntil = 0;
  let nextAt = 0;
  let seenAt = 0;
  let tail: Promise<void> | undefined;

  /** The time; when the clock was set back, what is waited for comes as soon as before. */
  const clock = (): number => {
    const now = platform.now();
    const back = Math.max(0, seenAt - now);
    pausedUntil -= Math.min(pausedUntil, back);
    nextAt -= Math.min(nextAt, back);
    seenAt = now;
    return now;
  };

  const pausedFor = () => Math.max(0, pausedUntil - clock());

  const grow = () => {
    if (perSecond === null || full === null) return;
    const grown = perSecond + full / steps;
    if (ratePerSecond === null) perSecond = grown >= full * freeFactor ? null : grown;
    else perSecond = Math.min(ratePerSecond, grown);
  };

  const turn = async (signal: AbortSignal | undefined): Promise<void> => {
    for (;;) {
      signal?.throwIfAborted();
      const now = clock();
      const wait = Math.max(pausedUntil, nextAt) - now;
      if (wait <= 0) {
        nextAt = perSecond === null ? 0 : now + 1000 / perSecond;
        grow();
        return;
      }
      await platform.sleep(wait, signal);
    }
  };

  return {
    async take(signal) {
      meter.count();
      if (tail === undefined && perSecond === null && pausedUntil === 0) return signal?.throwIfAborted();
      // In the order they came, each after the one before: a pause that ends lets one go, not all.
      const mine = (tail ?? Promise.resolve()).then(() => turn(signal));
      const settled = mine.then(
        () => undefined,
        () => undefined,
      );
      tail = settled;
      await mine.finally(() => {
        if (tail === settled) tail = undefined;
      });
      if (perSecond === null && pausedFor() === 0) pausedUntil = 0;
    },
    pause(ms) {
      const isNew = pausedFor() === 0;
      pausedUntil = Math.max(pausedUntil, clock() + ms);
      if (!isNew) return;
      full = ratePerSecond ?? Math.max(full ?? 0, meter.perSecond());
      perSecond = Math.max(minPerSecond, (perSecond ?? full) / 2);
      perSecond = Math.min(perSecond, full);
    },
    pausedFor,
  };
};
