import type { RateLimit, Platform } from './platform.ts';

const minPerSecond = 1;
const steps = 20;
/** Without a rate, calls are no longer limited once they are sent this many times as fast as before the pause. */
const freeFactor = 4;

/** Window of calls, in ms, that defines "half as fast" where no rate is set. */
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
 * Spaces the calls of one process evenly at a rate; `null` does not limit them. When the server requests a wait, all calls wait, continue
 * at half the rate and regain the rest in equal steps (additive increase, multiplicative decrease).
 */
export const createRateLimit = (ratePerSecond: number | null, platform: Platform): RateLimit => {
  const meter = createMeter(platform);
  let perSecond: number | null = ratePerSecond;
  /** Rate before the pause that the limit recovers from. */
  let full = ratePerSecond;
  let pausedUntil = 0;
  let nextAt = 0;
  let seenAt = 0;
  let tail: Promise<void> | undefined;

  /** A clock that never goes back: after the system clock was set back, waits end as soon as before. */
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
      // In their order, each after the one before: a pause that ends releases one call, not all.
      const run = (tail ?? Promise.resolve()).then(() => turn(signal));
      const settled = run.then(
        () => undefined,
        () => undefined,
      );
      tail = settled;
      await run.finally(() => {
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
