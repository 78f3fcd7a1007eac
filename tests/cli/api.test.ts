import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpResponse } from 'msw';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenConnection, mockApi } from '../support/mockApi.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const asSysAdmin = () => createCliSandbox({ api: server.url, token: server.as('SysAdmin') });
const firstOrganization = async () => {
  const { items } = await server.client('SysAdmin').organizations.list({ query: { pageSize: 1 } });
  const [first] = items;
  if (first === undefined) throw new Error('The demo data has no organization.');
  return first;
};
const isEnabled = async (id: string) =>
  (await server.client('SysAdmin').organizations.get({ params: { id } })).isEnabled;

test('fields of GET go into the query, and the answer is JSON', async () => {
  const cli = await asSysAdmin();
  const { code, stdout, stderr } = await cli.run([
    'api',
    'get',
    'api/organizations',
    '-f',
    'pageSize=3',
    '-f',
    'sortDir=desc',
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const expected = await server.client('SysAdmin').organizations.list({ query: { pageSize: 3, sortDir: 'desc' } });
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(expected)));
});

test('--paginate gives every record once, one a line', async () => {
  const cli = await asSysAdmin();
  const { code, stdout } = await cli.run(['api', 'GET', '/api/organizations', '--paginate', '-f', 'pageSize=7']);
  expect(code).toBe(0);
  const ids = stdout
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id);
  const { totalCount } = await server.client('SysAdmin').organizations.list();
  expect(new Set(ids).size).toBe(totalCount);
  expect(ids).toHaveLength(totalCount);
});

test('--paginate follows the name that the list has for its page', async () => {
  const cli = await asSysAdmin();
  const path = '/api/admin/organizationspecialties';
  const { stdout } = await cli.run(['api', 'GET', path, '--paginate', '-f', 'pageStart=2', '-f', 'pageSize=8']);
  const { items } = await server.client('SysAdmin').specialties.list({ query: { pageSize: 5000 } });
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(items.slice(8));
});

test('a write without confirmation and without a terminal sends nothing: exit 9', async () => {
  const faulty = mockApi(() => HttpResponse.json({}));
  const cli = await createCliSandbox({ api: faulty.url, token: 'opaque-token-of-a-test' });
  for (const method of ['PUT', 'POST', 'DELETE']) {
    const { code, stdout, stderr } = await cli.run(['api', method, '/api/organizations/1']);
    expect({ code, stdout }).toEqual({ code: 9, stdout: '' });
    expect(stderr).toContain('--yes');
  }
  expect(faulty.seen).toEqual([]);
});

test('a confirmed write is carried out, from fields or from a body on standard input', async () => {
  const { id } = await firstOrganization();
  const cli = await asSysAdmin();
  for (const enabled of [false, true]) {
    const { code, stderr } = await cli.run([
      'api',
      'PUT',
      `/api/organizations/${id}/enable`,
      '-f',
      `enabled:=${enabled}`,
      '-y',
    ]);
    expect(code).toBe(0);
    expect(stderr).toContain(`PUT /api/organizations/${id}/enable - profile default, ${server.url}`);
    expect(await isEnabled(id)).toBe(enabled);
  }
  const { code } = await cli.run(
    ['api', 'PUT', `/api/organizations/${id}/enable`, '--input', '-', '--yes', '--no-input'],
    {
      stdin: '{"enabled":false}',
    },
  );
  expect(code).toBe(0);
  expect(await isEnabled(id)).toBe(false);
});

const protect = async (cli: CliSandbox) => {
  const folder = join(cli.folder, '..', 'config', 'carepost');
  await mkdir(folder, { recursive: true });
  const profiles = { live: { api: server.url, protected: true } };
  await writeFile(join(folder, 'config.json'), JSON.stringify({ version: 1, current: 'live', profiles }));
};

test.skipIf(process.platform !== 'linux')(
  'a protected profile wants a reason and its name: --yes alone is exit 9',
  async () => {
    const { id } = await firstOrganization();
    const cli = await asSysAdmin();
    await protect(cli);
    const before = await isEnabled(id);
    const commandLine = ['api', 'PUT', `/api/organizations/${id}/enable`, '-f', `enabled:=${!before}`, '--yes'];
    const silent = await cli.run([...commandLine, '--confirm-profile', 'live']);
    expect([silent.code, silent.stderr.includes('--reason')]).toEqual([2, true]);
    commandLine.push('--reason', 'ticket 12');
    const alone = await cli.run(commandLine);
    expect(alone.code).toBe(9);
    expect(alone.stderr).toContain('--confirm-profile live');
    expect((await cli.run([...commandLine, '--confirm-profile', 'test'])).code).toBe(9);
    expect(await isEnabled(id)).toBe(before);
    expect((await cli.run([...commandLine, '--confirm-profile', 'live'])).code).toBe(0);
    expect(await isEnabled(id)).toBe(!before);
    const { items } = await server.client('SysAdmin').organizations.history({ params: { id }, query: { pageSize: 1 } });
    expect(items[0]?.reason).toBe('ticket 12');
  },
);

test.each([
  ['https://elsewhere.example/api/organizations'],
  ['//elsewhere.example/api/organizations'],
  ['/\\elsewhere.example/api'],
  ['/api/admin/reports/users'],
])('the path %s is refused before anything is sent', async (path) => {
  const faulty = mockApi(() => HttpResponse.json({}));
  const cli = await createCliSandbox({ api: faulty.url, token: 'opaque-token-of-a-test' });
  const { code, stdout } = await cli.run(['api', 'GET', path]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(faulty.seen).toEqual([]);
});

test.each([
  [['PATCH', '/api/guid'], 2],
  [['GET', '/api/organizations', '-f', 'novalue'], 2],
  [['POST', '/api/organizations', '-f', 'a:=nojson', '-y'], 2],
  [['POST', '/api/organizations', '--input', '-', '-y'], 7],
  [['POST', '/api/organizations', '--input', 'none.json', '-y'], 74],
  [['GET', '/api/organizations', '-f', 'bogus=1'], 7],
  [['GET', '/api/organizations/00000000-0000-7000-8000-000000000000'], 6],
  [['GET', '/api/organizations', '--output', 'table'], 2],
])('api %j ends with exit %i, its reason on stderr and nothing on stdout', async (args, exit) => {
  const cli = await asSysAdmin();
  const { code, stdout, stderr } = await cli.run(['api', ...args], { stdin: 'no json' });
  expect({ code, stdout }).toEqual({ code: exit, stdout: '' });
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(new RegExp(`^exit ${exit} \\(`));
});

test('a POST whose response is lost is reported as unknown and not sent again', async () => {
  const faulty = mockApi(brokenConnection);
  const cli = await createCliSandbox({ api: faulty.url, token: 'opaque-token-of-a-test' });
  const { code, stderr } = await cli.run(['api', 'POST', '/api/organizations', '-f', 'name=Reno', '-y']);
  expect(code).toBe(3);
  expect(stderr).toContain('E-UNKNOWN-OUTCOME');
  expect(faulty.seen).toHaveLength(1);
});
