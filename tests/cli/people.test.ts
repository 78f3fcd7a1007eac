import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { personValues } from './officeSandbox.ts';

let server: TestServer;
let office: CliSandbox;
beforeAll(async () => {
  server = await startServer();
  office = await createCliSandbox({ api: server.url, token: server.as('Administrator'), keep: true });
});
afterAll(() => server.close());

const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await office.run([...args, '--output', 'json']);
  expect([args.join(' '), code], stderr).toEqual([args.join(' '), 0]);
  return JSON.parse(stdout) as Record<string, unknown>;
};

test('a person is named by user name, changed, and the change is undone', async () => {
  const { person = '', 'user-name': userName = '' } = await personValues(server, randomUUID());
  expect(await json('people', 'update', userName, '--set', 'phone=555-010-0100', '--yes')).toMatchObject({
    id: person,
    phone: '555-010-0100',
  });
  await json('bulk', 'undo', '--last', '--yes');
  expect(await json('people', 'get', userName)).toMatchObject({ phone: null });
});

test('document sources are chosen by address, cleared, and an unknown one is named', async () => {
  const { person = '', sources = '' } = await personValues(server, randomUUID());
  expect(sources).not.toBe('');
  await json('people', 'sources', 'set', person, '--only', sources, '--yes');
  const listed = (await json('people', 'sources', 'list', person)) as unknown as { address: string }[];
  expect(listed.map(({ address }) => address).sort()).toEqual(sources.split(',').sort());
  await json('people', 'sources', 'set', person, '--none', '--yes');
  expect(await json('people', 'sources', 'list', person)).toEqual([]);
  const refused = await office.run(['people', 'sources', 'set', person, '--only', 'nobody@direct.example', '--yes']);
  expect([refused.code, refused.stderr]).toEqual([6, expect.stringContaining('nobody@direct.example')]);
  expect(refused.stderr).toContain('error[E-NOT-FOUND]');
  expect(refused.stderr).toContain(`hint: Choose from: ${sources.split(',')[0]}`);
});

test('people are invited from a file; activity and list are exported, formulas without effect', async () => {
  const marks = [randomUUID(), randomUUID()];
  const lines = marks.map((mark) => `=Ann,Baker,${mark}@people.example,Physician`);
  await writeFile(join(office.folder, 'new.csv'), `first_name,last_name,user_name,job_title\n${lines.join('\n')}\n`);
  await personValues(server, randomUUID());
  const applied = await office.run(['people', 'create', '--file', 'new.csv', '--yes', '--output', 'json']);
  expect(applied.code, applied.stderr).toBe(0);
  const userName = `${marks[0]}@people.example`;
  const activity = await office.run(['people', 'activity', userName, '--export', '--out', 'a.csv']);
  expect(activity.code, activity.stderr).toBe(0);
  expect(await readFile(join(office.folder, 'a.csv'), 'utf8')).toContain('people.create');
  const list = ['people', 'list', '--search', userName, '--export', '--excel', '--fields', 'userName,firstName'];
  expect((await office.run([...list, '--out', 'l.csv'])).code).toBe(0);
  expect(await readFile(join(office.folder, 'l.csv'), 'utf8')).toContain(`${userName},'=Ann`);
});

test('rows that the server would refuse are found by the plan: nothing is sent', async () => {
  const before = await server.database.pool.query('select count(*) from users');
  const lines = ['\u202ennA,Baker,hidden@people.example,', 'Ann,Baker,called@people.example,=cmd|calc'];
  await writeFile(join(office.folder, 'bad.csv'), `first_name,last_name,user_name,phone\n${lines.join('\n')}\n`);
  const { code, stdout, stderr } = await office.run(['people', 'create', '--file', 'bad.csv', '--yes']);
  expect(code).toBe(7);
  expect(stdout + stderr).toContain('first_name must not contain characters that change the direction of the text.');
  expect(stdout + stderr).toContain('Enter a valid phone number with 10 digits.');
  expect((await server.database.pool.query('select count(*) from users')).rows).toEqual(before.rows);
});

test('what does not fit is refused with its reason: the own account, a person elsewhere, another role', async () => {
  const { id } = await server.client('Administrator').people.current({});
  const own = await office.run(['people', 'disable', id, '--yes']);
  expect([own.code, own.stderr]).toEqual([8, expect.stringContaining('your own account')]);
  const elsewhere = await office.run(['people', 'get', randomUUID()]);
  expect(elsewhere.code).toBe(6);
  const user = await createCliSandbox({ api: server.url, token: server.as('User') });
  expect((await user.run(['people', 'list'])).code).toBe(5);
  const platform = await createCliSandbox({ api: server.url, token: server.as('SysAdmin') });
  const forbidden = await platform.run(['people', 'list']);
  expect([forbidden.code, forbidden.stderr]).toEqual([5, expect.stringContaining('run: carepost users list')]);
});

test('errors name flags, commands and values of the command line', async () => {
  const { 'user-name': userName = '' } = await personValues(server, randomUUID());
  const create = async (...more: string[]) => {
    const { code, stderr } = await office.run([
      'people',
      'create',
      '--first-name',
      'A',
      '--last-name',
      'B',
      ...more,
      '--yes',
    ]);
    return { code, stderr };
  };
  const wizard = await create('--user-name', `${randomUUID()}@people.example`, '--job-title', 'Wizard');
  expect(wizard.code).toBe(7);
  expect(wizard.stderr).toContain('"Wizard" is not one of: carepost people jobs.');
  expect(wizard.stderr).toContain('flag: --job-title');
  const taken = await create('--user-name', userName.toUpperCase());
  expect([taken.code, taken.stderr]).toEqual([
    8,
    expect.stringContaining(`The user name "${userName.toUpperCase()}" already exists.`),
  ]);
  const phone = await create('--user-name', `${randomUUID()}@people.example`, '--phone', 'call me');
  expect([phone.code, phone.stderr]).toEqual([7, expect.stringContaining('flag: --phone')]);
});
