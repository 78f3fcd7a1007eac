import { mkdir, readFile, readdir, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { namesIn } from './exportRun.ts';
import { mockApi } from '../support/mockApi.ts';
import { csvResponse, startedBody } from './mockedReports.ts';
import { type CliSandbox, createCliSandbox, type RunOptions, type StartedRun } from '../support/runCli.ts';

/** A users report with so many rows; each has a name of its own. */
const usersCsv = (rows: number): string =>
  `User name,Organization number,Role\n${Array.from({ length: rows }, (_, index) => `u${index}@a.example,7,User\n`).join('')}`;

/** A sandbox whose API responds with `served.text`. */
const sandboxWith = async (text: string) => {
  const served = { text };
  const server = mockApi(() => csvResponse(served.text));
  const cli = await createCliSandbox({ api: server.url, token: 'opaque-token-of-a-test' });
  return { cli, served, server };
};

const commandLine = ['reports', 'export', 'users'];
const last = (stderr: string): string => stderr.trimEnd().split('\n').at(-1) ?? '';
const read = (cli: CliSandbox, name: string): Promise<string> => readFile(join(cli.folder, name), 'utf8');
const record = async (cli: CliSandbox, name: string) =>
  JSON.parse(await read(cli, `${name}.manifest.json`)) as Record<string, unknown>;

describe('limits that an export must meet', () => {
  test('fewer rows than --min-rows: exit 8, the old file stays; an empty report alone is fine', async () => {
    const { cli } = await sandboxWith(usersCsv(0));
    await writeFile(join(cli.folder, 'u.csv'), 'old');
    const to = ['--out', 'u.csv', '--overwrite'];
    const refused = await cli.run([...commandLine, ...to, '--min-rows', '1']);
    expect([refused.code, refused.stdout]).toEqual([8, '']);
    expect(refused.stderr).toContain('] users has 0 rows; --min-rows asks for 1.\n');
    expect(last(refused.stderr)).toBe('exit 8 (conflict)');
    expect([await read(cli, 'u.csv'), await namesIn(cli.folder)]).toEqual(['old', ['u.csv']]);
    expect((await cli.run([...commandLine, ...to])).code).toBe(0);
    expect(await read(cli, 'u.csv')).toBe('User name,Organization number,Role\n');
  });

  test.each([
    ['a last line without its end', usersCsv(2).trimEnd(), 'The last line has no line end'],
    ['a row that comes twice', `${usersCsv(2)}u0@a.example,7,User\n`, '1 rows have the key of another row'],
  ])('%s is doubtful: a warning, and exit 8 with --strict', async (_, text, why) => {
    const { cli } = await sandboxWith(text);
    const strict = await cli.run([...commandLine, '--out', 'u.csv', '--strict']);
    expect([strict.code, await namesIn(cli.folder)]).toEqual([8, []]);
    expect(strict.stderr).toContain(why);
    const warned = await cli.run([...commandLine, '--out', 'u.csv']);
    expect([warned.code, JSON.parse(warned.stdout)]).toMatchObject([0, { verdict: 'doubtful' }]);
    expect(warned.stderr).toContain(why);
  });

  test('the manifest counts rows and different ids, and names the key', async () => {
    const { cli } = await sandboxWith(usersCsv(500));
    await cli.run([...commandLine, '--out', 'u.csv']);
    const details = { rows: 500, distinctIds: 500, key: ['User name', 'Organization number'], verdict: 'complete' };
    expect(await record(cli, 'u.csv')).toMatchObject({ ...details, totalCount: null, pages: 1, doubts: [] });
  });
});

describe('the brake on lost rows', () => {
  const to = ['--out-dir', '.', '--name', '{report}.csv', '--overwrite', '--latest', '--quiet'];

  test('30 % fewer than the last good export: exit 12, saved as .suspect, latest and the last good one unchanged', async () => {
    const { cli, served } = await sandboxWith(usersCsv(100));
    expect((await cli.run([...commandLine, ...to])).code).toBe(0);
    served.text = usersCsv(70);
    const stored = await Promise.all(['users.csv', 'users_latest.csv'].map((name) => read(cli, name)));
    const braked = await cli.run([...commandLine, ...to]);
    expect([braked.code, braked.stdout]).toEqual([12, '']);
    expect(braked.stderr).toMatch(/^exit 12 \(brake\): users has 70 rows, 30 % fewer than the 100 of .*\n$/);
    expect(await Promise.all(['users.csv', 'users_latest.csv'].map((name) => read(cli, name)))).toEqual(stored);
    expect(await read(cli, 'users.csv.suspect')).toBe(usersCsv(70));
    expect(await record(cli, 'users.csv.suspect')).toMatchObject({
      rows: 70,
      suspect: expect.stringContaining('30 %'),
    });
    expect(await record(cli, 'users.csv')).toMatchObject({ rows: 100 });
    // The suspect one is no measure: the same again is braked again.
    expect((await cli.run([...commandLine, ...to])).code).toBe(12);
    expect((await cli.run([...commandLine, ...to, '--max-drop', 'off'])).code).toBe(0);
    expect(await read(cli, 'users_latest.csv')).toBe(usersCsv(70));
  });

  test.each([
    [80, [], 0],
    [79, [], 12],
    [79, ['--max-drop', '21%'], 0],
    [99, ['--max-drop', '0'], 12],
    [0, ['--max-drop', '100%'], 0],
  ] as const)('100 rows, then %i with %j: exit %i', async (rows, flags, exit) => {
    const { cli, served } = await sandboxWith(usersCsv(100));
    await cli.run([...commandLine, ...to]);
    served.text = usersCsv(rows);
    expect((await cli.run([...commandLine, ...to, ...flags])).code).toBe(exit);
  });

  test('a filtered export is another export: --where is not compared with the full one', async () => {
    const { cli, served } = await sandboxWith(usersCsv(100));
    await cli.run([...commandLine, ...to]);
    served.text = `${usersCsv(99)}u99@a.example,7,Admin\n`;
    const chosen = await cli.run([
      ...commandLine,
      '--out',
      'admins.csv',
      '--where',
      'Role=Admin',
      '--fields',
      'User name',
    ]);
    expect(chosen.code).toBe(0);
    expect(await read(cli, 'admins.csv')).toBe('User name\nu99@a.example\n');
    expect(await record(cli, 'admins.csv')).toMatchObject({
      rows: 1,
      columns: ['User name'],
      selection: ['--where=Role=Admin', '--fields=User name'],
      received: { bytes: served.text.length },
    });
  });
});

test('--where without a row gives the header; an unknown column is exit 2, and --fields ? lists them', async () => {
  const { cli } = await sandboxWith(usersCsv(3));
  expect((await cli.run([...commandLine, '--out', 'u.csv', '--where', 'Role=Nobody'])).code).toBe(0);
  expect(await read(cli, 'u.csv')).toBe('User name,Organization number,Role\n');
  const wrong = await cli.run([...commandLine, '--out', 'v.csv', '--where', 'Rolle=User']);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Did you mean "Role"')]);
  const listed = await cli.run([...commandLine, '--fields', '?', '--output', 'ids']);
  expect(listed.stdout).toBe('User name\nOrganization number\nRole\n');
  expect(await namesIn(cli.folder)).toEqual(['u.csv', 'u.csv.manifest.json']);
});

test('--since is exit 2 for a report, and names --delta', async () => {
  const { cli, server } = await sandboxWith(usersCsv(3));
  const { code, stderr } = await cli.run([...commandLine, '--since', '7d']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--delta')]);
  expect(server.seen).toEqual([]);
});

describe('retention of old exports', () => {
  const names = ['20260801T060000Z', '20260810T060000Z', '20260818T060000Z'].map((utc) => `users_default_${utc}.csv`);
  /** Three older exports, as they would lie there, and files that are none of ours. */
  const fill = async ({ cli, server }: Awaited<ReturnType<typeof sandboxWith>>) => {
    await cli.run([...commandLine, '--out', 'model.csv']);
    // As earlier releases wrote them: without the pattern of the name.
    const { namePattern: _missing, ...model } = await record(cli, 'model.csv');
    for (const [index, file] of names.entries()) {
      const ended = new Date(Date.now() - (40 - index * 15) * 86_400_000).toISOString();
      await writeFile(join(cli.folder, file), usersCsv(3));
      await writeFile(join(cli.folder, `${file}.sha256`), 'x');
      await writeFile(join(cli.folder, `${file}.manifest.json`), JSON.stringify({ ...model, file, ended }));
    }
    await writeFile(join(cli.folder, 'users_default_20250101T000000Z.csv'), 'no manifest lists it');
    const foreign = { ...model, report: 'organizations', file: 'other.csv', ended: '2020-01-01T00:00:00.000Z' };
    await writeFile(join(cli.folder, 'other.csv'), usersCsv(3));
    await writeFile(join(cli.folder, 'other.csv.manifest.json'), JSON.stringify(foreign));
    const outside = { ...model, file: '../precious.csv', ended: '2020-01-01T00:00:00.000Z' };
    await writeFile(join(cli.folder, '..', 'precious.csv'), usersCsv(3));
    await writeFile(join(cli.folder, 'outside.manifest.json'), JSON.stringify(outside));
    return server;
  };

  test.each([
    [['--keep', '2'], names.slice(0, 2)],
    [['--keep-days', '30'], names.slice(0, 1)],
    [['--keep', '1', '--keep-days', '20'], names.slice(0, 2)],
    [['--keep', '9', '--keep-days', '1'], []],
  ] as const)('%j deletes %j and nothing else', async (flags, gone) => {
    const all = await sandboxWith(usersCsv(3));
    await fill(all);
    const { cli } = all;
    const before = await namesIn(cli.folder);
    expect((await cli.run([...commandLine, '--out-dir', '.', '--quiet', ...flags])).code).toBe(0);
    const after = new Set(await namesIn(cli.folder));
    const ends = ['', '.sha256', '.manifest.json'];
    expect(before.filter((name) => !after.has(name)).sort()).toEqual(
      gone.flatMap((name) => ends.map((end) => name + end)).sort(),
    );
    expect(await read(cli, '../precious.csv')).toBe(usersCsv(3));
  });

  test('only files of the same job are deleted: not those of --out, nor of another --name', async () => {
    const { cli } = await sandboxWith(usersCsv(3));
    const at = (day: number) => ({ now: () => Date.UTC(2026, 7, day, 6) });
    const named = (name: string) => [...commandLine, '--out-dir', '.', '--quiet', '--name', name];
    await cli.run([...commandLine, '--out', 'year-end-2025.csv'], at(1));
    // A file of --out stays, whatever its name.
    await cli.run([...commandLine, '--out', 'daily_20260101T060000Z.csv'], at(1));
    await cli.run([...commandLine, '--out-dir', '.'], at(2));
    await cli.run(named('monthly_{utc}.csv'), at(3));
    for (const day of [4, 5]) await cli.run([...named('daily_{utc}.csv'), '--gzip', '--keep', '1'], at(day));
    expect((await cli.run([...named('daily_{utc}.csv'), '--keep', '1'], at(6))).code).toBe(0);
    expect((await namesIn(cli.folder)).filter((name) => !name.endsWith('.manifest.json'))).toEqual([
      'daily_20260101T060000Z.csv',
      'daily_20260806T060000Z.csv',
      'monthly_20260803T060000Z.csv',
      'users_default_20260802T060000Z.csv',
      'year-end-2025.csv',
    ]);
  });

  test('the latest file follows --name, and that of another export is replaced with --overwrite only', async () => {
    const all = `${usersCsv(3)}admin@a.example,7,Admin\n`;
    const { cli, server } = await sandboxWith(all);
    const latest = [...commandLine, '--out-dir', '.', '--latest', '--quiet'];
    const at = (day: number) => ({ now: () => Date.UTC(2026, 7, day, 6) });
    const admins = ['--where', 'Role=Admin'];
    const named = [...latest, ...admins, '--name', 'admins_{utc}.csv', '--keep', '1'];
    for (const day of [1, 2]) expect((await cli.run(named, at(day))).code).toBe(0);
    expect((await cli.run([...latest, '--name', 'all.csv'])).code).toBe(0);
    expect((await cli.run(latest, at(3))).code).toBe(0);
    expect((await namesIn(cli.folder)).filter((name) => !name.endsWith('.json'))).toEqual([
      'admins_20260802T060000Z.csv',
      'admins_latest.csv',
      'all.csv',
      'all_latest.csv',
      'users_default_20260803T060000Z.csv',
      'users_latest.csv',
    ]);
    const calls = server.seen.length;
    const other = [...commandLine, '--out-dir', '.', '--latest', ...admins];
    const refused = await cli.run(other, at(4));
    expect([refused.code, server.seen.length, await read(cli, 'users_latest.csv')]).toEqual([8, calls, all]);
    expect(refused.stderr).toMatch(
      /users_latest\.csv is the file of another export.*\n.*users --profile default --api/,
    );
    expect(refused.stderr).toContain('add --overwrite');
    expect((await cli.run([...other, '--overwrite'], at(4))).code).toBe(0);
    expect(await read(cli, 'users_latest.csv')).toBe(await read(cli, 'admins_latest.csv'));
  });

  test('a file that was changed since is left alone', async () => {
    const all = await sandboxWith(usersCsv(3));
    await fill(all);
    const { cli } = all;
    await writeFile(join(cli.folder, names[0] ?? ''), 'notes of somebody');
    await cli.run([...commandLine, '--out-dir', '.', '--quiet', '--keep', '1']);
    expect(await read(cli, names[0] ?? '')).toBe('notes of somebody');
  });
});

/** Starts a run and gives access to it while it is under way. */
const start = (cli: CliSandbox, args: readonly string[], options: RunOptions = {}) => {
  let run: StartedRun | undefined;
  const ended = cli.run(args, { ...options, onStart: (started) => (run = started) });
  return { ended, kill: (signal: NodeJS.Signals) => run?.kill(signal) };
};

describe('time and overlap', () => {
  const hanging = async () => {
    const { body, received, end } = startedBody(usersCsv(3));
    const server = mockApi((_call, count) => csvResponse(count === 1 ? body : usersCsv(3)));
    const cli = await createCliSandbox({ api: server.url, token: 'opaque-token-of-a-test' });
    return { cli, downloading: received, finish: end };
  };
  const to = ['--out', 'u.csv', '--overwrite'];

  test('--deadline: exit 75, the old file stays, nothing is left behind', async () => {
    const { cli } = await hanging();
    await writeFile(join(cli.folder, 'u.csv'), 'old');
    const { code, stderr } = await cli.run([...commandLine, ...to, '--deadline', '300ms']);
    expect(stderr).toContain('] The export did not end within 300 ms (--deadline).\n');
    expect([code, last(stderr)]).toEqual([75, 'exit 75 (try-later)']);
    expect([await read(cli, 'u.csv'), await namesIn(cli.folder)]).toEqual(['old', ['u.csv']]);
  });

  test('the same export at once: the second is exit 11, or waits with --lock-wait; another export goes on', async () => {
    const { cli, downloading, finish } = await hanging();
    const first = start(cli, [...commandLine, ...to]);
    await downloading;
    const second = await cli.run([...commandLine, ...to, '--quiet']);
    expect(second.code).toBe(11);
    expect(second.stderr).toMatch(
      new RegExp(`^exit 11 \\(locked\\): The same export is running: process ${process.pid} on `),
    );
    expect((await cli.run([...commandLine, '--out', 'v.csv'])).code).toBe(0);
    const third = start(cli, [...commandLine, ...to, '--lock-wait', '1m']);
    finish();
    expect([(await first.ended).code, (await third.ended).code]).toEqual([0, 0]);
    expect(await readdir(join(cli.stateFolder, 'locks'))).toEqual([]);
  });

  test('the lock of another host counts until it gives no sign of life', async () => {
    const { cli, downloading, finish } = await hanging();
    const first = start(cli, [...commandLine, ...to]);
    await downloading;
    const locks = join(cli.stateFolder, 'locks');
    const names = (await readdir(locks)).sort();
    expect(names).toEqual([expect.stringMatching(/^export-\w+$/), expect.stringMatching(/^export-\w+-owner\.json$/)]);
    const [lock = '', ownerFile = ''] = names.map((name) => join(locks, name));
    const owner = JSON.parse(await readFile(ownerFile, 'utf8')) as object;
    expect(owner).toMatchObject({ pid: process.pid, host: hostname(), since: expect.stringMatching(/^20/) });
    finish();
    await first.ended;
    await mkdir(lock);
    await writeFile(ownerFile, JSON.stringify({ ...owner, host: 'elsewhere' }));
    expect((await cli.run([...commandLine, ...to])).code).toBe(11);
    const longAgo = new Date(Date.now() - 600_000);
    await utimes(lock, longAgo, longAgo);
    expect((await cli.run([...commandLine, ...to])).code).toBe(0);
  });

  test('Ctrl-C ends the wait of --jitter', async () => {
    const { cli, server } = await sandboxWith(usersCsv(3));
    const said = Promise.withResolvers<void>();
    const started = start(cli, [...commandLine, ...to, '--jitter', '10h'], { onStderr: () => said.resolve() });
    await said.promise;
    started.kill('SIGINT');
    const { code, stderr } = await started.ended;
    expect([code, stderr.split('\n')[0]]).toEqual([130, expect.stringMatching(/^Waiting .* \(--jitter\)\.$/)]);
    expect([server.seen.length, await namesIn(cli.folder)]).toEqual([0, []]);
  });
});
