// Property of the process: kill -9 and SIGSTOP at chosen calls of a bulk run.
import type { CliSandbox, StartedRun } from '../support/runCli.ts';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../support/startApp.ts';
import { bulkSandbox, makeOrganizations, printed, runFile, runsOf, writeCsv } from './bulkSetup.ts';
import { type Fate, type ProxiedCall, startFaultyProxy } from './faultyProxy.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const fast = ['--rate', '0', '--yes', '--output', 'json'];
const update = ['bulk', 'apply', 'orgs.update', '--file', 'u.csv', ...fast, '--max-changes', '1000'];
const error = (stderr: string) => JSON.parse(stderr.trim().split('\n').at(-1) ?? '{}') as Record<string, unknown>;

/** A sandbox whose process can be killed or stopped in the middle of a call. */
const setup = async (
  count: number,
  name: string,
  fateOf: (call: ProxiedCall, kill: () => void) => Fate | Promise<Fate>,
) => {
  let child: StartedRun | undefined;
  const proxy = await startFaultyProxy(server.url, (call, response) => {
    if (call.method === 'PUT' && refused.has(puts(proxy.seen))) {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: 'E-REQUEST-INVALID', message: 'No.' }));
      return 'answered';
    }
    return fateOf(call, () => child?.kill('SIGKILL'));
  });
  const refused = new Set<number>();
  const sandbox = await bulkSandbox(server, proxy.url);
  const made = await makeOrganizations(server, count, name);
  const ids = made.map(({ id }) => id);
  await writeCsv(
    sandbox,
    'u.csv',
    ['id', 'phone'],
    ids.map((id, index) => [id, `555030${String(index).padStart(4, '0')}`]),
  );
  const started = (args: readonly string[]) =>
    sandbox.run(args, {
      real: true,
      onStart: (begun) => {
        child = begun;
      },
    });
  return { proxy, sandbox, ids, started, refused, child: () => child };
};

const outcomes = async (sandbox: CliSandbox, run: string) =>
  (await runFile(sandbox, run, 'journal.ndjson'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { t: string; status?: string })
    .flatMap(({ t, status }) => (t === 'outcome' ? [status] : []));

const puts = (seen: readonly ProxiedCall[]): number => seen.filter(({ method }) => method === 'PUT').length;

describe('a process that was killed', () => {
  test('before its plan of one row was claimed: a resume claims it, and stops without an approval', {
    tags: ['hard'],
  }, async () => {
    let kills = true;
    const { proxy, sandbox, started } = await setup(1, 'Claimed', (call, kill) => {
      if (!kills || !call.path.endsWith('/use')) return 'pass';
      kill();
      return 'refused';
    });
    await sandbox.run(['profile', 'add', 'prod', '--api', proxy.url, '--protected']);
    const guarded = ['--profile', 'prod', '--confirm-profile', 'prod'];
    await started([...update, ...guarded, '--reason', 'Ticket 4711']);
    kills = false;
    expect(await runsOf(sandbox)).toHaveLength(1);
    const resumed = await sandbox.run(['bulk', 'resume', '--last', ...guarded, ...fast]);
    expect([resumed.code, error(resumed.stderr)]).toMatchObject([5, { code: 'E-PLAN-NOT-APPROVED' }]);
    expect(puts(proxy.seen)).toBe(0);
  });

  test('during its canary: the rest of the canary still runs alone and stops the run', { tags: ['hard'] }, async () => {
    let kills = true;
    const { proxy, sandbox, started, refused } = await setup(8, 'Sung', (call, kill) => {
      if (kills && call.method === 'PUT' && puts(proxy.seen) === 2) kill();
      return 'pass';
    });
    await started([...update, '--canary', '4']);
    kills = false;
    const before = puts(proxy.seen);
    refused.add(before + 1);
    const resumed = await sandbox.run(['bulk', 'resume', '--last', ...fast]);
    expect([resumed.code, error(resumed.stderr)['code']]).toEqual([12, expect.anything()]);
    expect(puts(proxy.seen)).toBe(before + 1);
    const further = await sandbox.run(['bulk', 'resume', '--last', ...fast]);
    expect([further.code, printed(further)]).toMatchObject([3, { ok: 7, failed: 1, notRun: 0 }]);
  });

  test('while a row was sent that no read can check: it is unknown, and no retry sends it again', {
    tags: ['hard'],
  }, async () => {
    let kills = true;
    const { proxy, sandbox, ids, started } = await setup(3, 'Traceless', (call, kill) => {
      if (kills && call.path.endsWith('/sync')) kill();
      return 'pass';
    });
    await writeCsv(
      sandbox,
      's.csv',
      ['id'],
      ids.map((id) => [id]),
    );
    await started(['bulk', 'apply', 'orgs.sync', '--file', 's.csv', '--concurrency', '1', ...fast]);
    kills = false;
    const syncs = (id: string | undefined) => proxy.seen.filter(({ path }) => path.endsWith(`${id ?? ''}/sync`)).length;
    const results = await sandbox.run(['bulk', 'results', '--last', '--output', 'json']);
    const statuses = (JSON.parse(results.stdout) as { status: string }[]).map(({ status }) => status);
    expect(statuses).toEqual(['unknown', 'not_run', 'not_run']);
    const undone = await sandbox.run(['bulk', 'undo', '--last', '--rate', '0', '--yes', '--output', 'table']);
    expect(undone.stderr).toContain('the outcome of 1 row is unknown; it is not undone');
    const [run = ''] = await runsOf(sandbox);
    const retried = await sandbox.run(['bulk', 'retry', run, '--status', 'not_run', ...fast]);
    expect([retried.code, printed(retried)]).toMatchObject([0, { rows: 2, ok: 2 }]);
    expect(ids.map(syncs)).toEqual([1, 1, 1]);
  });
});

test('a change of one record whose process was killed is found done when the run is resumed; nothing is sent twice', async () => {
  let kills = true;
  const { proxy, sandbox, ids, started } = await setup(1, 'Lone', (call, kill) => {
    if (!kills || call.method === 'GET') return 'pass';
    kill();
    return 'lost';
  });
  const [id = ''] = ids;
  const killed = await started(['orgs', 'login', 'disable', id, '--yes']);
  kills = false;
  expect(killed.code).toBeNull();
  const [run = ''] = await runsOf(sandbox);
  expect(await outcomes(sandbox, run)).toEqual([]);
  // The request outlives the process: a busy server still carries it out.
  const { organizations } = server.client('SysAdmin');
  await expect.poll(async () => (await organizations.get({ params: { id } })).isEnabled).toBe(false);
  const resumed = await sandbox.run(['bulk', 'resume', run, '--yes', '--rate', '0']);
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(await outcomes(sandbox, run)).toEqual(['ok']);
  expect(proxy.seen.filter((call) => call.path.endsWith('/enable'))).toHaveLength(1);
});

test('a change that takes the server longer than the time-out is unknown, and detected as done by a resume', {
  tags: ['hard'],
}, async () => {
  const sandbox = await bulkSandbox(server, server.url);
  await writeCsv(sandbox, 'c.csv', ['name', 'subdomain'], [['Slow to arrive', 'slow-to-arrive']]);
  const blocker = await server.database.pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table organizations in exclusive mode');
  const apply = ['bulk', 'apply', 'orgs.create', '--file', 'c.csv', '--timeout', '300ms', ...fast];
  const first = await sandbox.run(apply);
  expect([first.code, printed(first)]).toMatchObject([3, { ok: 0, failed: 0, unknown: 1 }]);
  await blocker.query('commit');
  blocker.release();
  const resumed = await sandbox.run(['bulk', 'resume', '--last', ...fast]);
  expect([resumed.code, printed(resumed)]).toMatchObject([0, { ok: 1, failed: 0, unknown: 0 }]);
  const { rows } = await server.database.pool.query('select 1 from organizations where name = $1', ['Slow to arrive']);
  expect(rows).toHaveLength(1);
});

test.skipIf(process.platform !== 'linux')(
  'a process that stands still keeps its run, however long: nobody takes it over',
  { tags: ['hard'] },
  async () => {
    let reached = () => undefined as void;
    const arrived = new Promise<void>((done) => {
      reached = () => done();
    });
    const { sandbox, started, child } = await setup(2, 'Frozen', (call) => {
      if (call.method === 'PUT') reached();
      return 'pass';
    });
    const first = started([...update, '--concurrency', '1']);
    await arrived;
    child()?.kill('SIGSTOP');
    const [run = ''] = await runsOf(sandbox);
    const longAgo = new Date(Date.now() - 3_600_000);
    await utimes(join(sandbox.stateFolder, 'runs', run, 'lock'), longAgo, longAgo);
    const second = await sandbox.run(['bulk', 'resume', run, ...fast]);
    child()?.kill('SIGCONT');
    expect([second.code, error(second.stderr)]).toMatchObject([11, { code: 'E-LOCKED' }]);
    await first;
    expect(await runFile(sandbox, run, 'journal.ndjson')).toContain('"t":"outcome"');
  },
);
