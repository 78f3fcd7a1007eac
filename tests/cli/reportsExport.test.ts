import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../support/startApp.ts';
import { namesIn } from './exportRun.ts';
import { placeCli } from './startedCli.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const asSysAdmin = () => placeCli(server.url, server.as('SysAdmin'));

const reportPaths = {
  'direct-addresses': '/api/admin/reports/directaddresses',
  organizations: '/api/admin/reports/organizations',
  'contacts-usage': '/api/admin/reports/contacts-usage-statistics',
  users: '/api/admin/reports/users',
};

const fetchReport = async (path: string): Promise<string> => {
  const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${server.as('SysAdmin')}` } });
  return answer.text();
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
    const facts = { report, rows: rows.length, columns, bytes: Buffer.byteLength(file), sha256, verdict: 'complete' };
    expect(JSON.parse(stdout)).toMatchObject({ ...facts, file: join(cli.folder, 'r.csv'), origin: server.url });
    expect(JSON.parse(await readFile(join(cli.folder, 'r.csv.manifest.json'), 'utf8'))).toMatchObject({
      ...facts,
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
  test('without a wish the file has the server’s name', async () => {
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

  test.each([
    [['--name', '{rapport}.csv'], '{report}'],
    [['--name', '../{report}.csv'], 'without folders'],
    [['--out', 'a.csv', '--latest'], 'exclude each other'],
    [['--out', '-', '--checksum'], 'exclude each other'],
  ])('%j is a usage error that says why', async (flags, words) => {
    const cli = await asSysAdmin();
    const { code, stderr } = await cli.run(['reports', 'export', 'users', ...flags]);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
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
  const words = ['reports', 'export', 'users', '--out', 'r.csv', '--overwrite', '--quiet'];
  expect(await cli.run(words)).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await namesIn(cli.folder)).toContain('r.csv');
  expect(JSON.parse((await cli.run([...words, '--output', 'json'])).stdout)).toMatchObject({ report: 'users' });
});

test('--out - puts the CSV and nothing else on standard output', async () => {
  const cli = await asSysAdmin();
  const { code, stdout, stderr } = await cli.run(['reports', 'export', 'users', '--out', '-']);
  expect(code).toBe(0);
  expect(stdout).toBe(await fetchReport(reportPaths.users));
  expect(stderr).toBe(`users: ${(parse(stdout).length - 1).toLocaleString('en-US')} rows\n`);
  expect(await namesIn(cli.folder)).toEqual([]);
});

test('a folder that cannot be written is told before the server is asked, with exit 74', async () => {
  const cli = await placeCli('http://127.0.0.1:9', 'unused');
  const { code, stderr } = await cli.run(['reports', 'export', 'users', '--out', 'none/r.csv']);
  expect(code).toBe(74);
  expect(stderr).toContain('there is no such folder');
});

test.each([
  ['User', 5],
  ['SysAdminReporting', 5],
  ['expired', 4],
] as const)('as %s the export is refused with exit %i and leaves nothing', async (caller, exit) => {
  const cli = await placeCli(server.url, server.as(caller));
  const { code, stdout } = await cli.run(['reports', 'export', 'users', '--out', 'r.csv']);
  expect({ code, stdout }).toEqual({ code: exit, stdout: '' });
  expect(await namesIn(cli.folder)).toEqual([]);
});
