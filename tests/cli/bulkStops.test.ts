import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpResponse } from 'msw';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { interceptApi } from '../support/mockApi.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { bulkSandbox, lastLine, makeOrganizations, printed, runsOf, writeCsv } from './bulkSetup.ts';
import { allOrSome } from '../support/isHard.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const fast = ['--rate', '0', '--yes', '--output', 'json'];
const update = ['bulk', 'apply', 'orgs.update', '--file', 'u.csv', ...fast, '--max-changes', '1000'];

/** `respond` may answer each PUT in place of the server, by its number from 1. */
const setup = async (count: number, name: string, respond: (put: number) => Response | undefined = () => undefined) => {
  let puts = 0;
  interceptApi(server.url, ({ method }) => {
    if (method !== 'PUT') return undefined;
    puts += 1;
    return respond(puts);
  });
  const sandbox = await bulkSandbox(server, server.url);
  const made = await makeOrganizations(server, count, name);
  const path = await writeCsv(
    sandbox,
    'u.csv',
    ['id', 'phone'],
    made.map(({ id }, index) => [id, `555030${String(index).padStart(4, '0')}`]),
  );
  return { sandbox, made, path, puts: () => puts };
};

const refusal = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  HttpResponse.json({ code, message: 'No.' }, { status, headers });
const error = (stderr: string) => JSON.parse(stderr.trim().split('\n').at(-1) ?? '{}') as Record<string, unknown>;

describe('a run that must stop', () => {
  test.each(
    allOrSome(
      [
        ['more changes than allowed', ['--max-changes', '2'], 'orgs.update', 'E-BRAKE-CHANGES'],
        ['a fifth of all organizations', [], 'orgs.update', 'E-BRAKE-SHARE'],
      ] as const,
      1,
    ),
  )('%s: exit 12 before anything is sent', { tags: ['scaled'] }, async (what, flags, action, code) => {
    const other = await startServer();
    onTestFinished(() => other.close());
    await makeOrganizations(other, 30, 'Many');
    const { rows } = await other.database.pool.query<{ id: string }>('select id from organizations');
    const sandbox = await bulkSandbox(other, other.url);
    const third = rows.slice(0, Math.max(26, Math.ceil(rows.length / 3)));
    await writeCsv(
      sandbox,
      'u.csv',
      ['id', 'phone'],
      third.map(({ id }) => [id, '5550300001']),
    );
    const { code: exit, stderr } = await sandbox.run(['bulk', 'apply', action, '--file', 'u.csv', ...fast, ...flags]);
    expect([what, exit, error(stderr)]).toMatchObject([what, 12, { code }]);
    const dry = await sandbox.run(['bulk', 'apply', action, '--file', 'u.csv', ...fast, ...flags, '--dry-run']);
    expect([dry.code, error(dry.stderr)]).toEqual([12, error(stderr)]);
    expect(error(dry.stderr)['hint']).toBe(`Allow it with --max-changes ${third.length}.`);
    expect(JSON.parse(dry.stdout)).toHaveLength(third.length);
    const plan = await sandbox.run(['bulk', 'plan', action, '--file', 'u.csv', '--rate', '0']);
    expect([plan.code, plan.stderr]).toEqual([0, expect.stringContaining('--max-changes')]);
    expect(await runsOf(sandbox)).toEqual([]);
  });

  test('deletes beyond 25 are exit 12 until they are allowed', { tags: ['hard'] }, async () => {
    const { sandbox, made } = await setup(27, 'Deleted');
    await writeCsv(
      sandbox,
      'd.csv',
      ['id', 'expected_name'],
      made.map(({ id, name }) => [id, name]),
    );
    const remove = ['bulk', 'apply', 'orgs.delete', '--file', 'd.csv', ...fast, '--max-changes', '1000'];
    const braked = await sandbox.run(remove);
    const dry = await sandbox.run([...remove, '--dry-run']);
    expect([dry.code, error(dry.stderr)]).toMatchObject([12, { hint: 'Allow it with --max-deletes 27.' }]);
    expect([braked.code, error(braked.stderr)]).toMatchObject([12, { code: 'E-BRAKE-DELETES' }]);
    const allowed = await sandbox.run([...remove, '--max-deletes', '27']);
    expect([allowed.code, printed(allowed)]).toMatchObject([0, { ok: 27 }]);
  });

  test('too many failed rows are exit 12, and the rest is not sent; a resume may go further', async () => {
    const { sandbox, puts } = await setup(30, 'Failing', (put) =>
      put % 2 === 0 && put < 12 ? refusal(422, 'E-REQUEST-INVALID') : undefined,
    );
    const { code, stderr } = await sandbox.run([...update, '--max-errors', '3', '--concurrency', '1']);
    expect([code, error(stderr)]).toMatchObject([12, { exit: 12, code: 'E-BRAKE-ERRORS' }]);
    expect(puts()).toBeLessThan(30);
    const resumed = await sandbox.run(['bulk', 'resume', '--last', ...fast, '--max-errors', '50%']);
    const { ok, failed, rows } = printed(resumed) as { ok: number; failed: number; rows: number };
    expect([resumed.code, ok + failed, rows]).toEqual([3, 30, 30]);
    expect(error(resumed.stderr)).toMatchObject({ exit: 3, code: 'E-RUN-PARTIAL' });
  });

  test('a failed canary stops the run: only its rows were sent', async () => {
    const { sandbox, puts } = await setup(10, 'Canary', (put) =>
      put === 2 ? refusal(422, 'E-REQUEST-INVALID') : undefined,
    );
    const { code } = await sandbox.run([...update, '--canary', '3']);
    expect(code).toBe(12);
    expect(puts()).toBeLessThanOrEqual(3);
  });

  test('401 stops at once with exit 4; after a new sign-in, a resume sends the rest', async () => {
    let refuses = true;
    const { sandbox, puts } = await setup(8, 'SignedOut', (put) =>
      refuses && put >= 3 ? refusal(401, 'E-TOKEN-INVALID') : undefined,
    );
    const stopped = await sandbox.run([...update, '--concurrency', '1']);
    expect([stopped.code, puts()]).toEqual([4, 3]);
    refuses = false;
    const resumed = await sandbox.run(['bulk', 'resume', '--last', ...fast]);
    expect([resumed.code, printed(resumed)]).toMatchObject([0, { rows: 8, ok: 8 }]);
  });

  test('403 stops at once with exit 5; a resume sends the rest, and a retry repeats the refused row', async () => {
    let refuses = true;
    const { sandbox, puts } = await setup(8, 'Forbidden', (put) =>
      refuses && put >= 3 ? refusal(403, 'E-FORBIDDEN') : undefined,
    );
    const stopped = await sandbox.run([...update, '--concurrency', '1']);
    expect([stopped.code, puts()]).toEqual([5, 3]);
    refuses = false;
    const resumed = await sandbox.run(['bulk', 'resume', '--last', ...fast]);
    expect([resumed.code, printed(resumed)]).toMatchObject([3, { rows: 8, ok: 7, failed: 1 }]);
    const retried = await sandbox.run(['bulk', 'retry', '--last', ...fast]);
    expect([retried.code, printed(retried)]).toMatchObject([0, { rows: 1, ok: 1 }]);
  });

  test('no row is sent after the deadline: exit 75', async () => {
    const { sandbox, puts } = await setup(3, 'Late');
    const { code, stderr } = await sandbox.run([...update, '--deadline', '0s']);
    expect([code, puts()]).toEqual([75, 0]);
    expect(error(stderr)).toMatchObject({
      exit: 75,
      message: expect.stringContaining('carepost bulk resume') as string,
    });
  });

  test('a server that asks to wait longer than allowed is exit 75, shorter is waited for', {
    tags: ['hard'],
  }, async () => {
    let seconds = '30';
    const { sandbox } = await setup(3, 'Waiting', (put) =>
      put === 1 || put === 2 ? refusal(429, 'E-RATE-LIMITED', { 'retry-after': seconds }) : undefined,
    );
    const over = await sandbox.run([...update, '--max-wait', '1s', '--concurrency', '1']);
    expect(over.code).toBe(75);
    seconds = '1';
    const resumed = await sandbox.run(['bulk', 'resume', '--last', ...fast]);
    expect([resumed.code, printed(resumed)]).toMatchObject([0, { ok: 3 }]);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s lets what is under way finish and says how to go on: exit %i', async (signal, exit) => {
    let stop = () => undefined as void;
    const { sandbox, puts } = await setup(12, signal, (put) => {
      if (put === 4) stop();
      return undefined;
    });
    const { code, stderr } = await sandbox.run(
      [...update.filter((word) => word !== 'json' && word !== '--output'), '--concurrency', '1'],
      {
        onStart: (child) => {
          stop = () => child.kill(signal);
        },
      },
    );
    const [run = ''] = await runsOf(sandbox);
    expect([code, stderr]).toEqual([exit, expect.stringContaining(`carepost bulk resume ${run}`)]);
    expect([stderr, lastLine(stderr)]).toEqual([
      expect.stringContaining(`Stopped by ${signal}.`),
      `exit ${exit} (interrupted)`,
    ]);
    expect(puts()).toBeLessThan(12);
    const status = await sandbox.run(['bulk', 'status', run, '--output', 'json']);
    expect(printed(status)).toMatchObject({ state: 'stopped', unknown: 0, failed: 0 });
    const resumed = await sandbox.run(['bulk', 'resume', run, ...fast]);
    expect([resumed.code, printed(resumed)]).toMatchObject([0, { ok: 12 }]);
    expect(puts()).toBe(12);
  });
});

describe('a run and its folder', () => {
  test('an input that changed since is exit 8 on resume; one that is gone does not matter', async () => {
    let refuses = true;
    const { sandbox, path } = await setup(4, 'Changed', (put) =>
      refuses && put >= 2 ? refusal(401, 'E-TOKEN-INVALID') : undefined,
    );
    expect((await sandbox.run([...update, '--concurrency', '1'])).code).toBe(4);
    refuses = false;
    await appendFile(path, '018f2b6c-5a3e-7c41-9d20-000000000001,5550000000\n');
    const refused = await sandbox.run(['bulk', 'resume', '--last', ...fast]);
    expect([refused.code, error(refused.stderr)]).toMatchObject([8, { code: 'E-INPUT-CHANGED' }]);
    await rm(path);
    const resumed = await sandbox.run(['bulk', 'resume', '--last', ...fast]);
    expect([resumed.code, printed(resumed)]).toMatchObject([0, { rows: 4, ok: 4 }]);
  });

  test('two processes never work on one run: exit 11 names the holder', async () => {
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    interceptApi(server.url, async ({ method }) => {
      if (method !== 'PUT') return undefined;
      arrived.resolve();
      await released.promise;
      return undefined;
    });
    const sandbox = await bulkSandbox(server, server.url);
    const [made] = await makeOrganizations(server, 1, 'Held');
    await writeCsv(sandbox, 'u.csv', ['id', 'phone'], [[made?.id ?? '', '5550300001']]);
    let pid = 0;
    const first = sandbox.run(update, {
      onStart: (child) => {
        pid = child.pid ?? 0;
      },
    });
    await arrived.promise;
    const second = await sandbox.run(['bulk', 'resume', '--last', ...fast]);
    const status = printed(await sandbox.run(['bulk', 'status', '--last', '--output', 'json']));
    released.resolve();
    expect([second.code, error(second.stderr)]).toMatchObject([
      11,
      { code: 'E-LOCKED', message: expect.stringContaining(`process ${pid} `) as string },
    ]);
    expect(status['state']).toBe('running');
    expect(printed(await first)).toMatchObject({ ok: 1 });
  });

  const mounts = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0;
  // A disk that is full needs a small file system of its own, which only root may make.
  test.skipIf(!mounts)(
    'a full disk is exit 74: what was not announced was not sent, and a resume with space finishes',
    { tags: ['hard'] },
    async () => {
      const { sandbox, puts } = await setup(60, 'Full');
      const disk = join(sandbox.home, 'disk');
      await mkdir(disk);
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
      expect(mounted.status, String(mounted.stderr)).toBe(0);
      onTestFinished(() => {
        spawnSync('umount', [disk]);
      });
      const full = await sandbox.run([...update, '--run-dir', disk, '--concurrency', '1']);
      expect([full.code, full.stderr]).toEqual([74, expect.any(String)]);
      const sent = puts();
      expect(sent).toBeLessThan(60);
      expect(spawnSync('mount', ['-o', 'remount,size=8m', disk]).status).toBe(0);
      const resumed = await sandbox.run(['bulk', 'resume', '--last', ...fast]);
      expect([resumed.code, resumed.stderr]).toEqual([0, expect.any(String)]);
      expect(printed(resumed)).toMatchObject({ rows: 60, ok: 60, failed: 0, unknown: 0 });
      expect(puts()).toBe(60);
    },
  );
});

describe('a protected profile', () => {
  test('requires its name, a reason, and a plan that a second administrator approved', async () => {
    const { sandbox, puts } = await setup(2, 'Guarded');
    expect((await sandbox.run(['profile', 'add', 'prod', '--api', server.url, '--protected'])).code).toBe(0);
    const guarded = [...update, '--profile', 'prod'];
    expect((await sandbox.run(guarded)).code).toBe(2);
    const reasoned = [...guarded, '--reason', 'Ticket 4711'];
    expect((await sandbox.run(reasoned)).code).toBe(9);
    const unapproved = await sandbox.run([...reasoned, '--confirm-profile', 'prod']);
    expect([unapproved.code, error(unapproved.stderr)]).toMatchObject([5, { code: 'E-PLAN-NOT-APPROVED' }]);
    expect([puts(), await runsOf(sandbox)]).toEqual([0, []]);
  });
});
