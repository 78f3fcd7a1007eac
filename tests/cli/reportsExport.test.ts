import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedServer, type TestServer } from '../support/startApp.ts';
import { namesIn } from './exportRun.ts';
import { createCliSandbox } from '../support/runCli.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});

const asSysAdmin = () => createCliSandbox({ api: server.url, token: server.as('SysAdmin') });

const reportPaths = {
  'direct-addresses': '/api/admin/reports/directaddresses',
  organizations: '/api/admin/reports/organizations',
  'contacts-usage': '/api/admin/reports/contacts-usage-statistics',
  users: '/api/admin/reports/users',
};

const fetchReport = async (path: string): Promise<string> => {
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${server.as('SysAdmin')}` } });
  return response.text();
};

test('reports list names what reports export takes', async () => {
  const cli = await asSysAdmin();
  const { code, stdout } = await cli.run(['reports', 'list']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual(
    Object.entries(reportPaths).map(([name, path]) => ({ name, holds: expect.any(String), call: `GET ${path}` })),
  );
});

test.each(Object.entries(reportPaths))(
  '%s: the file has the server’s bytes, the manifest its rows and columns',
  async (report, path) => {
    const cli = await asSysAdmin();
    const { code, stdout, stderr } = await cli.run(['reports', 'export', report, '--out', 'r.csv', '--checksum']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const file = await readFile(join(cli.folder, 'r.csv'), 'utf8');
    expect(file).toBe(await fetchReport(path));
    const [columns, ...rows] = parse(file);
    expect(rows.length).toBeGreaterThan(10);
    const sha256 = createHash('sha256').update(file).digest('hex');
    const details = { report, rows: rows.length, columns, bytes: Buffer.byteLength(file), sha256, verdict: 'complete' };
    expect(JSON.parse(stdout)).toMatchObject({ ...details, file: join(cli.folder, 'r.csv'), origin: server.url });
    expect(JSON.parse(await readFile(join(cli.folder, 'r.csv.manifest.json'), 'utf8'))).toMatchObject({
      ...details,
      file: 'r.csv',
    });
    expect(await readFile(join(cli.folder, 'r.csv.sha256'), 'utf8')).toBe(`${sha256}  r.csv\n`);
  },
);

test('the organizations report has a row for each organization of the platform', async () => {
  const cli = await asSysAdmin();
  const { stdout } = await cli.run(['reports', 'export', 'organizations']);
  const { totalCount } = await server.client('SysAdmin').organizations.list();
  expect(JSON.parse(stdout)).toMatchObject({ rows: totalCount });
});

describe('names', () => {
  test('without --out the file has the name from the server', async () => {
    const cli = await asSysAdmin();
    const { stdout } = await cli.run(['reports', 'export', 'users', '--output', 'json']);
    const { file } = JSON.parse(stdout) as { file: string };
    expect(file).toMatch(/_Users_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.csv$/);
    expect(await namesIn(cli.folder)).toEqual(['', '.manifest.json'].map((end) => file.replace(/^.*[/\\]/, '') + end));
  });

  test('a folder gets report, profile and UTC time, and the latest one under its own name', async () => {
    const cli = await asSysAdmin();
    const { code } = await cli.run(['reports', 'export', 'users', '--out-dir', '.', '--latest', '--gzip']);
    expect(code).toBe(0);
    const names = await namesIn(cli.folder);
    expect(names).toHaveLength(4);
    const dated = names.find((name) => /^users_default_\d{8}T\d{6}Z\.csv\.gz$/.test(name)) ?? 'none';
    expect(names).toContain('users_latest.csv.gz');
    for (const name of [dated, 'users_latest.csv.gz']) {
      const text = gunzipSync(await readFile(join(cli.folder, name))).toString();
      expect(text).toBe(await fetchReport(reportPaths.users));
    }
  });

  /** All runs of a test at one second; milliseconds pass, so that the order of the exports is known. */
  const withinOneSecond = () => {
    let ms = 0;
    return () => Date.parse('2026-08-21T06:00:00Z') + (ms += 1);
  };

  test('three exports into a folder within one second leave three files, each with its own manifest', async () => {
    const cli = await asSysAdmin();
    const now = withinOneSecond();
    const commandLine = ['reports', 'export', 'organizations', '--out-dir', '.', '--delta', '--checksum'];
    const files: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { code, stdout, stderr } = await cli.run(commandLine, { now });
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      files.push((JSON.parse(stdout) as { file: string }).file);
    }
    const stem = 'organizations_default_20260821T060000Z';
    expect(files).toEqual(['', '_2', '_3'].map((end) => join(cli.folder, `${stem}${end}.csv`)));
    const deltas = ['_2', '_3'].map((end) => `${stem}${end}.csv.delta.csv`);
    const own = files.flatMap((file) => ['', '.manifest.json', '.sha256'].map((end) => basename(file) + end));
    expect(await namesIn(cli.folder)).toEqual([...own, ...deltas].sort());
    const manifests = await Promise.all(
      files.map(async (file) => JSON.parse(await readFile(`${file}.manifest.json`, 'utf8')) as object),
    );
    // Each is compared with the one before it, never with itself.
    expect(manifests).toMatchObject([
      { file: `${stem}.csv`, delta: null },
      { file: `${stem}_2.csv`, delta: { file: deltas[0], against: files[0], added: 0 } },
      { file: `${stem}_3.csv`, delta: { file: deltas[1], against: files[1], added: 0 } },
    ]);
  });

  test('an export whose file name is taken when it finishes gets the next number', async () => {
    const cli = await asSysAdmin();
    const commandLine = ['reports', 'export', 'users', '--out-dir', '.', '--where'];
    // Different conditions are different jobs, so neither waits for the lock of the other.
    const results = await Promise.all(
      ['Role=User', 'Role=Admin', 'Role=SysAdmin'].map((condition) =>
        cli.run([...commandLine, condition], { now: withinOneSecond() }),
      ),
    );
    const stem = 'users_default_20260821T060000Z';
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(await namesIn(cli.folder)).toEqual(
      ['', '_2', '_3'].flatMap((end) => [`${stem}${end}.csv`, `${stem}${end}.csv.manifest.json`]).sort(),
    );
    for (const { stdout } of results) {
      const { file, sha256 } = JSON.parse(stdout) as { file: string; sha256: string };
      expect(
        createHash('sha256')
          .update(await readFile(file))
          .digest('hex'),
      ).toBe(sha256);
    }
  });

  test('a name of the user stays as it is: the second export within its second is refused with exit 8', async () => {
    const cli = await asSysAdmin();
    const now = withinOneSecond();
    const commandLine = ['reports', 'export', 'users', '--out-dir', '.', '--name', 'nightly_{utc}.csv'];
    expect((await cli.run(commandLine, { now })).code).toBe(0);
    const refused = await cli.run(commandLine, { now });
    expect([refused.code, refused.stdout]).toEqual([8, '']);
    expect(refused.stderr).toContain('nightly_20260821T060000Z.csv already exists');
    expect((await cli.run([...commandLine, '--overwrite'], { now })).code).toBe(0);
  });

  test.each([
    [['--name', '{rapport}.csv'], '{report}'],
    [['--name', '../{report}.csv'], 'without folders'],
    [['--out', 'a.csv', '--latest'], 'exclude each other'],
    [['--out', '-', '--checksum'], 'exclude each other'],
  ])('%j is a usage error that says why', async (flags, commandLine) => {
    const cli = await asSysAdmin();
    const { code, stderr } = await cli.run(['reports', 'export', 'users', ...flags]);
    expect(code).toBe(2);
    expect(stderr).toContain(commandLine);
    expect(await namesIn(cli.folder)).toEqual([]);
  });
});

test('an existing file is refused with exit 8, and replaced with --overwrite', async () => {
  const cli = await asSysAdmin();
  await writeFile(join(cli.folder, 'r.csv'), 'old');
  const refused = await cli.run(['reports', 'export', 'users', '--out', 'r.csv', '--output', 'json']);
  expect(refused.code).toBe(8);
  expect(refused.stdout).toBe('');
  expect(JSON.parse(refused.stderr)).toMatchObject({ code: 'E-EXISTS', exit: 8 });
  expect(await readFile(join(cli.folder, 'r.csv'), 'utf8')).toBe('old');
  expect((await cli.run(['reports', 'export', 'users', '--out', 'r.csv', '--overwrite'])).code).toBe(0);
  expect(await readFile(join(cli.folder, 'r.csv'), 'utf8')).toBe(await fetchReport(reportPaths.users));
});

test('--quiet prints nothing on success, and the manifest where --output asks for it', async () => {
  const cli = await asSysAdmin();
  const commandLine = ['reports', 'export', 'users', '--out', 'r.csv', '--overwrite', '--quiet'];
  expect(await cli.run(commandLine)).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await namesIn(cli.folder)).toContain('r.csv');
  expect(JSON.parse((await cli.run([...commandLine, '--output', 'json'])).stdout)).toMatchObject({ report: 'users' });
});

test('--out - puts the CSV and nothing else on standard output', async () => {
  const cli = await asSysAdmin();
  const { code, stdout, stderr } = await cli.run(['reports', 'export', 'users', '--out', '-']);
  expect(code).toBe(0);
  expect(stdout).toBe(await fetchReport(reportPaths.users));
  expect(stderr).toBe(`users: ${(parse(stdout).length - 1).toLocaleString('en-US')} rows\n`);
  expect(await namesIn(cli.folder)).toEqual([]);
});

test('a folder that is not writable is an error before any request, with exit 74', async () => {
  const cli = await createCliSandbox({ api: 'http://127.0.0.1:9', token: 'unused' });
  const { code, stderr } = await cli.run(['reports', 'export', 'users', '--out', 'none/r.csv']);
  expect(code).toBe(74);
  expect(stderr).toContain('the folder does not exist');
});

test.each([
  ['User', 5],
  ['SysAdminReporting', 5],
  ['expired', 4],
] as const)('as %s the export is refused with exit %i and leaves nothing', async (caller, exit) => {
  const cli = await createCliSandbox({ api: server.url, token: server.as(caller) });
  const { code, stdout } = await cli.run(['reports', 'export', 'users', '--out', 'r.csv']);
  expect({ code, stdout }).toEqual({ code: exit, stdout: '' });
  expect(await namesIn(cli.folder)).toEqual([]);
});
