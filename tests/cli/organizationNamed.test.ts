import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client } from '../../shared/client/createClient.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

/** Each test runs several commands, on a computer that may be busy. */
vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startServer();
  client = server.client('SysAdmin');
});
afterAll(() => server.close());

let made = 0;
const organization = (fields: Record<string, unknown> = {}) => {
  made += 1;
  return client.organizations.create({ body: { name: `Pier Clinic ${made}`, subdomain: `pier-${made}`, ...fields } });
};
const sandboxFor = (api: string): Promise<CliSandbox> => createCliSandbox({ api, token: server.as('SysAdmin') });

describe('an organization by name', () => {
  let sandbox: CliSandbox;
  beforeAll(async () => {
    sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
  });
  const run = async (...args: string[]) => {
    const result = await sandbox.run([...args, '--output', 'json']);
    return { ...result, output: JSON.parse(result.stdout || result.stderr) as Record<string, unknown> };
  };

  test('is named by subdomain, exact name or id in place of the argument', async () => {
    const { id, name, subdomain } = await organization();
    for (const flag of [
      ['--subdomain', String(subdomain).toUpperCase()],
      ['--name', name],
      ['--id', id],
    ]) {
      expect((await run('orgs', 'get', ...flag)).output).toMatchObject({ id });
    }
    const added = await run('oids', 'add', '2.16.840.1.113883.3.77', '--subdomain', String(subdomain), '--yes');
    expect(added.output).toMatchObject({ organizationId: id, value: '2.16.840.1.113883.3.77' });
    const prompted = await sandbox.run(['oids', 'delete', '--name', name, '2.16.840.1.113883.3.77']);
    expect(prompted.stderr).toContain(`Delete the OID 2.16.840.1.113883.3.77 of ${name}`);
  });

  test('that several organizations have is an error that lists them, and an unknown one is exit 6 with a suggestion', async () => {
    const both = [await organization({ name: 'Twin Clinic' }), await organization({ name: 'Twin Clinic' })];
    const { code, output } = await run('orgs', 'login', 'disable', '--name', 'Twin Clinic', '--yes');
    expect([code, output['code']]).toEqual([2, 'E-NAME-AMBIGUOUS']);
    for (const { id } of both) expect(JSON.stringify(output['details'])).toContain(id);
    const near = await run('orgs', 'get', '--name', 'Twin Clinc');
    expect([near.code, near.output['code'], near.output['message']]).toEqual([
      6,
      'E-NOT-FOUND',
      'No organization has the name "Twin Clinc". Did you mean "Twin Clinic"?',
    ]);
  });

  test.each([
    [['orgs', 'get', 'x', '--subdomain', 'y'], 'Name the organization once'],
    [['orgs', 'get', '--name', 'x', '--subdomain', 'y'], 'Name the organization once'],
    [
      ['orgs', 'get'],
      "missing required argument 'id'; the organization may be named by --id, --subdomain, --name instead",
    ],
    [['oids', 'add', '--subdomain', 'pier-1'], "missing required argument 'value'"],
    [['orgs', 'activate', 'x', '--file', 'rows.csv'], 'use either --file or a record'],
    [['orgs', 'activate', '--send-email', '--file', 'rows.csv'], '--send-email is about one record'],
    [['orgs', 'activate', '--no-seed-records', '--file', 'rows.csv'], '--no-seed-records is about one record'],
    [['orgs', 'update', '--set', 'name=x', '--file', 'rows.csv'], '--set is about one record'],
  ])('must be named exactly once: %j', async (args, message) => {
    const { code, output } = await run(...args);
    expect([code, output['code']]).toEqual([2, 'E-USAGE']);
    expect(output['message']).toContain(message);
  });
});

describe('--file', () => {
  test('with a CSV is the bulk action with its own plan and question', async () => {
    const sandbox = await sandboxFor(server.url);
    const [one, two] = [await organization(), await organization()];
    // What the command says itself, the file may leave out; it may not say otherwise.
    await writeFile(join(sandbox.folder, 'wrong.csv'), `id,activated\n${one.id},true\n${two.id},false\n`);
    const wrong = await sandbox.run(['orgs', 'activate', '--file', 'wrong.csv', '--yes', '--rate', '0']);
    expect(wrong.code, wrong.stderr).toBe(7);
    await writeFile(join(sandbox.folder, 'rows.csv'), `id,seed_records\n${one.id},false\n${two.id},false\n`);
    const unrequested = await sandbox.run(['orgs', 'activate', '--file', 'rows.csv', '--rate', '0']);
    expect(unrequested.code, unrequested.stderr).toBe(9);
    const done = await sandbox.run([
      'orgs',
      'activate',
      '--file',
      'rows.csv',
      '--yes',
      '--rate',
      '0',
      '--output',
      'json',
    ]);
    expect([done.code, JSON.parse(done.stdout)], done.stderr).toMatchObject([0, { action: 'orgs.activate', rows: 2 }]);
    for (const { id } of [one, two]) {
      expect((await client.organizations.get({ params: { id } })).isActivated).toBe(true);
    }
  });

  test('with JSON creates one record, with a CSV many', async () => {
    const sandbox = await sandboxFor(server.url);
    await writeFile(join(sandbox.folder, 'one.json'), '{"name":"By JSON","subdomain":"by-json"}');
    await writeFile(join(sandbox.folder, 'many'), 'name,subdomain\nBy CSV 1,by-csv-1\nBy CSV 2,by-csv-2\n');
    expect((await sandbox.run(['orgs', 'create', '--file', 'one.json', '--yes'])).code).toBe(0);
    const many = await sandbox.run(['orgs', 'create', '--file', 'many', '--yes', '--rate', '0']);
    expect(many.code, many.stderr).toBe(0);
    const { items } = await client.organizations.list({ query: { search: 'By ', pageSize: 10 } });
    expect(items).toHaveLength(3);
    expect(items.map(({ subDomain }) => subDomain)).toEqual(
      expect.arrayContaining(['by-csv-1', 'by-csv-2', 'by-json']),
    );
  });
});
