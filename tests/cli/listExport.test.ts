import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { HttpResponse } from 'msw';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCommands } from '../../cli/tree/catalogue.ts';
import { isList } from '../../cli/tree/exportFlags.ts';
import { bulkActionNamed } from '../../shared/bulk/actions/catalogue.ts';
import { exits } from '../../cli/exits.ts';
import { flagsOf } from '../../cli/tree/flags.ts';
import { commandHelp, exitsOf } from '../../cli/tree/help.ts';
import { brokenConnection, mockApi } from '../support/mockApi.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { writeExampleFiles } from './exampleFiles.ts';
import { createExampleValues } from './exampleValues.ts';
import { withOffice } from './officeSandbox.ts';
import { namesIn } from './exportRun.ts';
import { allOrSome } from '../support/isHard.ts';

const commands = await allCommands();
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const asSysAdmin = () => createCliSandbox({ api: server.url, token: server.as('SysAdmin') });
const read = (cli: { readonly folder: string }, name: string): Promise<string> =>
  readFile(join(cli.folder, name), 'utf8');

/** An API with organizations of these names in their order; `before` may change the names before a page or respond in its place. */
const pagedServer = (
  names: string[],
  before: (page: number, names: string[]) => Response | undefined = () => undefined,
) => {
  const api = mockApi(({ request }) => {
    const { searchParams } = new URL(request.url);
    const page = Number(searchParams.get('pageNumber'));
    const size = Number(searchParams.get('pageSize'));
    const fault = before(page, names);
    if (fault !== undefined) return fault;
    const items = names
      .toSorted()
      .slice((page - 1) * size, page * size)
      .map((name) => ({ id: `id-${name}`, name }));
    const headers = { 'x-correlation-id': `page-${page}` };
    return HttpResponse.json({ items, totalCount: names.length }, { headers });
  });
  return createCliSandbox({ api: api.url, token: 'opaque-token-of-a-test' });
};

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `n${String(index).padStart(4, '0')}`);
const exportList = ['orgs', 'list', '--export', '--page-size', '10', '--fields', 'id,name'];

describe('rows that come and go while pages are read', () => {
  test('nothing happens: complete, with equal counts', async () => {
    const cli = await pagedServer(numbered(95));
    const { code, stdout, stderr } = await cli.run([...exportList, '--out', 'o.csv', '--strict']);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      report: 'orgs-list',
      rows: 95,
      distinctIds: 95,
      totalCount: { start: 95, end: 95 },
      pages: 10,
      duplicatesDropped: 0,
      verdict: 'complete',
    });
    const { correlationIds } = JSON.parse(await read(cli, 'o.csv.manifest.json')) as { correlationIds: string[] };
    expect(correlationIds).toEqual(Array.from({ length: 10 }, (_, index) => `page-${index + 1}`));
  });

  test('three added on an earlier page, two removed on a later one: drifted, with exact counts, and each row once', async () => {
    const cli = await pagedServer(numbered(95), (page, names) => {
      if (page === 4) names.push('a1', 'a2', 'a3');
      if (page === 6) for (const name of ['n0090', 'n0091']) names.splice(names.indexOf(name), 1);
      return undefined;
    });
    const { code, stderr } = await cli.run([...exportList, '--out', 'o.csv']);
    expect(code).toBe(0);
    expect(stderr).toContain('The export is drifted:');
    const manifest = JSON.parse(await read(cli, 'o.csv.manifest.json')) as object;
    // Rows 27 to 29 moved to page 4 and came again; the three new ones stand on pages that were read before.
    expect(manifest).toMatchObject({
      rows: 93,
      distinctIds: 93,
      totalCount: { start: 95, end: 96 },
      duplicatesDropped: 3,
      verdict: 'drifted',
    });
    const ids = parse<{ id: string }>(await read(cli, 'o.csv'), { columns: true }).map(({ id }) => id);
    expect(new Set(ids).size).toBe(93);
  });

  test('one removed on an earlier page: one row is skipped, the counts differ, and --strict refuses', async () => {
    const cli = await pagedServer(numbered(95), (page, names) => {
      if (page === 5) names.splice(names.indexOf('n0001'), 1);
      return undefined;
    });
    await writeFile(join(cli.folder, 'o.csv'), 'yesterday');
    const { code, stderr } = await cli.run([...exportList, '--out', 'o.csv', '--overwrite', '--strict']);
    expect([code, await read(cli, 'o.csv'), await namesIn(cli.folder)]).toEqual([8, 'yesterday', ['o.csv']]);
    expect(stderr).toContain('The server counted 95 rows at the start and 94 at the end.');
  });

  test('a server that closes the connection between pages: the old file stays, no partial file is left', async () => {
    const cli = await pagedServer(numbered(95), (page) => (page === 7 ? brokenConnection() : undefined));
    await writeFile(join(cli.folder, 'o.csv'), 'yesterday');
    const { code } = await cli.run([...exportList, '--out', 'o.csv', '--overwrite', '--max-wait', '0s']);
    expect([code, await read(cli, 'o.csv'), await namesIn(cli.folder)]).toEqual([69, 'yesterday', ['o.csv']]);
  });
});

test('cells with quotes, commas and line ends come back as they were', async () => {
  const names = ['a"b', 'c,d', 'l\nm', 'r\rs', '=1+1', ' x ', "'y", 'é😀'];
  const cli = await pagedServer(names);
  expect((await cli.run([...exportList, '--out', 'o.csv'])).code).toBe(0);
  const rows = parse<{ name: string }>(await read(cli, 'o.csv'), { columns: true, record_delimiter: '\n' });
  expect(rows.map(({ name }) => name)).toEqual(names.toSorted());
  await cli.run([...exportList, '--out', 'e.csv', '--escape-formulas']);
  expect(await read(cli, 'e.csv')).toContain("id-=1+1,'=1+1\n");
});

describe('every list', () => {
  const lists = commands.filter(({ command }) => isList(command));
  /** What these lists look for; they show nothing without it. */
  const searched: Readonly<Record<string, readonly string[]>> = {
    'directory search': ['--city', 'Phoenix'],
    // Of the others more match than it shows, which an export says.
    find: ['--kind', 'user'],
  };
  /** These write, need another program, or are asked for one thing here. */
  const ownWays = new Set(['doctor']);
  let sandbox: CliSandbox;
  let valuesFor: ReturnType<typeof createExampleValues>;
  beforeAll(async () => {
    valuesFor = createExampleValues(server);
    const own = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
    sandbox = await withOffice(own, server);
    await writeExampleFiles(sandbox.folder);
  });

  test('there are many', () => expect(lists.length).toBeGreaterThan(20));

  test('shows the flags of an export in its help', () => {
    for (const { path, command } of lists)
      expect([path, commandHelp(command, path)]).toEqual([
        path,
        expect.stringMatching(/Export flags:\n[^]*--export [^]*--out-dir [^]*--max-drop [^]*--jitter /),
      ]);
  });

  test('and every command: an exit code that a flag names is among the exit codes of the help', () => {
    const codes = new Set<number>(Object.values(exits).map(({ code }) => code));
    for (const { path, command } of commands) {
      const named = flagsOf(command).flatMap(({ summary }) =>
        [...summary.matchAll(/\b(?:fail|stop|give up|exit) \(?(\d+)/g)].map((match) => Number(match[1])),
      );
      const listed: readonly number[] = exitsOf(command).map((exit) => exits[exit].code);
      const missing = named.filter((code) => codes.has(code) && !listed.includes(code));
      expect([path, missing]).toEqual([path, []]);
    }
    const listed = ['conflict', 'locked', 'brake', 'io', 'try-later'];
    for (const { command } of lists) expect(exitsOf(command)).toEqual(expect.arrayContaining(listed));
  });

  const callable = lists.filter(
    ({ path, command }) =>
      !ownWays.has(path) &&
      command.calls !== 'all' &&
      (command.arguments ?? []).every(({ name }) => !/file|old|new|run/.test(name)),
  );
  test.each(allOrSome(callable, callable.length / 8).map(({ path, command }) => [path, command] as const))(
    '%s: the file has the rows the list shows, and a manifest',
    { tags: ['scaled'] },
    async (path, command) => {
      const values = await valuesFor(path);
      const needed = (command.arguments ?? [])
        .filter(({ name }) => name.startsWith('<'))
        .map(({ name }) => values[name.replaceAll(/[<>.]/g, '')] ?? '');
      const commandLine = [...path.split(' '), ...needed, ...(searched[path] ?? [])];
      const file = `${path.replaceAll(' ', '-')}.ndjson`;
      const visible = await sandbox.run([...commandLine, '--all', '--output', 'ndjson']);
      const done = await sandbox.run([...commandLine, '--export', '--out', file, '--output', 'ndjson']);
      expect([visible.code, done.code, done.stderr]).toEqual([0, 0, '']);
      const text = await read(sandbox, file);
      const rows = (ndjson: string) =>
        ndjson
          .split('\n')
          .filter((line) => line !== '')
          // Between the two looks these go on.
          .map((line) =>
            line
              .replaceAll(/"(silentSeconds|oldestWaitingSeconds)":\d+/g, '"$1":0')
              .replaceAll(/No message for [^;,"]+/g, 'No message'),
          )
          .sort();
      // Each look is a further entry in the lists of the own activity.
      const isGrowing = path === 'account requests' || path === 'account events';
      expect(rows(text)).toEqual(isGrowing ? expect.arrayContaining(rows(visible.stdout)) : rows(visible.stdout));
      expect(JSON.parse(done.stdout)).toMatchObject({ verdict: 'complete', rows: rows(text).length });
    },
  );
});

test('csv, ndjson and json hold the same rows, compressed or not, and verify finds them right', async () => {
  const cli = await asSysAdmin();
  const commandLine = ['orgs', 'list', '--export', '--sort', 'name:desc', '--fields', 'id,name'];
  await cli.run([...commandLine, '--out', 'o.csv']);
  await cli.run([...commandLine, '--out', 'o.json', '--output', 'json']);
  await cli.run([...commandLine, '--out', 'o.ndjson.gz', '--output', 'ndjson', '--gzip']);
  const rows: unknown = parse(await read(cli, 'o.csv'), { columns: true });
  expect(JSON.parse(await read(cli, 'o.json'))).toEqual(rows);
  const lines = gunzipSync(await readFile(join(cli.folder, 'o.ndjson.gz')))
    .toString()
    .trim()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(rows);
  for (const file of ['o.csv', 'o.json', 'o.ndjson.gz'])
    expect([file, (await cli.run(['reports', 'verify', file])).code]).toEqual([file, 0]);
});

test('filters and conditions narrow an export, and the folder gets templated names', async () => {
  const cli = await asSysAdmin();
  const filters = ['--not-activated', '--where', 'loginType=Password'];
  const visible = JSON.parse((await cli.run(['orgs', 'list', ...filters, '--limit', '5000'])).stdout) as object[];
  const { code, stdout } = await cli.run(['orgs', 'list', '--export', '--out-dir', '.', '--latest', ...filters]);
  expect([code, visible.length > 0]).toEqual([0, true]);
  expect(JSON.parse(stdout)).toMatchObject({
    rows: visible.length,
    verdict: 'complete',
    selection: ['--not-activated', '--where=loginType=Password'],
  });
  expect((await namesIn(cli.folder)).map((name) => name.replace(/\d{8}T\d{6}Z/, 'UTC'))).toEqual([
    'orgs-list_default_UTC.csv',
    'orgs-list_default_UTC.csv.manifest.json',
    'orgs-list_latest.csv',
    'orgs-list_latest.csv.manifest.json',
  ]);
});

test('--since selects recent rows of a list with dates, and the error of other lists names --delta', async () => {
  const client = server.client('SysAdmin');
  const { items } = await client.organizations.list({ query: { pageSize: 1 } });
  const id = items[0]?.id ?? '';
  for (const phone of ['(555) 234-5671', '(555) 234-5672', '(555) 234-5673'])
    await client.organizations.update({ params: { id }, body: { phone } });
  const cli = await asSysAdmin();
  const all = JSON.parse((await cli.run(['orgs', 'history', id, '--all', '--output', 'json'])).stdout) as {
    at: string;
  }[];
  const since = all[1]?.at ?? '';
  const commandLine = ['orgs', 'history', id, '--export', '--overwrite', '--out', 'h.csv', '--since'];
  const { code, stdout } = await cli.run([...commandLine, since]);
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { rows: 2, verdict: 'complete' }]);
  expect(JSON.parse((await cli.run([...commandLine, '1h'])).stdout)).toMatchObject({
    rows: all.filter(({ at }) => Date.parse(at) > Date.now() - 3_600_000).length,
  });
  const refused = await cli.run(['orgs', 'list', '--export', '--out', 'o.csv', '--since', '1d']);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--delta')]);
});

test('--for writes the organizations of the list as the action takes them back, each with its _base', async () => {
  const cli = await asSysAdmin();
  const filters = ['--not-activated', '--where', 'loginType=Password'];
  const visible = JSON.parse((await cli.run(['orgs', 'list', ...filters, '--limit', '5000'])).stdout) as {
    id: string;
    name: string;
  }[];
  const commandLine = ['orgs', 'list', '--export', '--for', 'orgs.update', ...filters];
  const { code, stdout } = await cli.run([...commandLine, '--out', 'o.csv']);
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { report: 'orgs-list-orgs.update', rows: visible.length }]);
  const rows = parse<Record<string, string>>(await read(cli, 'o.csv'), { columns: true });
  expect(Object.keys(rows[0] ?? {})).toEqual([
    ...(bulkActionNamed('orgs.update')?.columns.map(({ name }) => name) ?? []),
    '_base',
  ]);
  const byId = (list: readonly { id?: string; name?: string }[]) => list.map(({ id, name }) => `${id} ${name}`).sort();
  expect(byId(rows)).toEqual(byId(visible));
  expect(rows.every(({ _base: base = '' }) => base !== '')).toBe(true);
  const refused = await cli.run([...commandLine, '--fields', 'id', '--out', 'p.csv']);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--for and --fields')]);
});

test.each([
  [['orgs', 'list', '--gzip'], '--gzip belongs to an export'],
  [['orgs', 'list', '--export', '--page', '2'], '--export and --page exclude each other'],
  [['orgs', 'list', '--export', '--output', 'yaml'], 'csv, ndjson or json'],
  [['orgs', 'list', '--export', '--output', 'json', '--excel'], '--excel prepares a CSV file'],
  [['orgs', 'list', '--export', '--for', 'orgs.updat'], 'Did you mean "orgs.update"'],
  [['explain', 'E-USAGE', '--export'], '--export needs a list'],
])('%j is a usage error that says why, and leaves nothing', async (commandLine, why) => {
  const cli = await asSysAdmin();
  const { code, stdout, stderr } = await cli.run(commandLine);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(why);
  expect(await namesIn(cli.folder)).toEqual([]);
});
