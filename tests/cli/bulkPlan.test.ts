import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bulkActions } from '../../shared/bulk/actions/catalogue.ts';
import { footStart, headLine } from '../../shared/bulk/planFile.ts';
import type { PlanHead } from '../../shared/bulk/plan.ts';
import { interceptApi } from '../support/mockApi.ts';
import { allOrSome } from '../support/isHard.ts';
import { createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { bulkSandbox, lastLine, makeOrganizations, writeCsv } from './bulkSetup.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const unreachable = 'http://127.0.0.1:9';
const fast = ['--rate', '0'];

describe('bulk template', () => {
  test.each(allOrSome(bulkActions, bulkActions.length / 8).map(({ name }) => [name]))(
    'of %s validates unchanged, offline',
    { tags: ['scaled'] },
    async (action) => {
      const sandbox = await createCliSandbox({ api: unreachable });
      const made = await sandbox.run(['bulk', 'template', action, '--out', 'template.csv']);
      expect([made.code, made.stderr]).toEqual([0, expect.any(String)]);
      const checked = await sandbox.run([
        'bulk',
        'validate',
        action,
        '--file',
        'template.csv',
        '--offline',
        '--output',
        'json',
      ]);
      expect([checked.code, checked.stderr]).toEqual([0, '']);
      expect(JSON.parse(checked.stdout)).toMatchObject({ action, rows: 2, warnings: 0, checked: 'offline' });
    },
  );

  test('filled with the current values gives a plan without changes', async () => {
    const sandbox = await bulkSandbox(server, server.url);
    await makeOrganizations(server, 3, 'Template');
    const filled = await sandbox.run([
      'bulk',
      'template',
      'orgs.update',
      '--filled',
      '--where',
      'name~Template',
      ...fast,
    ]);
    expect([filled.code, filled.stdout.trim().split('\n').length]).toEqual([0, 4]);
    await writeFile(join(sandbox.folder, 'filled.csv'), filled.stdout);
    const plan = [
      'bulk',
      'plan',
      'orgs.update',
      '--file',
      'filled.csv',
      '--detailed-exitcode',
      '--output',
      'json',
      ...fast,
    ];
    expect(await sandbox.run(plan)).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
  });
});

describe('bulk validate', () => {
  test('the hint for an unknown column names a mapping that ignores it', async () => {
    const sandbox = await createCliSandbox({ api: unreachable });
    await writeCsv(sandbox, 'login.csv', ['id', 'enabled', 'Clinic'], [['a', 'true', 'North']]);
    const validate = ['bulk', 'validate', 'orgs.login', '--file', 'login.csv', '--offline'];
    const refused = await sandbox.run(validate);
    expect([refused.code, refused.stderr]).toEqual([7, expect.stringContaining('--map "Header="')]);
    const { stderr } = await sandbox.run([...validate, '--map', 'Clinic=']);
    expect(stderr).not.toContain('E-CSV-COLUMN');
  });

  test('reports all problems at once without a request, counts them by code and saves them in a file', async () => {
    const sandbox = await createCliSandbox({ api: unreachable });
    const rows = Array.from({ length: 30 }, (_, index) => [`org ${index}`, 'perhaps']);
    await writeCsv(sandbox, 'login.csv', ['id', 'enabled'], rows);
    const { code, stderr, stdout } = await sandbox.run([
      'bulk',
      'validate',
      'orgs.login',
      '--file',
      'login.csv',
      '--offline',
    ]);
    expect([code, stdout]).toEqual([7, '']);
    expect(stderr).toContain('error[E-CELL-FLAG] row 1 (file line 2), column enabled:');
    expect(stderr).toMatch(/by code: .*30 E-CELL-FLAG/);
    const stored = /all of them: (\S+)/.exec(stderr)?.[1] ?? '';
    const lines = (await readFile(stored, 'utf8')).trim().split('\n');
    expect(lines[0]).toBe('row,line,column,code,message,severity');
    expect(lines.filter((line) => line.includes('E-CELL-FLAG'))).toHaveLength(30);
    expect((await stat(stored)).mode & 0o777).toBe(0o600);
    expect(stderr).toMatch(/^error\[E-FILE-INVALID\] login\.csv has \d+ problems in 30 rows\.$/m);
    expect(lastLine(stderr)).toBe('exit 7 (invalid)');
  });

  test('checks references at the server, and sends no write', async () => {
    const api = interceptApi(server.url, () => undefined);
    const sandbox = await bulkSandbox(server, server.url);
    const [made] = await makeOrganizations(server, 1, 'Validated');
    await writeCsv(
      sandbox,
      'u.csv',
      ['id', 'phone'],
      [
        [made?.id ?? '', '5550100001'],
        ['018f2b6c-5a3e-7c41-9d20-000000000001', '5550100002'],
      ],
    );
    const { code, stderr } = await sandbox.run(['bulk', 'validate', 'orgs.update', '--file', 'u.csv', ...fast]);
    expect([code, stderr]).toEqual([7, expect.stringContaining('error[E-ROW-TARGET] row 2 (file line 3)')]);
    expect(api.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('problems found offline and at the server are reported in one pass, in the order of the file', async () => {
    const sandbox = await bulkSandbox(server, server.url);
    const [made] = await makeOrganizations(server, 1, 'Onepass');
    await writeCsv(
      sandbox,
      'u.csv',
      ['id', 'number_of_users'],
      [
        ['018f2b6c-5a3e-7c41-9d20-000000000001', '3'],
        [made?.id ?? '', 'many'],
        ['018f2b6c-5a3e-7c41-9d20-000000000002', '3'],
      ],
    );
    const { code, stderr } = await sandbox.run(['bulk', 'validate', 'orgs.update', '--file', 'u.csv', ...fast]);
    expect(code).toBe(7);
    const codes = [...stderr.matchAll(/error\[(E-(?:ROW|CELL)-[A-Z]+)\] row (\d)/g)].map(([, name, row]) => [
      row,
      name,
    ]);
    expect(codes).toEqual([
      ['1', 'E-ROW-TARGET'],
      ['2', 'E-CELL-NUMBER'],
      ['3', 'E-ROW-TARGET'],
    ]);
  });

  test('without a sign-in the problems found offline are reported all the same', async () => {
    const sandbox = await createCliSandbox({ api: unreachable });
    await writeCsv(sandbox, 'u.csv', ['id', 'number_of_users'], [[crypto.randomUUID(), 'many']]);
    const { code, stderr } = await sandbox.run(['bulk', 'plan', 'orgs.update', '--file', 'u.csv']);
    expect([code, stderr]).toEqual([7, expect.stringContaining('error[E-CELL-NUMBER] row 1')]);
    expect(stderr).toContain('The rows could not be checked at the server: ');
  });
});

describe('bulk plan', () => {
  const planned = async (sandbox: Awaited<ReturnType<typeof bulkSandbox>>, more: readonly string[] = []) =>
    sandbox.run(['bulk', 'plan', 'orgs.update', '--file', 'u.csv', ...fast, ...more]);

  test('prints only the changed cells and the totals', async () => {
    const sandbox = await bulkSandbox(server, server.url);
    const made = await makeOrganizations(server, 3, 'Planned');
    await server
      .client('SysAdmin')
      .organizations.update({ params: { id: made[0]?.id ?? '' }, body: { phone: '5550100001' } });
    await writeCsv(
      sandbox,
      'u.csv',
      ['id', 'phone', '_note'],
      made.map(({ id }) => [id, '5550100001', 'x']),
    );
    const { code, stdout, stderr } = await planned(sandbox, ['--output', 'table']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('3 rows - 2 update, 1 unchanged')]);
    expect(stdout).not.toContain('Planned 1 ');
    expect(stdout).toMatch(/Planned 2 +phone +\(empty\) -> 5550100001/);

    const structured = await planned(sandbox, ['--output', 'json', '--detailed-exitcode']);
    expect(structured.code).toBe(10);
    expect(JSON.parse(structured.stdout)).toMatchObject([
      { row: 2, line: 3, verdict: 'update', column: 'phone', before: null, after: '5550100001' },
      { row: 3 },
    ]);
  });

  test('is read from standard input, in the encoding and with the delimiter it has', async () => {
    const sandbox = await bulkSandbox(server, server.url);
    const [made] = await makeOrganizations(server, 1, 'Piped');
    const text = `\ufeffOrg;phone\r\n${made?.id ?? ''};5550100009\r\n`;
    const args = ['bulk', 'plan', 'orgs.update', '--file', '-', '--map', 'Org=id', ...fast, '--output', 'json'];
    const { code, stdout, stderr } = await sandbox.run(args, { stdin: text });
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject([{ column: 'phone', after: '5550100009' }]);
  });

  test('of a selection prints the rows that it will change', async () => {
    const sandbox = await bulkSandbox(server, server.url);
    const made = await makeOrganizations(server, 4, 'Chosen');
    const select = ['--select', '--where', 'name~Chosen', '--set', 'enabled=false', ...fast];
    const plan = ['bulk', 'plan', 'orgs.login', ...select, '--plan-out', 'chosen.json', '--output', 'json'];
    const { code, stdout } = await sandbox.run(plan);
    expect(code).toBe(0);
    const changes = JSON.parse(stdout) as { id: string; column: string; after: boolean }[];
    expect(changes.map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id).sort());
    expect(changes.every(({ column, after }) => column === 'enabled' && !after)).toBe(true);
    const applied = await sandbox.run([
      'bulk',
      'apply',
      '--plan',
      'chosen.json',
      ...fast,
      '--yes',
      '--max-changes',
      '99',
      '--output',
      'json',
    ]);
    expect([applied.code, JSON.parse(applied.stdout)]).toMatchObject([0, { ok: 4 }]);
  });

  test('saved in a private file, is applied once', async () => {
    const sandbox = await bulkSandbox(server, server.url);
    const made = await makeOrganizations(server, 2, 'Once');
    await writeCsv(
      sandbox,
      'u.csv',
      ['id', 'phone'],
      made.map(({ id }) => [id, '5550100002']),
    );
    expect((await planned(sandbox, ['--plan-out', 'plan.json'])).code).toBe(0);
    expect((await stat(join(sandbox.folder, 'plan.json'))).mode & 0o777).toBe(0o600);
    const apply = ['bulk', 'apply', '--plan', 'plan.json', ...fast, '--yes', '--max-changes', '99', '--output', 'json'];
    expect((await sandbox.run(apply)).code).toBe(0);
    const again = await sandbox.run(apply);
    expect([again.code, JSON.parse(again.stderr)]).toMatchObject([8, { code: 'E-PLAN-USED' }]);
    expect((await planned(sandbox, ['--plan-out', 'plan.json'])).code).toBe(8);
  });

  test.each([
    ['altered by one sign', 8, 'E-PLAN-ALTERED', (text: string) => text.replace('5550100003', '5550100004')],
    ['no plan at all', 7, 'E-PLAN-FORMAT', () => '{"hello":1}\n'],
  ])('%s is refused, and nothing is sent', async (_what, exit, expected, spoil) => {
    const api = interceptApi(server.url, () => undefined);
    const sandbox = await bulkSandbox(server, server.url);
    const [made] = await makeOrganizations(server, 1, `Spoilt${exit}`);
    await writeCsv(sandbox, 'u.csv', ['id', 'phone'], [[made?.id ?? '', '5550100003']]);
    expect((await planned(sandbox, ['--plan-out', 'plan.json'])).code).toBe(0);
    const path = join(sandbox.folder, 'plan.json');
    await writeFile(path, spoil(await readFile(path, 'utf8')));
    const calls = api.seen.length;
    const { code, stderr } = await sandbox.run(['bulk', 'apply', '--plan', 'plan.json', '--yes', '--output', 'json']);
    expect([code, JSON.parse(stderr)]).toMatchObject([exit, { code: expected }]);
    expect(api.seen).toHaveLength(calls);
  });

  /** Another head under a right digest: only its own claims can give the plan away. */
  const withHead = async (path: string, change: (head: PlanHead) => PlanHead): Promise<void> => {
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    const { head } = JSON.parse(`${lines[0] ?? ''}]}`) as { head: PlanHead };
    const { foot } = JSON.parse(`{"rows":[${lines.at(-1) ?? ''}`) as { foot: Parameters<typeof footStart>[0] };
    const text = [headLine(change(head)).trimEnd(), ...lines.slice(1, -1), footStart(foot)].join('\n');
    await writeFile(path, `${text},"sha256":"${createHash('sha256').update(text).digest('hex')}"}}\n`);
  };

  test.each([
    ['older than a day', 'E-PLAN-EXPIRED', (head: PlanHead) => ({ ...head, expiresAt: '2026-01-01T00:00:00.000Z' })],
    [
      'made for another server',
      'E-PLAN-ORIGIN',
      (head: PlanHead) => ({ ...head, origin: 'https://elsewhere.example' }),
    ],
  ])('%s is refused with exit 8', async (_what, expected, change) => {
    const sandbox = await bulkSandbox(server, server.url);
    const [made] = await makeOrganizations(server, 1, `Head${expected.slice(-5)}`);
    await writeCsv(sandbox, 'u.csv', ['id', 'phone'], [[made?.id ?? '', '5550100005']]);
    expect((await planned(sandbox, ['--plan-out', 'plan.json'])).code).toBe(0);
    await withHead(join(sandbox.folder, 'plan.json'), change);
    const { code, stderr } = await sandbox.run(['bulk', 'apply', '--plan', 'plan.json', '--yes', '--output', 'json']);
    expect([code, JSON.parse(stderr)]).toMatchObject([8, { code: expected }]);
  });
});

test('columns may have the names of the fields as commands about one record have them', async () => {
  const sandbox = await bulkSandbox(server, server.url);
  const [made] = await makeOrganizations(server, 1, 'Dotted');
  await writeCsv(
    sandbox,
    'd.csv',
    ['id', 'address.street', 'settings.passwordSignIn'],
    [[made?.id ?? '', '1 Elm St', 'yes']],
  );
  const planned = await sandbox.run(['bulk', 'plan', 'orgs.update', '--file', 'd.csv', '--output', 'json']);
  const changed = (JSON.parse(planned.stdout) as { column: string }[]).map(({ column }) => column);
  expect([planned.code, changed]).toEqual([0, ['street']]);
});
