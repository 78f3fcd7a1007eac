import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type ReadingProcess, startProcess } from '../../../server/processes/readingProcess.ts';
import { allOrSome } from '../../support/isHard.ts';
import { isRunning, readingProcesses, secondsOf } from '../../support/readingProcesses.ts';
import { unhandledRejections } from '../../support/unhandledRejections.ts';
import type { Order } from './obedient.ts';

let reader: ReadingProcess<Order, unknown> | undefined;
const start = (module = './obedient.ts') => {
  const started = startProcess<Order, unknown>(new URL(module, import.meta.url), { memoryMb: 64 });
  reader = started;
  return started;
};
afterEach(() => reader?.end());

const troubles = [
  ['spin', 'time', 3_000],
  // A busy machine takes seconds to give it so much memory.
  [{ keepMb: 1_000 }, 'memory', 30_000],
  ['throw', 'error', 30_000],
] as const;

test.each(allOrSome(troubles, 2))(
  'a process told to %j ends for want of an answer: %s',
  { tags: ['scaled'] },
  async (order, by, withinMs) => {
    const own = start();
    expect(await own.send({ keepMb: 1 }, 5_000)).toBe(1);
    await expect(own.send(order, withinMs)).rejects.toMatchObject({ by });
    expect(own.isUsable()).toBe(false);
    await expect(own.send('show', 5_000)).rejects.toMatchObject({ by });
  },
);

test('time that is up while the bytes are still being sent is the error of that request alone', async () => {
  const own = start();
  expect(await own.send({ keepMb: 1 }, 5_000)).toBe(1);
  const unhandled = await unhandledRejections(() =>
    expect(own.send('show', 1, new Uint8Array(20_000_000))).rejects.toMatchObject({ by: 'time' }),
  );
  expect(unhandled).toEqual([]);
});

test('one that has grown gives its last answer and is not asked again', { tags: ['hard'] }, async () => {
  const own = start();
  let responses = 0;
  while (own.isUsable()) {
    responses += 1;
    expect(await own.send({ keepMb: 40 }, 5_000)).toBe(responses);
  }
  expect(responses).toBeGreaterThan(2);
  expect(responses).toBeLessThan(8);
});

test('one that cannot start says so, and not that the question was bad', async () => {
  const own = start('./missing.ts');
  await expect(own.send('show', 5_000)).rejects.toMatchObject({ by: 'start' });
});

test('it knows nothing of our settings and has no network at hand', async () => {
  const own = start();
  expect(await own.send('show', 5_000)).toEqual({ settings: [], fetch: 'undefined' });
});

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'one that is stuck does not outlive its parent, ended by %s',
  { tags: ['hard'], timeout: 90_000 },
  async (signal) => {
    const host = spawn(process.execPath, [join(import.meta.dirname, 'host.ts')], { stdio: 'ignore' });
    await expect.poll(() => readingProcesses(host.pid), { timeout: 15_000 }).toHaveLength(1);
    const [{ pid } = { pid: 0 }] = readingProcesses(host.pid);
    // By now it has started and its own loop stands still.
    await expect.poll(() => secondsOf(pid), { timeout: 40_000 }).toBeGreaterThan(1);
    const ended = once(host, 'exit');
    host.kill(signal);
    await ended;
    await expect.poll(() => isRunning(pid), { timeout: 5_000 }).toBe(false);
  },
);
