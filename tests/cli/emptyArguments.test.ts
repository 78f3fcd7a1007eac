import { beforeAll, expect, test } from 'vitest';
import { allCommands } from '../../cli/tree/catalogue.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { sharedServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await sharedServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});

const refused = async (args: readonly string[]) => {
  const { code, stdout, stderr } = await sandbox.run([...args, '--output', 'json']);
  expect([code, stdout], stderr).toEqual([2, '']);
  const error = JSON.parse(stderr) as { code: string; message: string };
  expect(error.code).toBe('E-USAGE');
  expect(error.message).toContain('It is empty.');
};

// What an unset variable of a script leaves behind: the list above would be taken for the record, and a filter would filter nothing.
const named = (await allCommands()).filter(({ command }) =>
  command.arguments?.some(({ name }) => name.startsWith('<')),
);
const sample = ['orgs get', 'orgs delete', 'networks delete', 'plans update', 'eulas view', 'oids list'];

test.each(named.filter(({ path }) => sample.includes(path)).map(({ path, command }) => [path, command] as const))(
  '%s refuses an empty word',
  async (path, command) => {
    await refused([...path.split(' '), ...(command.arguments ?? []).map(() => '')]);
  },
);

test.each([
  ['orgs', 'list', '--network', ''],
  ['orgs', 'list', '--reseller', ' ', '--all'],
  ['orgs', 'list', '--tier', ''],
  ['addresses', 'list', '--org', ''],
  ['eulas', 'list', '--brand', ''],
  ['orgs', 'list', '--fields', ''],
])('an empty filter does not widen the list: %s', async (...args) => {
  await refused(args);
});

test.each([
  ['--json', ''],
  ['--json', ' '],
  ['--json', ','],
  ['--fields', ', '],
])('a list of fields that names none is refused: %s "%s"', async (...flags) => {
  const { code, stdout, stderr } = await sandbox.run(['orgs', 'list', ...flags]);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/It is empty|names no field/)]);
});

test.each([
  'users list --enabled --disabled',
  'people list --enabled --disabled',
  'orgs list --activated --not-activated',
  'reserved-words list --profanity --without-profanity',
  'eulas list --active --inactive',
  'login --client-credentials --device',
])('%s: flags that exclude each other are refused', async (line) => {
  const { code, stdout, stderr } = await sandbox.run(line.split(' '));
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(' exclude each other.')]);
});

test('an empty search is no filter', async () => {
  const { code, stdout } = await sandbox.run(['plans', 'list', '--search', '', '--output', 'ids']);
  expect([code, stdout.trim().split('\n').length > 1]).toEqual([0, true]);
});

test.each(['.', '..'])('the id %s does not change the path', async (id) => {
  const { code, stdout } = await sandbox.run(['networks', 'get', id, '--output', 'json']);
  expect([code, stdout]).toEqual([6, '']);
});
