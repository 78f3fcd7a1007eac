import { beforeAll, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { sharedServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
const mark = `f${crypto.randomUUID().slice(0, 8)}`;
beforeAll(async () => {
  server = await sharedServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
  const client = server.client('SysAdmin');
  for (const name of [`${mark} North`, `${mark} South`]) {
    await client.organizations.create({ body: { name, subdomain: name.toLowerCase().replace(' ', '-') } });
  }
  await client.networks.create({ body: { name: `Network ${mark}` } });
});

const find = async (...args: string[]) => {
  const { code, stdout, stderr } = await sandbox.run(['find', ...args, '--output', 'json']);
  const rows = JSON.parse(stdout || '[]') as { id: string; kind: string; label: string; match: string; path: string }[];
  return { code, stderr, labels: rows.map(({ label }) => label), rows };
};

test('find prints records of every kind with how they match and their page', async () => {
  const { code, rows, labels } = await find(mark);
  expect([code, labels]).toEqual([0, [`${mark} North`, `${mark} South`, `Network ${mark}`]]);
  expect(rows[0]).toMatchObject({ kind: 'Organization', match: 'Prefix', path: /^\/admin\/organizations\// });
  expect((await find(mark, 'south')).labels).toEqual([`${mark} South`]);
});

test('find takes kinds, and says where more match than it shows', async () => {
  expect((await find(mark, '--kind', 'network')).labels).toEqual([`Network ${mark}`]);
  const short = ['find', mark, '--kind', 'Organization', '--kind', 'network', '--per-kind', '1', '--fields', 'label'];
  const { stdout, stderr } = await sandbox.run([...short, '--output', 'csv']);
  expect(stdout.trim().split(/\r?\n/)).toEqual(['label', `${mark} North`, `Network ${mark}`]);
  expect(stderr).toContain('There are more matches of: organization.');
  expect((await sandbox.run([...short, '--all'])).stdout).not.toContain(`${mark} South`);
});

test('find says what --limit left out, and that more than 50 of a kind are not shown', async () => {
  const { stdout, stderr } = await sandbox.run(['find', mark, '--limit', '2', '--output', 'csv', '--fields', 'label']);
  expect(stdout.trim().split(/\r?\n/)).toEqual(['label', `${mark} North`, `${mark} South`]);
  expect(stderr).toContain('2 of 3 shown because of --limit.');
  const client = server.client('SysAdmin');
  const many = `g${crypto.randomUUID().slice(0, 8)}`;
  for (let index = 0; index <= 50; index += 1) await client.networks.create({ body: { name: `${many} ${index}` } });
  const all = await sandbox.run(['find', many, '--all', '--output', 'csv']);
  expect(all.stderr).toContain('There are more matches of: network. 50 of each kind are the most');
});

test('find prints ids, and an export that cannot have all matches is doubtful', async () => {
  const { rows } = await find(mark);
  const ids = await sandbox.run(['find', mark, '--output', 'ids']);
  expect(ids.stdout.trim().split('\n')).toEqual(rows.map(({ id }) => id));
  const file = ['--export', '--out', 'found.csv', '--overwrite', '--strict'];
  expect((await sandbox.run(['find', mark, ...file])).code).toBe(0);
  const cut = await sandbox.run(['find', mark, '--per-kind', '1', ...file]);
  expect([cut.code, cut.stderr]).toEqual([8, expect.stringContaining('There are more matches of: organization.')]);
});

test('find refuses a text that is too short and a kind that does not exist; nothing found is an empty list', async () => {
  for (const text of ['a', 'b'.repeat(201)]) {
    const { code, stderr } = await find(text);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`<text> must have 2 to 200 characters`)]);
  }
  const kind = await find(mark, '--kind', 'patient');
  expect([kind.code, kind.stderr]).toEqual([2, expect.stringContaining('organization, user, network')]);
  expect(await find(`${mark}-nothing`)).toMatchObject({ code: 0, labels: [] });
});
