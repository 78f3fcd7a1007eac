import { expect, test } from 'vitest';
import { createPace } from '../../../shared/bulk/pace.ts';
import type { Platform } from '../../../shared/bulk/platform.ts';
import { fastPlatform } from './engineStage.ts';

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

const times = async (platform: Platform, pace: ReturnType<typeof createPace>, count: number): Promise<number[]> => {
  const found: number[] = [];
  await Promise.all(
    Array.from({ length: count }, async () => {
      await pace.take();
      found.push(platform.now());
    }),
  );
  return found;
};

const mostWithin = (found: readonly number[], ms: number): number =>
  Math.max(...found.map((start) => found.filter((one) => one >= start && one < start + ms).length));

test('calls go out evenly: no second holds more than the rate, whoever asks and how often', async () => {
  const platform = sharedClock();
  const found = await times(platform, createPace(5, platform), 40);
  expect(mostWithin(found, 1000)).toBe(5);
  expect(found.at(-1)).toBe(39 * 200);
});

test('without a rate nobody waits', async () => {
  const platform = sharedClock();
  const found = await times(platform, createPace(null, platform), 500);
  expect(found.every((at) => at === 0)).toBe(true);
});

test('a pause holds everybody, and the rate grows back step by step', async () => {
  const platform = sharedClock();
  const pace = createPace(10, platform);
  await times(platform, pace, 10);
  const from = platform.now();
  pace.pause(10_000);
  expect(pace.pausedFor()).toBe(10_000);
  const found = await times(platform, pace, 60);
  expect(found[0]).toBe(from + 10_000);
  const gaps = found.slice(1).map((at, index) => at - (found[index] ?? 0));
  expect(gaps[0]).toBeGreaterThan(150);
  expect(gaps.at(-1)).toBeCloseTo(100, 0);
  for (let index = 1; index < gaps.length; index += 1) {
    expect(gaps[index]).toBeLessThanOrEqual((gaps[index - 1] ?? 0) + 0.001);
  }
  expect(pace.pausedFor()).toBe(0);
});

test('an unthrottled run goes on slowly after a pause, not with all calls at once', async () => {
  const platform = sharedClock();
  const pace = createPace(null, platform);
  await times(platform, pace, 20);
  pace.pause(2000);
  const found = await times(platform, pace, 100);
  expect(found[0]).toBe(2000);
  expect(mostWithin(found.slice(0, 50), 100)).toBeLessThan(10);
  const later = await times(platform, pace, 100);
  expect(mostWithin(later, 1)).toBeGreaterThan(50);
});

test('who waits is let go when the signal is aborted, and the others keep their turn', async () => {
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
  const pace = createPace(1, slow);
  await pace.take();
  const stop = new AbortController();
  const stopped = pace.take(stop.signal);
  const other = pace.take();
  await Promise.resolve();
  stop.abort();
  await expect(stopped).rejects.toThrow('stopped');
  await new Promise((go) => setImmediate(go));
  expect(held).toHaveLength(2);
  void other;
});

test('a clock that is set back holds nobody for longer than before', async () => {
  const plain = fastPlatform();
  let back = 0;
  const platform = { ...plain, now: () => plain.now() - back };
  const pace = createPace(5, platform);
  await pace.take();
  await pace.take();
  pace.pause(2000);
  back = 3_600_000;
  const start = plain.now();
  await pace.take();
  await pace.take();
  expect(plain.now() - start).toBeGreaterThanOrEqual(2000);
  expect(plain.now() - start).toBeLessThan(3000);
});
