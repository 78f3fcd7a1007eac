import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { sharedServer, type TestServer } from '../support/startApp.ts';

const html = '<h1>Agreement</h1>\n<p>\tBe kind.</p>';
const brand = 'Northstar Exchange';

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await sharedServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
  await writeFile(join(sandbox.folder, 'agreement.html'), `${html}<script>alert(1)</script>`);
});

type Output = Record<string, unknown>;
const run = async (...args: string[]) => {
  const result = await sandbox.run(['eulas', ...args, '--output', 'json']);
  return { ...result, output: JSON.parse(result.stdout || result.stderr || '{}') as Output };
};
const rows = async (...args: string[]) =>
  JSON.parse((await sandbox.run(['eulas', 'list', ...args, '--output', 'json'])).stdout) as Output[];
const create = (version: string, ...more: string[]) =>
  run('create', version, '--file', 'agreement.html', '--yes', ...more);

test('an agreement is added from a file, shown as the server keeps it, and is not active', async () => {
  const created = await create('7.0', '--brand', brand);
  expect([created.code, created.output]).toMatchObject([
    0,
    { version: '7.0', brandName: brand, type: 'EULA', fileName: 'agreement.html', isActive: false, acceptances: 0 },
  ]);
  const id = String(created.output['id']);
  const visible = await sandbox.run(['eulas', 'view', id]);
  expect([visible.code, visible.stderr]).toEqual([0, '']);
  // Byte for byte: the tab stays a tab where no terminal is.
  expect(visible.stdout).toContain('<p>\tBe kind.</p>');
  expect(visible.stdout).not.toContain('script');
  const { output } = await run('view', id);
  expect([output['id'], `${String(output['html'])}\n`]).toEqual([id, visible.stdout]);
  expect((await run('get', id)).output).toEqual(created.output);
});

test('activating one deactivates the former one of the brand; an active one is not deleted', async () => {
  const id = String((await create('8.0', '--brand', brand)).output['id']);
  const before = await rows('--brand', brand, '--active');
  expect(before).toHaveLength(1);
  const activated = await run('activate', id, '--yes', '--reason', 'Approved');
  expect(activated.output).toMatchObject({ id, isActive: true });
  expect((await rows('--brand', brand, '--active')).map((row) => row['id'])).toEqual([id]);
  const { rows: audits } = await server.database.pool.query(
    "select reason from audit_entries where action = 'eulas.activate' and target_id = $1",
    [id],
  );
  expect(audits).toEqual([{ reason: 'Approved' }]);
  const refused = await run('delete', id, '--yes');
  expect([refused.code, refused.output['code']]).toEqual([8, 'E-IN-USE']);
});

test('a draft is deleted; then it is not found', async () => {
  const id = String((await create('9.0')).output['id']);
  expect((await run('delete', id, '--yes')).output).toEqual({ id, version: '9.0', deleted: true });
  for (const command of ['get', 'view', 'activate', 'delete']) {
    const result = await run(command, id, ...(command === 'activate' || command === 'delete' ? ['--yes'] : []));
    expect([command, result.code, result.output['code']]).toEqual([command, 6, 'E-NOT-FOUND']);
  }
});

test('exists tells whether a brand has the version; adding it twice is exit 8', async () => {
  const id = String((await create('10.0')).output['id']);
  expect((await run('exists', '10.0')).output).toEqual({ version: '10.0', exists: true });
  expect((await run('exists', '10.0', '--except', id)).output['exists']).toBe(false);
  expect((await run('exists', '10.0', '--brand', brand)).output['exists']).toBe(false);
  expect((await run('exists', '10.0', '--exit-code')).code).toBe(7);
  const twice = await create('10.0');
  expect([twice.code, twice.output['code']]).toEqual([8, 'E-EULA-EXISTS']);
});

test('a file that cannot be sent is refused here, a file of another kind by the server', async () => {
  await writeFile(join(sandbox.folder, 'large.html'), 'x'.repeat(1024 * 1024 + 1));
  const offline = ['--yes', '--api', 'http://127.0.0.1:9'];
  expect((await run('create', '11', ...offline)).code).toBe(2);
  expect((await run('create', '11', '--file', 'missing.html', ...offline)).code).toBe(74);
  const large = await run('create', '11', '--file', 'large.html', ...offline);
  expect([large.code, large.output['code']]).toEqual([7, 'E-FILE-TOO-LARGE']);
  await writeFile(join(sandbox.folder, 'picture.html'), Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\r', 'latin1'));
  const picture = await run('create', '11', '--file', 'picture.html', '--yes');
  expect([picture.code, picture.output['code']]).toEqual([7, 'E-FILE-TYPE']);
  const unknown = await create('11', '--brand', 'No such brand');
  expect([unknown.code, unknown.output['code']]).toEqual([7, 'E-ORG-REFERENCE']);
});

test('the list is newest first and keeps to brand, type and search', async () => {
  const all = await rows('--all', '--fields', 'createDate');
  const dates = (await sandbox.run(['eulas', 'list', '--all', '-o', 'ndjson'])).stdout
    .trim()
    .split('\n')
    .map((line) => String((JSON.parse(line) as Output)['createDate']));
  expect(dates).toEqual([...dates].sort().reverse());
  expect(all).toHaveLength(dates.length);
  const branded = await rows('--brand', 'CardinalCare');
  expect(branded.map((row) => row['brandName'])).toEqual(['CardinalCare']);
  expect(await rows('--type', 'NoSuchType')).toEqual([]);
});
