import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliMachine, cliMachine } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let place: CliMachine;
beforeAll(async () => {
  server = await startServer();
  place = await cliMachine({ api: server.url, token: server.as('SysAdmin'), keep: true });
});
afterAll(() => server.close());

type Told = Record<string, unknown>;
const run = async (...args: string[]) => {
  const result = await place.run([...args, '--output', 'json']);
  return { ...result, told: JSON.parse(result.stdout || result.stderr || '{}') as Told };
};

test('a plan organizations have is not deleted, a plan of nobody is', async () => {
  const { rows } = await server.database.pool.query<{ id: string }>(
    'select plan_id as id from organizations where plan_id is not null limit 1',
  );
  const kept = await run('plans', 'delete', rows[0]?.id ?? '', '--yes');
  expect([kept.code, kept.told['code']]).toEqual([8, 'E-IN-USE']);
  expect((await run('plans', 'get', rows[0]?.id ?? '')).told['organizationCount']).toBeGreaterThan(0);
  const free = ['--set', 'name=Of nobody', '--set', 'tierCode=N', '--set', 'allowedUsers=2'];
  const { told } = await run('plans', 'create', ...free, '--yes');
  expect((await run('plans', 'rm', String(told['id']), '--yes')).told).toMatchObject({ deleted: true });
});

test('the help of create and update names the fields and what they hold', async () => {
  const { stdout } = await place.run(['plans', 'update', '--help']);
  expect(stdout).toContain('Fields: name, tierCode, allowedUsers (number).');
  const resellers = (await place.run(['resellers', 'create', '--help'])).stdout;
  expect(resellers).toContain('type (Affiliate or Licensing)');
  expect(resellers).not.toContain('--remove-logo');
});

test('features tells what can be switched on', async () => {
  const all = JSON.parse((await place.run(['features', 'list', '-o', 'json'])).stdout) as Told[];
  const offered = (await place.run(['features', 'ls', '--where', 'isOrganizationFeature=true', '-o', 'ids'])).stdout;
  const wanted = all.filter((feature) => feature['isOrganizationFeature'] === true).map((feature) => feature['id']);
  expect(offered.trim().split('\n')).toEqual(wanted);
  expect(wanted.length).toBeGreaterThan(0);
});
