import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  describeOwner,
  isRunning,
  LockedError,
  ownerOf,
  takeProcessLock,
  withShortLock,
} from '../../node/processLock.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carepost-lock-'));
  path = join(folder, 'job');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

const failureOf = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => 'taken',
    (error: unknown) => error,
  );

/** A lock as another process left it. */
const leave = async (owner: object, silentMs = 0) => {
  const own = await takeProcessLock(path);
  const model = JSON.parse(await readFile(`${path}-owner.json`, 'utf8')) as object;
  await own.release();
  await mkdir(path);
  const at = new Date(Date.now() - silentMs);
  await utimes(path, at, at);
  await writeFile(`${path}-owner.json`, JSON.stringify({ ...model, ...owner }));
};

describe('a lock of this process', () => {
  test('names its owner to a second attempt, is free after its release, and leaves no file', async () => {
    const lock = await takeProcessLock(path);
    const error = await failureOf(takeProcessLock(path));
    expect(error).toBeInstanceOf(LockedError);
    const { owner } = error as LockedError;
    expect(owner).toMatchObject({ pid: process.pid });
    expect(describeOwner(owner)).toMatch(new RegExp(`^process ${process.pid} on \\S+, since 20\\S+Z$`));
    expect(await ownerOf(path)).toEqual(owner);
    expect((await stat(`${path}-owner.json`)).mode & 0o777).toBe(0o600);
    await lock.release();
    expect([await ownerOf(path), await readdir(folder)]).toEqual([undefined, []]);
  });

  test('is given to one of many that want it at once, and to the others in turn when they wait', async () => {
    const results = await Promise.all(Array.from({ length: 8 }, () => failureOf(takeProcessLock(path))));
    expect(results.filter((result) => result instanceof LockedError)).toHaveLength(7);
    await rm(path, { recursive: true });
    let running = 0;
    let max = 0;
    await Promise.all(
      Array.from({ length: 3 }, async () => {
        const lock = await takeProcessLock(path, { waitMs: 10_000 });
        max = Math.max(max, ++running);
        await new Promise((done) => setTimeout(done, 20));
        running -= 1;
        await lock.release();
      }),
    );
    expect(max).toBe(1);
  });

  test('is lost, and known to be, once another process has taken it', async () => {
    const lock = await takeProcessLock(path, { staleMs: 2000 });
    expect(lock.isLost()).toBe(false);
    // What another host does after the silence: a new folder with its own time.
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(path, longAgo, longAgo);
    await writeFile(`${path}-owner.json`, '{"pid":1,"host":"elsewhere"}');
    await expect.poll(lock.isLost, { timeout: 5000 }).toBe(true);
    await lock.release();
    expect((await readdir(folder)).sort()).toEqual(['job', 'job-owner.json']);
  });
});

describe('a lock of another process', () => {
  test.each([
    ['of another host counts while it gives signs of life', { host: 'elsewhere' }, 0, 'locked'],
    ['of another host is free after its silence', { host: 'elsewhere' }, 60_000, 'taken'],
    ['from before a reboot is free at once', { bootId: 'of the last boot' }, 0, 'taken'],
    ['of a number that runs no more is free at once', { pid: 2 ** 22 + 1 }, 0, 'taken'],
    ['of a number that another process has now is free at once', { pid: 1, processStart: '999999999' }, 0, 'taken'],
    [
      'of a process without a known start counts while it gives signs of life',
      { pid: 1, processStart: '' },
      0,
      'locked',
    ],
    ['of a process without a known start is free after its silence', { pid: 1, processStart: '' }, 60_000, 'taken'],
    ['of an earlier run with the number and start of this one is free', {}, 0, 'taken'],
  ])('%s', async (_, owner, silentMs, expected) => {
    await leave(owner, silentMs);
    const result = await failureOf(takeProcessLock(path).then((lock) => lock.release()));
    expect(result instanceof LockedError ? 'locked' : result).toBe(expected);
  });

  test.skipIf(process.platform !== 'linux')('a living process keeps its lock, however long it is silent', async () => {
    const [state = '', start = ''] = (await readFile(`/proc/${process.ppid}/stat`, 'utf8'))
      .replace(/^.*\) /s, '')
      .split(' ')
      .filter((_, index) => index === 0 || index === 19);
    expect([state, isRunning(process.ppid)]).toEqual([expect.stringMatching(/[RSD]/), true]);
    await leave({ pid: process.ppid, processStart: start }, 3_600_000);
    expect(await failureOf(takeProcessLock(path))).toMatchObject({ owner: { pid: process.ppid } });
  });

  test('a lock without an owner is one that is being taken; after the silence it is free', async () => {
    await mkdir(path);
    expect(await failureOf(takeProcessLock(path))).toMatchObject({ owner: undefined });
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(path, longAgo, longAgo);
    const lock = await takeProcessLock(path);
    expect(lock.takenOver).toBe(undefined);
    await lock.release();
  });
});

test('a wait for a lock ends with its signal', async () => {
  const lock = await takeProcessLock(path);
  const stop = new AbortController();
  const waiting = failureOf(takeProcessLock(path, { waitMs: 60_000, signal: stop.signal }));
  stop.abort();
  expect(await waiting).toMatchObject({ name: 'AbortError' });
  await lock.release();
});

test('short work runs one at a time, and frees the lock when it fails', async () => {
  let running = 0;
  let max = 0;
  const work = async (fails: boolean) => {
    max = Math.max(max, ++running);
    await new Promise((done) => setTimeout(done, 2));
    running -= 1;
    if (fails) throw new Error('failed');
  };
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => withShortLock(path, () => work(index % 2 === 0))),
  );
  expect([max, results.filter(({ status }) => status === 'rejected').length]).toEqual([1, 5]);
  expect(await readdir(folder)).toEqual([]);
});
