import { beforeAll, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { sharedServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await sharedServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});

type Output = Record<string, unknown>;
const run = async (...args: string[]) => {
  const result = await sandbox.run(['specialties', ...args, '--output', 'json']);
  return { ...result, output: JSON.parse(result.stdout || result.stderr || '{}') as Output };
};
const namesOf = async (...args: string[]) => {
  const { stdout } = await sandbox.run(['specialties', 'list', ...args, '--output', 'json']);
  return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
};

test('specialties are listed by page, searched, sorted and all together', async () => {
  const all = await namesOf('--all');
  expect(all.length).toBeGreaterThan(20);
  expect(await namesOf('--page', '2', '--page-size', '4')).toEqual(all.slice(4, 8));
  expect(await namesOf('--sort', 'name:desc', '--limit', '3')).toEqual([...all].reverse().slice(0, 3));
  expect(await namesOf('--search', 'cardiolog')).toEqual(['Cardiology']);
});

test('a specialty is added, shown, changed, and deleted under its name', async () => {
  const created = await run('create', '--set', 'name=Sports Medicine', '--yes');
  expect([created.code, created.output]).toMatchObject([0, { name: 'Sports Medicine', version: 1 }]);
  const id = String(created.output['id']);
  expect((await run('get', id)).output).toMatchObject({ name: 'Sports Medicine', organizationCount: 0 });
  const changed = await run('update', id, '--set', 'name=Sleep Medicine', '--yes');
  expect([changed.code, changed.output]).toMatchObject([0, { id, name: 'Sleep Medicine', version: 2 }]);
  const same = await sandbox.run(['specialties', 'update', id, '--set', 'name=Sleep Medicine', '--yes']);
  expect([same.code, same.stderr]).toEqual([0, expect.stringContaining('No field differs')]);
  expect((await run('delete', id, '--expect-name', 'Sports Medicine', '--yes')).code).toBe(8);
  expect((await run('rm', id, '--expect-name', 'Sleep Medicine', '--yes')).output).toEqual({
    id,
    name: 'Sleep Medicine',
    deleted: true,
  });
  expect((await run('get', id)).code).toBe(6);
});

test('an undo takes an added specialty away again', async () => {
  expect((await run('create', '--set', 'name=Undone Medicine', '--yes')).code).toBe(0);
  expect((await sandbox.run(['bulk', 'undo', '--last', '--yes'])).code).toBe(0);
  expect(await namesOf('--search', 'Undone')).toEqual([]);
});

test('refusals: a taken name and a specialty in use exit with 8, a missing name with 2', async () => {
  const taken = await run('create', '--set', 'name=CARDIOLOGY', '--yes');
  expect([taken.code, taken.output['code']]).toEqual([8, 'E-NAME-TAKEN']);
  const empty = await run('create', '--set', 'name= ', '--yes');
  expect([empty.code, empty.output['message']]).toEqual([2, 'A value is missing: name.']);
  const { rows } = await server.database.pool.query<{ id: string }>(
    'select specialty_id as id from organizations where specialty_id is not null limit 1',
  );
  const used = await run('delete', rows[0]?.id ?? '', '--yes');
  expect([used.code, used.output['code']]).toEqual([8, 'E-IN-USE']);
});
