import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliMachine, cliMachine } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

const html = '<h1>Agreement</h1>\n<p>\tBe kind.</p>';
const brand = 'Northstar Exchange';

let server: TestServer;
let place: CliMachine;
beforeAll(async () => {
  server = await startServer();
  place = await cliMachine({ api: server.url, token: server.as('SysAdmin'), keep: true });
  await writeFile(join(place.folder, 'agreement.html'), `${html}<script>alert(1)</script>`);
});
afterAll(() => server.close());

type Told = Record<string, unknown>;
const run = async (...args: string[]) => {
  const result = await place.run(['eulas', ...args, '--output', 'json']);
  return { ...result, told: JSON.parse(result.stdout || result.stderr || '{}') as Told };
};
const rows = async (...args: string[]) =>
  JSON.parse((await place.run(['eulas', 'list', ...args, '--output', 'json'])).stdout) as Told[];
const create = (version: string, ...more: string[]) =>
  run('create', version, '--file', 'agreement.html', '--yes', ...more);

test('an agreement is added from a file, shown as the server keeps it, and is not active', async () => {
  const created = await create('7.0', '--brand', brand);
  expect([created.code, created.told]).toMatchObject([
    0,
    { version: '7.0', brandName: brand, type: 'EULA', fileName: 'agreement.html', isActive: false, acceptances: 0 },
  ]);
  const id = String(created.told['id']);
  const shown = await place.run(['eulas', 'view', id]);
  expect([shown.code, shown.stderr]).toEqual([0, '']);
  // Byte for byte: the tab stays a tab where no terminal is.
  expect(shown.stdout).toContain('<p>\tBe kind.</p>');
  expect(shown.stdout).not.toContain('script');
  const { told } = await run('view', id);
  expect([told['id'], `${String(told['html'])}\n`]).toEqual([id, shown.stdout]);
  expect((await run('get', id)).told).toEqual(created.told);
});

test('activating ends the former one of the brand; an active one is not deleted', async () => {
  const id = String((await create('8.0', '--brand', brand)).told['id']);
  const before = await rows('--brand', brand, '--active');
  expect(before).toHaveLength(1);
  const activated = await run('activate', id, '--yes', '--reason', 'Approved');
  expect(activated.told).toMatchObject({ id, isActive: true });
  expect((await rows('--brand', brand, '--active')).map((row) => row['id'])).toEqual([id]);
  const { rows: audits } = await server.database.pool.query(
    "select reason from audit_entries where action = 'eulas.activate' and target_id = $1",
    [id],
  );
  expect(audits).toEqual([{ reason: 'Approved' }]);
  const kept = await run('delete', id, '--yes');
  expect([kept.code, kept.told['code']]).toEqual([8, 'E-IN-USE']);
});

test('a draft is deleted; then it is not found', async () => {
  const id = String((await create('9.0')).told['id']);
  expect((await run('delete', id, '--yes')).told).toEqual({ id, version: '9.0', deleted: true });
  for (const verb of ['get', 'view', 'activate', 'delete']) {
    const result = await run(verb, id, ...(verb === 'activate' || verb === 'delete' ? ['--yes'] : []));
    expect([verb, result.code, result.told['code']]).toEqual([verb, 6, 'E-NOT-FOUND']);
  }
});

test('exists tells whether a brand has the version; adding it twice is exit 8', async () => {
  const id = String((await create('10.0')).told['id']);
  expect((await run('exists', '10.0')).told).toEqual({ version: '10.0', exists: true });
  expect((await run('exists', '10.0', '--except', id)).told['exists']).toBe(false);
  expect((await run('exists', '10.0', '--brand', brand)).told['exists']).toBe(false);
  expect((await run('exists', '10.0', '--exit-code')).code).toBe(7);
  const twice = await create('10.0');
  expect([twice.code, twice.told['code']]).toEqual([8, 'E-EULA-EXISTS']);
});

test('a file that cannot be sent is refused here, a file of another kind by the server', async () => {
  await writeFile(join(place.folder, 'large.html'), 'x'.repeat(1024 * 1024 + 1));
  const nobody = ['--yes', '--api', 'http://127.0.0.1:9'];
  expect((await run('create', '11', ...nobody)).code).toBe(2);
  expect((await run('create', '11', '--file', 'missing.html', ...nobody)).code).toBe(74);
  const large = await run('create', '11', '--file', 'large.html', ...nobody);
  expect([large.code, large.told['code']]).toEqual([7, 'E-FILE-TOO-LARGE']);
  await writeFile(join(place.folder, 'picture.html'), Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\r', 'latin1'));
  const picture = await run('create', '11', '--file', 'picture.html', '--yes');
  expect([picture.code, picture.told['code']]).toEqual([7, 'E-FILE-TYPE']);
  const unknown = await create('11', '--brand', 'No such brand');
  expect([unknown.code, unknown.told['code']]).toEqual([7, 'E-ORG-REFERENCE']);
});

test('the list is newest first and keeps to brand, type and search', async () => {
  const all = await rows('--all', '--fields', 'createDate');
  const dates = (await place.run(['eulas', 'list', '--all', '-o', 'ndjson'])).stdout
    .trim()
    .split('\n')
    .map((line) => String((JSON.parse(line) as Told)['createDate']));
  expect(dates).toEqual([...dates].sort().reverse());
  expect(all).toHaveLength(dates.length);
  const branded = await rows('--brand', 'CardinalCare');
  expect(branded.map((row) => row['brandName'])).toEqual(['CardinalCare']);
  expect(await rows('--type', 'NoSuchType')).toEqual([]);
});
