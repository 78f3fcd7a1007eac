/** @module-tag scaled */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCommands } from '../../cli/tree/catalogue.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { splitShellLine } from '../support/shellWords.ts';
import { writeExampleFiles } from './exampleFiles.ts';
import { createExampleValues, fillPlaceholders } from './exampleValues.ts';
import { allOrSome } from '../support/isHard.ts';

const resources = [
  'networks',
  'resellers',
  'eulas',
  'plans',
  'brands',
  'specialties',
  'apps',
  'reserved-words',
  'addresses',
];
const writes = (await allCommands())
  .filter(({ path, command }) => resources.includes(path.split(' ')[0] ?? '') && command.takes?.includes('write'))
  .map(({ path, command }) => [path, command.examples[0] ?? ''] as const);

let server: TestServer;
let sandbox: CliSandbox;
let reporting: CliSandbox;
let valuesFor: ReturnType<typeof createExampleValues>;
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
  reporting = await createCliSandbox({ api: server.url, token: server.as('SysAdminReporting'), keep: true });
  for (const { folder } of [sandbox, reporting]) await writeExampleFiles(folder);
  valuesFor = createExampleValues(server);
});
afterAll(() => server.close());

const runLine = (ownSandbox: CliSandbox, line: string) => ownSandbox.run(splitShellLine(`${line} -o json`).slice(1));
/** How many writes were carried out; a refused one leaves a trace as well. */
const writesDone = async () => {
  const { rows } = await server.database.pool.query<{ count: string }>(
    "select count(*) from audit_entries where outcome = 'Success' and not is_read",
  );
  return rows[0]?.count;
};
const exitOf = ({ stderr }: { stderr: string }) => JSON.parse(stderr.slice(stderr.indexOf('{'))) as { code: string };

const usual = allOrSome(writes, writes.length / 8);

describe('nothing is changed', () => {
  test.each(usual)('%s: without --yes and without a terminal (exit 9)', async (path, example) => {
    const line = fillPlaceholders(example.replace(' --yes', ''), await valuesFor(path));
    const before = await writesDone();
    const result = await runLine(sandbox, line);
    expect([result.code, result.stdout, exitOf(result).code], result.stderr).toEqual([9, '', 'E-NOT-CONFIRMED']);
    expect(await writesDone()).toBe(before);
  });

  test.each(usual)('%s: by a user with the reporting role (exit 5)', async (path, example) => {
    const line = fillPlaceholders(example, await valuesFor(path));
    const before = await writesDone();
    const result = await runLine(reporting, line);
    expect([result.code, result.stdout, exitOf(result).code], result.stderr).toEqual([5, '', 'E-FORBIDDEN']);
    expect(await writesDone()).toBe(before);
  });
});

test.each([
  'networks list',
  'resellers list',
  'eulas list',
  'plans list',
  'brands list',
  'specialties list',
  'apps list',
  'reserved-words list',
  'reserved-words clashes',
  'addresses list',
  'sources list',
  'features list',
])('%s is refused for the reporting role', async (line) => {
  const result = await reporting.run([...line.split(' '), '--output', 'json']);
  expect([result.code, result.stdout]).toEqual([5, '']);
});
