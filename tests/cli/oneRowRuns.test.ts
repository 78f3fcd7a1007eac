/** @module-tag scaled */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCommands } from '../../cli/tree/catalogue.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { splitShellLine } from '../support/shellWords.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { runFile, runsOf } from './bulkSetup.ts';
import { writeExampleFiles } from './exampleFiles.ts';
import { createExampleValues, fillPlaceholders } from './exampleValues.ts';
import { allOrSome } from '../support/isHard.ts';

const resources = [
  'orgs',
  'oids',
  'directory',
  'service-accounts',
  'networks',
  'resellers',
  'plans',
  'eulas',
  'brands',
  'specialties',
  'apps',
  'reserved-words',
  'addresses',
];

/** Every command that writes one record; `orgs edit` needs a terminal (orgsEdit.test.ts). */
const writes = (await allCommands())
  .filter(({ path, command }) => resources.includes(path.split(' ')[0] ?? '') && command.takes?.includes('write'))
  .flatMap(({ path, command }) => {
    const example = command.examples.find((line) => line.includes(' --yes'));
    return path === 'orgs edit' || example === undefined ? [] : [[path, example] as const];
  });

let server: TestServer;
let sandbox: CliSandbox;
let valuesFor: ReturnType<typeof createExampleValues>;
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
  await writeExampleFiles(sandbox.folder);
  valuesFor = createExampleValues(server);
});
afterAll(() => server.close());

const runLine = (line: string) => sandbox.run(splitShellLine(`${line} -o json`).slice(1));

/** How many writes reached the server, refused ones as well. */
const entries = async (run?: string): Promise<{ outcome: string }[]> => {
  const all = 'select outcome from audit_entries where not is_read';
  const { rows } = await (run === undefined
    ? server.database.pool.query<{ outcome: string }>(all)
    : server.database.pool.query<{ outcome: string }>(`${all} and run_id = $1`, [run]));
  return rows;
};

type Line = Record<string, unknown>;
const linesOf = (text: string): Line[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
const localAudit = async () =>
  linesOf(await readFile(join(sandbox.stateFolder, 'audit.ndjson'), 'utf8').catch(() => '{}')).at(-1);

test('the table has all commands that write', () => {
  expect(writes.length).toBeGreaterThan(45);
});

describe.each(allOrSome(writes, writes.length / 8))('%s', (path, example) => {
  test('a dry run shows the change, sends nothing and leaves no files; the change itself is a run of one row', async () => {
    const values = await valuesFor(path);
    const line = fillPlaceholders(example, values);
    const [sent, before] = [(await entries()).length, await runsOf(sandbox)];

    const dry = await runLine(`${line} --dry-run`);
    expect([dry.code, dry.stderr.includes('error')], dry.stderr).toEqual([0, false]);
    expect(JSON.parse(dry.stdout)).toBeTypeOf('object');
    expect([(await entries()).length, await runsOf(sandbox)]).toEqual([sent, before]);

    const done = await runLine(line);
    expect(done.code, done.stderr).toBe(0);
    const fresh = (await runsOf(sandbox)).filter((run) => !before.includes(run));
    expect(fresh).toHaveLength(1);
    const run = fresh[0] ?? '';
    const journal = linesOf(await runFile(sandbox, run, 'journal.ndjson'));
    expect(journal.map(({ t }) => t)).toEqual(['run', 'intent', 'outcome', 'end']);
    expect(journal[2]).toMatchObject({ row: 1, status: 'ok', correlationId: `${run}-1` });
    expect(JSON.parse(await runFile(sandbox, run, 'manifest.json'))).toMatchObject({
      run,
      command: path,
      end: 'finished',
      exit: 0,
    });
    expect((await runFile(sandbox, run, 'results.csv')).trim().split('\n')).toHaveLength(2);
    expect(await localAudit()).toMatchObject({ run, command: path, exit: 0 });
    expect((await entries(run)).map(({ outcome }) => outcome)).toContain('Success');
  });
});

test('the local audit of all processes is one valid chain', async () => {
  const { code, stderr } = await sandbox.run(['audit', 'verify', '--output', 'json']);
  expect(code, stderr).toBe(0);
});
