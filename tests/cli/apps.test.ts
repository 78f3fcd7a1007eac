import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});
afterAll(() => server.close());

const apps = async (...args: string[]) => {
  const result = await sandbox.run(['apps', ...args, '--output', 'json']);
  return { ...result, output: JSON.parse(result.stdout || '{}') as Record<string, unknown> };
};
const namesOf = async (...args: string[]) =>
  (JSON.parse((await apps('list', ...args)).stdout) as { name: string }[]).map(({ name }) => name);

test('apps are listed by page, searched, sorted and all together', async () => {
  const all = await namesOf('--all');
  expect(all.length).toBeGreaterThan(10);
  expect(await namesOf('--page', '2', '--page-size', '4')).toEqual(all.slice(4, 8));
  const page = ['--page', '2', '--page-size', '4'];
  const others = all.filter((name) => name !== all[0]);
  expect(await namesOf(...page, '--where', `name!=${all[0]}`)).toEqual(others.slice(4, 8));
  expect(await namesOf(...page, '--limit', '6')).toEqual(all.slice(4, 10));
  expect(await namesOf(...page, '--sort', 'id')).toHaveLength(4);
  expect(await namesOf(...page, '--sort', 'id')).not.toEqual(await namesOf('--page-size', '4', '--sort', 'id'));
  expect(await namesOf('--sort', 'name:desc', '--limit', '3')).toEqual([...all].reverse().slice(0, 3));
  expect(await namesOf('--search', 'intake')).toEqual(['Document Intake']);
});

test('an app is added, found by its name, changed and deleted, and an undo adds it again', async () => {
  const created = await apps('create', '--set', 'name=Care Calendar', '--yes');
  expect([created.code, created.output]).toMatchObject([0, { name: 'Care Calendar', version: 1 }]);
  const id = String(created.output['id']);
  expect((await apps('exists', 'care calendar')).output).toEqual({ name: 'Care Calendar', exists: true, id });
  expect((await apps('exists', 'care calendar', '--exit-code')).code).toBe(7);
  expect((await apps('exists', 'Care')).output).toMatchObject({ exists: false, id: null });
  expect((await apps('update', id, '--set', 'name=Care Planner', '--yes')).output).toMatchObject({ version: 2 });
  expect((await apps('delete', id, '--yes')).output).toEqual({ id, name: 'Care Planner', deleted: true });
  expect((await sandbox.run(['bulk', 'undo', '--last', '--yes'])).code).toBe(0);
  expect(await namesOf('--search', 'Care Planner')).toEqual(['Care Planner']);
});

test('a number in a JSON file is refused where a text belongs', async () => {
  const result = await sandbox.run(['apps', 'create', '--file', '-', '--yes'], { stdin: '{"name":5}' });
  expect([result.code, result.stderr]).toEqual([7, expect.stringContaining('"name" must be a text in quotes, not 5.')]);
  expect(await namesOf('--search', '5')).toEqual([]);
});

test('an undo that finds its name with another record is a conflict that says what to change', async () => {
  const { output } = await apps('create', '--set', 'name=Lead', '--yes');
  const renamed = await sandbox.run(['apps', 'update', String(output['id']), '--set', 'name=Leader', '--yes']);
  const [, run = ''] = /run (\S+) - to undo it/.exec(renamed.stderr) ?? [];
  await apps('create', '--set', 'name=LEAD', '--yes');
  const { code, stderr } = await sandbox.run(['bulk', 'undo', run, '--yes']);
  expect([code, stderr]).toEqual([
    8,
    expect.stringContaining(`error[E-UNDO-TAKEN] No row of the run ${run} can be undone`),
  ]);
  expect(stderr).toContain('row 1: The former state cannot be restored: "Lead" already exists.\n');
  expect(stderr).toContain('Rename or delete the other record, then undo the run again.');
  expect(stderr).not.toMatch(/Correct the file|file line/);
});

test('refusals: an existing name exits with 8, an unknown id with 6', async () => {
  const taken = await apps('create', '--set', 'name=DOCUMENT INTAKE', '--yes');
  expect([taken.code, taken.stderr]).toEqual([8, expect.stringContaining('already exists')]);
  expect((await apps('delete', crypto.randomUUID(), '--yes')).code).toBe(6);
});
