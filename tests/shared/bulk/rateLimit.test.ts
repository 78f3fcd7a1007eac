import { expect, test } from 'vitest';
import { createRateLimit } from '../../../shared/bulk/rateLimit.ts';
import type { Platform } from '../../../shared/bulk/platform.ts';
import { fastPlatform } from './engineSetup.ts';

/** A clock that many wait on at once: it goes to the next moment somebody waits for. */
const sharedClock = (): Platform => {
  const plain = fastPlatform();
  let now = 0;
  const waiting: { readonly at: number; readonly go: () => void }[] = [];
  let isTicking = false;
  const tick = async () => {
    isTicking = true;
    while (waiting.length > 0) {
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      waiting.sort((a, b) => a.at - b.at);
      const next = waiting.shift();
      now = Math.max(now, next?.at ?? now);
      next?.go();
    }
    isTicking = false;
  };
  return {
    ...plain,
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((go, refuse) => {
        signal?.addEventListener('abort', () => refuse(new Error('aborted')), { once: true });
        waiting.push({ at: now + ms, go });
        if (!isTicking) void tick();
      }),
  };
};

const times = async (
  platform: Platform,
  rateLimit: ReturnType<typeof createRateLimit>,
  count: number,
): Promise<number[]> => {
  const match: number[] = [];
  await Promise.all(
    Array.from({ length: count }, async () => {
      await rateLimit.take();
      match.push(platform.now());
    }),
  );
  return match;
};

const maxWithin = (match: readonly number[], ms: number): number =>
  Math.max(...match.map((start) => match.filter((one) => one >= start && one < start + ms).length));

test('calls are sent evenly: no second has more than the rate, for any number of callers', async () => {
  const platform = sharedClock();
  const match = await times(platform, createRateLimit(5, platform), 40);
  expect(maxWithin(match, 1000)).toBe(5);
  expect(match.at(-1)).toBe(39 * 200);
});

test('without a rate no call waits', async () => {
  const platform = sharedClock();
  const match = await times(platform, createRateLimit(null, platform), 500);
  expect(match.every((at) => at === 0)).toBe(true);
});

test('a pause stops all callers, and the rate grows back step by step', async () => {
  const platform = sharedClock();
  const rateLimit = createRateLimit(10, platform);
  await times(platform, rateLimit, 10);
  const from = platform.now();
  rateLimit.pause(10_000);
  expect(rateLimit.pausedFor()).toBe(10_000);
  const match = await times(platform, rateLimit, 60);
  expect(match[0]).toBe(from + 10_000);
  const gaps = match.slice(1).map((at, index) => at - (match[index] ?? 0));
  expect(gaps[0]).toBeGreaterThan(150);
  expect(gaps.at(-1)).toBeCloseTo(100, 0);
  for (let index = 1; index < gaps.length; index += 1) {
    expect(gaps[index]).toBeLessThanOrEqual((gaps[index - 1] ?? 0) + 0.001);
  }
  expect(rateLimit.pausedFor()).toBe(0);
});

test('a run without a rate limit restarts slowly after a pause, not with all calls at once', async () => {
  const platform = sharedClock();
  const rateLimit = createRateLimit(null, platform);
  await times(platform, rateLimit, 20);
  rateLimit.pause(2000);
  const match = await times(platform, rateLimit, 100);
  expect(match[0]).toBe(2000);
  expect(maxWithin(match.slice(0, 50), 100)).toBeLessThan(10);
  const later = await times(platform, rateLimit, 100);
  expect(maxWithin(later, 1)).toBeGreaterThan(50);
});

test('a waiting caller is released when its signal is aborted, and the others keep their turn', async () => {
  const platform = fastPlatform();
  const held: (() => void)[] = [];
  const slow: Platform = {
    ...platform,
    sleep: (_ms, signal) =>
      new Promise((go, refuse) => {
        signal?.addEventListener('abort', () => refuse(new Error('stopped')), { once: true });
        held.push(go);
      }),
  };
  const rateLimit = createRateLimit(1, slow);
  await rateLimit.take();
  const stop = new AbortController();
  const stopped = rateLimit.take(stop.signal);
  const other = rateLimit.take();
  await Promise.resolve();
  stop.abort();
  await expect(stopped).rejects.toThrow('stopped');
  await new Promise((go) => setImmediate(go));
  expect(held).toHaveLength(2);
  void other;
});

test('a clock that is set back lengthens no wait', async () => {
  const plain = fastPlatform();
  let back = 0;
  const platform = { ...plain, now: () => plain.now() - back };
  const rateLimit = createRateLimit(5, platform);
  await rateLimit.take();
  await rateLimit.take();
  rateLimit.pause(2000);
  back = 3_600_000;
  const start = plain.now();
  await rateLimit.take();
  await rateLimit.take();
  expect(plain.now() - start).toBeGreaterThanOrEqual(2000);
  expect(plain.now() - start).toBeLessThan(3000);
});
