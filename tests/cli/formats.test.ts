import { parse as parseCsv } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { allOrSome } from '../support/isHard.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
let sandbox: CliSandbox;
let orgId = '';
/** Has something of everything. */
let richId = '';
let networkId = '';
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
  const { items } = await server.client('SysAdmin').organizations.list({ query: { pageSize: 1 } });
  orgId = items[0]?.id ?? '';
  const { rows } = await server.database.pool.query<{ id: string }>(
    `select o.id from organizations o where exists (select from service_accounts s where s.organization_id = o.id)
     and exists (select from alternate_oids a where a.organization_id = o.id)
     and exists (select from directory_entries d where d.organization_id = o.id)
     and exists (select from usage_statistics u where u.organization_id = o.id) limit 1`,
  );
  richId = rows[0]?.id ?? '';
  await server.client('SysAdmin').organizations.update({ params: { id: richId }, body: { phone: '(555) 234-5678' } });
  const result = await server.database.pool.query<{ id: string }>(
    'select network_id as id from organizations where network_id is not null limit 1',
  );
  networkId = result.rows[0]?.id ?? '';
});
afterAll(() => server.close());

/** Read commands by what they show: many rows, one record, bare values. */
const lists = [
  'orgs list',
  'orgs types',
  'orgs specialties',
  'brands list',
  'plans list',
  'specialties list',
  'apps list',
  'reserved-words list',
  'networks list',
  'networks features NETWORK',
  'networks organizations NETWORK',
  'resellers list',
  'eulas list',
  'sources list',
  'addresses list',
  'service-accounts list RICH',
  'oids list RICH',
  'directory list RICH',
  'orgs history RICH',
  'orgs usage RICH',
  'config explain',
  'commands',
  'explain',
  'doctor',
];
const records = [
  'orgs get ID',
  'networks get NETWORK',
  'orgs check-subdomain lakeside',
  'orgs npi 1234567893',
  'whoami',
  'whoami --check',
  'profile show',
];
const values = ['guid', 'guid --local -n 3'];

const commandLine = (command: string) =>
  command.split(' ').map((word) => ({ ID: orgId, RICH: richId, NETWORK: networkId })[word] ?? word);
const run = (command: string, ...more: string[]) => sandbox.run([...commandLine(command), ...more]);

describe.each(allOrSome(lists, lists.length / 4))('%s', { tags: ['scaled'] }, (command) => {
  test('gives the same rows in every format', async () => {
    const json = JSON.parse((await run(command, '--output', 'json')).stdout) as Record<string, unknown>[];
    expect(json.length).toBeGreaterThan(0);
    const lines = (await run(command, '--output', 'ndjson')).stdout.trim().split('\n');
    expect(lines.map((line) => Object.keys(JSON.parse(line) as object))).toEqual(json.map((row) => Object.keys(row)));
    const csv: unknown[] = parseCsv((await run(command, '--output', 'csv')).stdout, { columns: true });
    expect(csv).toHaveLength(json.length);
    expect(parseYaml((await run(command, '--output', 'yaml')).stdout)).toHaveLength(json.length);
    expect((await run(command, '--output', 'ids')).stdout.trim().split('\n')).toHaveLength(json.length);
    expect((await run(command, '--output', 'table')).stdout.trim().split('\n').length).toBeGreaterThan(json.length);
  });

  test('is a JSON array by default without a terminal', async () => {
    const { code, stdout } = await run(command);
    expect([code, Array.isArray(JSON.parse(stdout))]).toEqual([0, true]);
  });
});

describe.each(records)('%s', (command) => {
  test('gives one record in every format', async () => {
    const json = JSON.parse((await run(command, '--output', 'json')).stdout) as Record<string, unknown>;
    expect(Object.keys(json).length).toBeGreaterThan(2);
    expect(JSON.parse((await run(command, '--output', 'ndjson')).stdout)).toEqual(json);
    expect(parseYaml((await run(command, '--output', 'yaml')).stdout)).toEqual(json);
    const csv: unknown[] = parseCsv((await run(command, '--output', 'csv')).stdout, { columns: true });
    expect(csv).toHaveLength(1);
    expect((await run(command, '--output', 'table')).stdout).toContain(Object.keys(json)[0]);
    expect((await run(command, '--output', 'ids')).stdout.trim().split('\n')).toHaveLength(1);
  });
});

describe.each(values)('%s', (command) => {
  test('gives bare lines as text, and rows in the structured formats', async () => {
    const text = await run(command);
    expect(
      text.stdout
        .trim()
        .split('\n')
        .every((line) => /^[0-9a-f-]{36}$/.test(line)),
    ).toBe(true);
    const json = JSON.parse((await run(command, '--output', 'json')).stdout) as { value: string }[];
    expect(json.every(({ value }) => /^[0-9a-f-]{36}$/.test(value))).toBe(true);
  });
});

describe('choosing rows and fields', () => {
  test('--fields chooses, adds and drops, and ? lists what there is', async () => {
    const list = async (fields: string) =>
      JSON.parse((await run('orgs list', '--limit', '1', '--output', 'json', '--fields', fields)).stdout) as object[];
    expect(Object.keys((await list('name,id'))[0] ?? {})).toEqual(['name', 'id']);
    expect(Object.keys((await list('-name,-id'))[0] ?? {})).not.toContain('name');
    expect((await run('orgs list', '--fields', '?', '--output', 'table')).stdout.split('\n')).toContain('subDomain');
    expect((await run('orgs list', '--limit', '1', '--output', 'table', '--fields', '+orgId')).stdout).toContain(
      'ORG ID',
    );
  });

  test('--where searches all pages, --limit counts the shown rows', async () => {
    const all = JSON.parse((await run('orgs list', '--all', '--output', 'json')).stdout) as {
      isActivated: boolean;
      name: string;
    }[];
    const inactive = JSON.parse(
      (await run('orgs list', '--where', 'isActivated=false', '--limit', '5000', '--output', 'json')).stdout,
    ) as typeof all;
    expect(inactive.map(({ name }) => name)).toEqual(all.filter((row) => !row.isActivated).map(({ name }) => name));
    expect(inactive.length).toBeGreaterThan(0);
  });

  test('--sort by any field, by name on the server', async () => {
    const names = (await run('orgs list', '--sort', 'name:desc', '--output', 'ndjson', '--fields', 'name')).stdout;
    const up = (await run('orgs list', '--all', '--output', 'ndjson', '--fields', 'name')).stdout.trim().split('\n');
    expect(names.trim().split('\n')).toEqual(up.reverse().slice(0, 10));
    const byId = JSON.parse(
      (await run('orgs list', '--sort', 'orgId:desc', '--limit', '3', '--output', 'json')).stdout,
    ) as { orgId: number }[];
    expect(byId.map(({ orgId: id }) => id)).toEqual(byId.map(({ orgId: id }) => id).sort((a, b) => b - a));
  });

  test('--all prints every organization once, as ndjson by default', async () => {
    const lines = (await run('orgs list', '--all')).stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    const { totalCount } = await server.client('SysAdmin').organizations.list({ query: { pageSize: 1 } });
    expect(new Set(lines).size).toBe(totalCount);
    expect(lines).toHaveLength(totalCount);
  });

  test('orgs get --with loads only the requested parts', async () => {
    const record = JSON.parse(
      (await run('orgs get ID', '--with', 'admins,licenses', '--output', 'json')).stdout,
    ) as Record<string, unknown>;
    expect([Array.isArray(record['admins']), Array.isArray(record['licenses']), 'devices' in record]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
