import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newOrganization } from '../server/areas/organizationBuilders.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});
afterAll(() => server.close());

const run = async (...args: string[]) => {
  const result = await sandbox.run([...args, '--output', 'json']);
  return { ...result, output: JSON.parse(result.stdout || '{}') as Record<string, unknown> };
};
const words = (...args: string[]) => run('reserved-words', ...args);
const namesOf = async (...args: string[]) => {
  const { stdout } = await words('list', ...args);
  return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
};

test('reserved words are listed by page, searched, filtered and all together', async () => {
  const all = await namesOf('--all');
  expect(all).toContain('admin');
  expect(await namesOf('--page', '2', '--page-size', '4')).toEqual(all.slice(4, 8));
  expect(await namesOf('--search', 'mailb')).toEqual(['mailbox']);
  const rude = await namesOf('--profanity', '--all');
  expect(rude).toHaveLength(5);
  expect(await namesOf('--without-profanity', '--all')).toEqual(all.filter((name) => !rude.includes(name)));
  const both = await words('list', '--profanity', '--without-profanity');
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('exclude each other')]);
});

test('a word is added, shown, changed and deleted, and an undo adds it again', async () => {
  const created = await words('create', '--set', 'name=Help-Line', '--yes');
  expect([created.code, created.output]).toMatchObject([0, { name: 'help-line', profanity: false, version: 1 }]);
  const id = String(created.output['id']);
  expect((await words('get', id)).output).toEqual(created.output);
  const changed = await words('update', id, '--set', 'profanity=true', '--yes');
  expect(changed.output).toMatchObject({ id, profanity: true, version: 2 });
  const removed = await words('delete', id, '--yes');
  expect(removed.output).toEqual({ id, name: 'help-line', deleted: true });
  expect((await words('get', id)).code).toBe(6);
  expect((await sandbox.run(['bulk', 'undo', '--last', '--yes'])).code).toBe(0);
  expect(await server.client('SysAdmin').reservedwords.check({ query: { name: 'help-line' } })).toMatchObject({
    rule: 'Same',
    word: { profanity: true },
  });
});

test('refusals name the rule: a taken name, a word no subdomain can have, an unknown id', async () => {
  const taken = await words('create', '--set', 'name=ADMIN', '--set', 'profanity=true', '--yes');
  expect([taken.code, taken.stderr]).toEqual([8, expect.stringContaining('already exists')]);
  const invalid = await words('create', '--set', 'name=has space', '--yes');
  expect([invalid.code, invalid.stderr]).toEqual([7, expect.stringContaining('a word that a subdomain can have')]);
  expect((await words('delete', crypto.randomUUID(), '--yes')).code).toBe(6);
});

describe('a name', () => {
  test('is checked with the word and the rule that decide', async () => {
    expect((await words('check', 'adm1n')).output).toEqual({
      name: 'adm1n',
      isReserved: true,
      rule: 'LookAlike',
      word: 'admin',
      profanity: false,
      reading: 'admln',
    });
    const failed = await words('check', 'admin', '--exit-code');
    expect([failed.code, failed.output]).toMatchObject([7, { rule: 'Same' }]);
    expect((await words('check', 'lakeside', '--exit-code')).code).toBe(0);
    expect((await words('exists', 'adm1n')).output).toEqual({ name: 'adm1n', exists: false });
    expect((await words('exists', 'admin', '--exit-code')).code).toBe(7);
  });

  test('that looks like a reserved word is no valid subdomain', async () => {
    const { output, code } = await run('orgs', 'check-subdomain', 'supp0rt', '--exit-code');
    expect([code, output]).toMatchObject([7, { isValid: false, exists: false }]);
  });
});

test('clashes lists the organizations that a word blocks, or would block', async () => {
  const { name, id } = await server
    .client('SysAdmin')
    .organizations.create({ body: newOrganization({ subdomain: 'ha1lway' }) });
  const { stdout } = await words('clashes', '--name', 'hailway');
  expect(JSON.parse(stdout)).toMatchObject([
    { word: 'hailway', subdomain: 'ha1lway', rule: 'LookAlike', organizationName: name, organizationId: id },
  ]);
  const created = await words('create', '--set', 'name=hallway', '--yes');
  const ofWord = await words('clashes', '--word', String(created.output['id']));
  expect(JSON.parse(ofWord.stdout)).toMatchObject([{ word: 'hallway', organizationId: id }]);
});

test('a CSV file adds words; a selection with --where changes them; both are undone', async () => {
  const file = join(sandbox.folder, 'words.csv');
  await writeFile(file, 'name,profanity\nCsv-One,true\ncsv-two,\n');
  expect((await sandbox.run(['bulk', 'apply', 'reserved-words.create', '--file', file, '--yes'])).code).toBe(0);
  expect(await namesOf('--search', 'csv-')).toEqual(['csv-one', 'csv-two']);

  const exported = join(sandbox.folder, 'exported.csv');
  await writeFile(exported, 'Name,Profanity\nadmin,No\ncsv-one,Yes\n');
  const again = await sandbox.run(['bulk', 'plan', 'reserved-words.create', '--file', exported]);
  expect([again.code, again.stderr], 'a file that the web list exports').toEqual([
    0,
    expect.stringContaining('2 rows - 2 unchanged'),
  ]);

  const plan = join(sandbox.folder, 'plan.json');
  const where = ['--select', '--where', 'name~csv-', '--where', 'profanity=false', '--set', 'profanity=true'];
  const planned = await sandbox.run(['bulk', 'plan', 'reserved-words.update', ...where, '--plan-out', plan]);
  expect([planned.code, planned.stderr], planned.stderr).toEqual([0, expect.stringContaining('1 row - 1 update')]);
  expect((await sandbox.run(['bulk', 'apply', '--plan', plan, '--yes'])).code).toBe(0);
  expect(await namesOf('--search', 'csv-', '--profanity')).toEqual(['csv-one', 'csv-two']);
  expect((await sandbox.run(['bulk', 'undo', '--last', '--yes'])).code).toBe(0);
  expect(await namesOf('--search', 'csv-', '--profanity')).toEqual(['csv-one']);

  const template = ['bulk', 'template', 'reserved-words.delete', '--filled', '--where', 'name~csv-'];
  const filled = await sandbox.run(template);
  await writeFile(file, filled.stdout);
  expect((await sandbox.run(['bulk', 'apply', 'reserved-words.delete', '--file', file, '--yes'])).code).toBe(0);
  expect(await namesOf('--search', 'csv-')).toEqual([]);
});
