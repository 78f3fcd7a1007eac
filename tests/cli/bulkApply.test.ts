import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpResponse } from 'msw';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { interceptApi } from '../support/mockApi.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { bulkSandbox, lastLine, makeOrganizations, printed, runFile, runsOf, writeCsv } from './bulkSetup.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const fast = ['--rate', '0', '--max-changes', '1000'];
const update = ['bulk', 'apply', 'orgs.update', '--file', 'u.csv', ...fast];

const phones = async (name: string): Promise<(string | null)[]> => {
  const { rows } = await server.database.pool.query<{ phone: string | null }>(
    'select phone from organizations where name like $1 order by name',
    [`${name} %`],
  );
  return rows.map(({ phone }) => phone);
};

/** So many organizations and a file that gives each a phone; `respond` may answer in place of the server. */
const setup = async (count: number, name: string, respond: Parameters<typeof interceptApi>[1] = () => undefined) => {
  const api = interceptApi(server.url, respond);
  const sandbox = await bulkSandbox(server, server.url);
  const made = await makeOrganizations(server, count, name);
  await writeCsv(
    sandbox,
    'u.csv',
    ['id', 'phone'],
    made.map(({ id }, index) => [id, `555020${String(index).padStart(4, '0')}`]),
  );
  const writes = () => api.seen.filter(({ method, path }) => method !== 'GET' && !path.includes('/bulkplans/'));
  return { sandbox, made, writes };
};

describe('bulk apply', () => {
  test('sends the changed rows, stores the run in a private folder and prints the outcome of each row', async () => {
    const { sandbox, made, writes } = await setup(5, 'Applied');
    const result = await sandbox.run([...update, '--yes', '--output', 'json', '--reason', 'Ticket 4711']);
    expect([result.code, result.stderr]).toEqual([0, '']);
    expect(printed(result)).toMatchObject({ action: 'orgs.update', state: 'finished', rows: 5, ok: 5, failed: 0 });
    expect(await phones('Applied')).toEqual(made.map((_, index) => `555020000${index}`));

    const [run = ''] = await runsOf(sandbox);
    const folder = join(sandbox.stateFolder, 'runs', run);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of ['plan.json', 'journal.ndjson', 'before.ndjson', 'results.csv', 'failed.csv', 'manifest.json']) {
      expect([name, (await stat(join(folder, name))).mode & 0o777]).toEqual([name, 0o600]);
    }
    const results = (await runFile(sandbox, run, 'results.csv')).trim().split('\n');
    expect(results[0]).toBe('id,phone,_row,_line,_status,_code,_message,_id,_attempts,_correlation_id,_at');
    expect(results[3]).toContain(`${made[2]?.id ?? ''},5550200002,3,4,ok,,,${made[2]?.id ?? ''},1,${run}-3,`);
    expect(writes()).toHaveLength(5);
    expect(writes()[0]?.headers).toMatchObject({ 'x-run-id': run, 'x-request-reason': 'Ticket%204711' });
    const again = await sandbox.run([...update, '--yes', '--output', 'json']);
    expect([again.code, printed(again)]).toMatchObject([0, { run: null, unchanged: 5 }]);
    expect(writes()).toHaveLength(5);
  });

  test('of a plan takes the reason and ticket that the plan has not, and refuses others than it has', async () => {
    const { sandbox, writes } = await setup(2, 'Reasoned');
    const plan = (file: string, ...more: string[]) =>
      sandbox.run(['bulk', 'plan', 'orgs.update', '--file', 'u.csv', '--plan-out', file, '--rate', '0', ...more]);
    const apply = (file: string, ...more: string[]) =>
      sandbox.run(['bulk', 'apply', '--plan', file, '--rate', '0', '--yes', '--output', 'json', ...more]);
    expect([(await plan('own.json', '--reason', 'Of the plan')).code, (await plan('none.json')).code]).toEqual([0, 0]);

    const long = await apply('none.json', '--reason', 'x'.repeat(495), '--ticket', '4711');
    expect([long.code, long.stderr]).toEqual([2, expect.stringContaining('has 502 characters with its ticket')]);
    expect((await plan('long.json', '--reason', 'x'.repeat(501))).code).toBe(2);
    const other = await apply('own.json', '--reason', 'Another');
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('another reason: Of the plan')]);
    expect(writes()).toEqual([]);
    const applied = await apply('none.json', '--reason', 'Of the apply', '--ticket', '4711');
    expect([applied.code, applied.stderr]).toEqual([0, '']);
    const shown = await sandbox.run(['runs', 'show', '--last', '--fields', 'reason,ticket', '--output', 'json']);
    expect(printed(shown)).toEqual({ reason: 'Of the apply', ticket: '4711' });
    expect(writes().map(({ headers }) => headers['x-request-reason'])).toEqual([
      'Of%20the%20apply%20%5B4711%5D',
      'Of%20the%20apply%20%5B4711%5D',
    ]);
  });

  test('without a terminal and without --yes nothing is sent: exit 9', async () => {
    const { sandbox, writes } = await setup(2, 'Unasked');
    const { code, stderr } = await sandbox.run(update);
    expect([code, stderr]).toEqual([9, expect.stringContaining('--yes')]);
    expect(writes()).toEqual([]);
    expect(await runsOf(sandbox)).toEqual([]);
  });

  test('--dry-run is the plan: all changes shown, nothing sent', async () => {
    const { sandbox, writes } = await setup(2, 'Dry');
    const { code, stdout } = await sandbox.run([...update, '--dry-run', '--output', 'json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      [
        { row: 1, column: 'phone' },
        { row: 2, column: 'phone' },
      ],
    ]);
    expect(writes()).toEqual([]);
    expect(await runsOf(sandbox)).toEqual([]);
  });

  test('failed rows are exit 3, are written to failed.csv as the next input, and a retry sends only them', async () => {
    const refused = new Set<string>();
    const { sandbox, made, writes } = await setup(6, 'Partly', ({ method, path }) => {
      if (method !== 'PUT' || ![...refused].some((id) => path.endsWith(id))) return undefined;
      const body = { code: 'E-REQUEST-INVALID', message: 'Not today.', modelState: { phone: ['Not today.'] } };
      return HttpResponse.json(body, { status: 422 });
    });
    for (const index of [1, 4]) refused.add(made[index]?.id ?? '');
    const { code, stderr, stdout } = await sandbox.run([...update, '--yes']);
    const [run = ''] = await runsOf(sandbox);
    expect([code, lastLine(stderr)]).toEqual([3, `exit 3 (partial): 2 of 6 rows failed - carepost bulk retry ${run}`]);
    expect(JSON.parse(stdout)).toMatchObject({ ok: 4, failed: 2 });
    const failed = await runFile(sandbox, run, 'failed.csv');
    expect(failed.split('\n')[0]).toBe('id,phone,_error');
    expect(failed).toContain('Not today.');
    const visible = await sandbox.run(['bulk', 'results', run, '--status', 'failed', '--output', 'json']);
    expect(JSON.parse(visible.stdout)).toMatchObject([
      { row: 2, line: 3, status: 'failed', code: 'E-REQUEST-INVALID', column: 'phone' },
      { row: 5, line: 6 },
    ]);
    const csv = await sandbox.run(['bulk', 'results', run, '--status', 'failed', '--output', 'csv']);
    expect(csv.stdout.trim().split('\n')).toHaveLength(3);

    await writeFile(join(sandbox.folder, 'failed.csv'), failed);
    const checked = await sandbox.run([
      'bulk',
      'validate',
      'orgs.update',
      '--file',
      'failed.csv',
      '--offline',
      '--output',
      'json',
    ]);
    expect([checked.code, JSON.parse(checked.stdout)]).toMatchObject([0, { rows: 2 }]);

    refused.clear();
    const before = writes().length;
    const again = await sandbox.run(['bulk', 'retry', run, ...fast, '--yes', '--output', 'json']);
    expect([again.code, printed(again)]).toMatchObject([0, { rows: 2, ok: 2 }]);
    expect(writes()).toHaveLength(before + 2);
    const linked = await sandbox.run(['bulk', 'status', '--last', '--output', 'json']);
    expect(printed(linked)).toMatchObject({ retryOf: run, state: 'finished', ok: 2 });
  });

  test('a file whose rows are all refused before any success is exit 7', async () => {
    const { sandbox } = await setup(3, 'Refused', ({ method }) => {
      if (method !== 'PUT') return undefined;
      return HttpResponse.json({ code: 'E-REQUEST-INVALID', message: 'Never.' }, { status: 400 });
    });
    const { code, stderr } = await sandbox.run([...update, '--yes']);
    expect([code, lastLine(stderr)]).toEqual([7, expect.stringContaining('3 of 3 rows failed')]);
  });

  test('is undone, except for rows that another user changed since', async () => {
    const { sandbox, made } = await setup(4, 'Undone');
    expect((await sandbox.run([...update, '--yes'])).code).toBe(0);
    const [run = ''] = await runsOf(sandbox);
    const client = server.client('SysAdmin');
    await client.organizations.update({ params: { id: made[3]?.id ?? '' }, body: { phone: '5559999999' } });
    const stored = await sandbox.run([
      'bulk',
      'undo',
      run,
      '--plan-out',
      'undo.json',
      '--rate',
      '0',
      '--output',
      'json',
    ]);
    expect([stored.code, JSON.parse(stored.stdout)]).toMatchObject([
      0,
      [{ row: 1, after: null }, {}, {}, { verdict: 'conflict' }],
    ]);
    expect(await phones('Undone')).toHaveLength(4);
    const undone = await sandbox.run(['bulk', 'undo', run, ...fast, '--yes', '--output', 'json']);
    expect([undone.code, printed(undone)]).toMatchObject([3, { rows: 4, ok: 3, conflict: 1 }]);
    expect(await phones('Undone')).toEqual([null, null, null, '5559999999']);
  });

  test('--run-dir sets the folder of the run and --results-out that of the results; later commands read both', async () => {
    const { sandbox } = await setup(2, 'Elsewhere');
    const out = ['--run-dir', join(sandbox.folder, 'kept'), '--results-out', 'results.csv'];
    const result = await sandbox.run([...update, ...out, '--yes', '--output', 'json']);
    expect([result.code, result.stderr]).toEqual([0, '']);
    const { folder, run } = printed(result) as { folder: string; run: string };
    expect(folder).toBe(join(sandbox.folder, 'kept', run));
    const written = await readFile(join(sandbox.folder, 'results.csv'), 'utf8');
    expect(written).toBe(await readFile(join(folder, 'results.csv'), 'utf8'));
    expect(printed(await sandbox.run(['bulk', 'status', run, '--output', 'json']))).toMatchObject({ folder, ok: 2 });
    const refused = await sandbox.run([...update, '--results-out', 'results.csv', '--yes', '--unescape-formulas']);
    expect([refused.code, refused.stderr]).toEqual([0, expect.stringContaining('Nothing to change')]);
  });

  test.runIf(process.platform === 'linux')(
    'a --run-dir that takes no folders ends the command, and nothing is sent',
    async () => {
      const { sandbox, writes } = await setup(2, 'Nowhere');
      const { code, stderr } = await sandbox.run([...update, '--run-dir', '/proc/carepost', '--yes']);
      expect([code, stderr, writes()]).toEqual([74, expect.stringContaining('error[E-IO] /proc/carepost '), []]);
    },
  );

  test('the progress of a long run is printed as JSON on request', async () => {
    const { sandbox } = await setup(12, 'Progress');
    // A second passes between any two looks at the clock.
    let clock = Date.now();
    const now = () => (clock += 1000);
    const { code, stderr } = await sandbox.run(
      [...update, '--yes', '--concurrency', '1', '--progress', 'json', '--quiet'],
      { now },
    );
    expect(code).toBe(0);
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { rows: number; counts: Record<string, number> });
    expect(lines.length).toBeGreaterThan(1);
    for (const { rows, counts } of lines) {
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(rows);
    }
  });
});
