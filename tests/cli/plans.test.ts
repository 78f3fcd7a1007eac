import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  const result = await sandbox.run([...args, '--output', 'json']);
  return { ...result, output: JSON.parse(result.stdout || result.stderr || '{}') as Output };
};

test('a plan in use is not deleted, an unused one is', async () => {
  const { rows } = await server.database.pool.query<{ id: string }>(
    'select plan_id as id from organizations where plan_id is not null limit 1',
  );
  const refused = await run('plans', 'delete', rows[0]?.id ?? '', '--yes');
  expect([refused.code, refused.output['code']]).toEqual([8, 'E-IN-USE']);
  const preview = await sandbox.run(['plans', 'delete', rows[0]?.id ?? '', '--dry-run']);
  expect([preview.code, preview.stdout + preview.stderr]).toEqual([8, expect.stringContaining('cannot be deleted: ')]);
  expect((await run('plans', 'get', rows[0]?.id ?? '')).output['organizationCount']).toBeGreaterThan(0);
  const free = ['--set', 'name=Of nobody', '--set', 'tierCode=N', '--set', 'allowedUsers=2'];
  const { output } = await run('plans', 'create', ...free, '--yes');
  expect((await run('plans', 'rm', String(output['id']), '--yes')).output).toMatchObject({ deleted: true });
});

test('price and features are set, cleared, refused where they are not valid, and restored by an undo', async () => {
  const fields = ['name=Priced', 'tierCode=P', 'allowedUsers=2', 'monthlyPriceCents=4900', 'features=reply|forward'];
  const created = await run('plans', 'create', ...fields.flatMap((field) => ['--set', field]), '--yes');
  const values = { monthlyPriceCents: 4900, features: ['forward', 'reply'] };
  expect([created.code, created.output]).toMatchObject([0, values]);
  const id = String(created.output['id']);
  const same = await sandbox.run(['plans', 'update', id, '--set', 'features=forward|reply', '--yes']);
  expect(same.stderr).toContain('nothing was sent');
  const changed = ['--set', 'monthlyPriceCents=5900', '--set', 'features='];
  expect((await run('plans', 'update', id, ...changed, '--yes')).output).toMatchObject({
    monthlyPriceCents: 5900,
    features: [],
  });
  expect((await sandbox.run(['bulk', 'undo', '--last', '--yes'])).code).toBe(0);
  expect((await run('plans', 'get', id)).output).toMatchObject(values);
  const wrong = await run('plans', 'update', id, '--set', 'features=forwarding', '--yes');
  expect([wrong.code, wrong.output['message']]).toEqual([7, expect.stringContaining('Did you mean "forward"?')]);
  const cents = await run('plans', 'update', id, '--set', 'monthlyPriceCents=49.5', '--yes');
  expect([cents.code, cents.output['details']]).toEqual([7, ['field: monthlyPriceCents']]);
  expect((await run('plans', 'delete', id, '--yes')).code).toBe(0);
  expect((await sandbox.run(['bulk', 'undo', '--last', '--yes'])).code).toBe(0);
  expect((await run('plans', 'get', 'Priced')).output).toMatchObject(values);
});

test('a file of the current plans has price and features, and can be read again', async () => {
  const { stdout: text } = await sandbox.run(['bulk', 'template', 'plans.update', '--filled']);
  expect(text).toContain('monthly_price_cents,features');
  await writeFile(join(sandbox.folder, 'plans.csv'), text);
  const unchanged = await run('bulk', 'apply', 'plans.update', '--file', 'plans.csv', '--yes');
  expect([unchanged.code, unchanged.output['ok']]).toEqual([0, 0]);
  await writeFile(join(sandbox.folder, 'edited.csv'), text.replace(/forward\|reply/, 'reply'));
  const edited = await run('bulk', 'apply', 'plans.update', '--file', 'edited.csv', '--yes');
  expect([edited.code, edited.output]).toMatchObject([0, { ok: 1, failed: 0 }]);
});

test('the help of create and update lists the fields and their types', async () => {
  const { stdout } = await sandbox.run(['plans', 'update', '--help']);
  expect(stdout).toContain('Fields: name, tierCode, allowedUsers (number), monthlyPriceCents (number), features');
  const resellers = (await sandbox.run(['resellers', 'create', '--help'])).stdout;
  expect(resellers).toContain('type (Affiliate or Licensing)');
  expect(resellers).not.toContain('--remove-logo');
});

test('features list shows which features organizations can have', async () => {
  const all = JSON.parse((await sandbox.run(['features', 'list', '-o', 'json'])).stdout) as Output[];
  const offered = (await sandbox.run(['features', 'ls', '--where', 'isOrganizationFeature=true', '-o', 'ids'])).stdout;
  const expected = all.filter((feature) => feature['isOrganizationFeature'] === true).map((feature) => feature['id']);
  expect(offered.trim().split('\n')).toEqual(expected);
  expect(expected.length).toBeGreaterThan(0);
});
