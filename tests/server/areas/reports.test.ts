import { get } from 'node:http';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { asOwner } from '../../support/database/databases.ts';
import { startServer, type TestServer } from '../../support/startApp.ts';
import { newOrganization } from './organizationBuilders.ts';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startServer();
  client = server.client('SysAdmin');
});
afterAll(() => server.close());

type Row = Readonly<Record<string, string>>;
type ReportName = keyof Client['reports'];

const download = async (name: ReportName) => {
  const { fileName, body } = await client.reports[name]({});
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return { fileName, rows: parse<Row>(Buffer.concat(parts), { columns: true }) };
};

const numberOf = async (text: string) => {
  const { rows } = await server.database.pool.query<{ count: number }>(`select count(*)::int as count from ${text}`);
  return rows[0]?.count;
};

describe.each([
  ['directAddresses', 'DirectAddresses', `document_sources where type = 'DirectMessaging'`],
  ['organizations', 'Organizations', 'organizations'],
  [
    'contactsUsage',
    'ContactsUsageStatistics',
    'organizations o left join usage_statistics c on c.organization_id = o.id',
  ],
  ['users', 'Users', 'users u left join organization_users m on m.user_id = u.id'],
] as const)('the report %s', (name, file, source) => {
  test('has a row for each record, and a name of brand, report and UTC time', async () => {
    const { fileName, rows } = await download(name);
    expect(rows).toHaveLength((await numberOf(source)) ?? -1);
    expect(fileName).toMatch(new RegExp(`^carepost_${file}_\\d{4}-\\d\\d-\\d\\d_\\d\\d-\\d\\d-\\d\\d\\.csv$`));
  });
});

test('what people typed comes back letter for letter, and no cell is a formula', async () => {
  const names = [
    '=cmd|"/c calc"!A1',
    '+1',
    '-1',
    '@SUM(A1)',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    'Smith, "Bill"',
    'Two\nlines',
    'Tab\tinside',
    "O'Neil",
  ]; // prettier-ignore
  const made = new Map<string, string>();
  for (const name of names) {
    const created = await client.organizations.create({ body: newOrganization() });
    // Not by a call: databases of earlier releases have names with line breaks.
    await server.database.pool.query('update organizations set name = $2, contact_first_name = $2 where id = $1', [
      created.id,
      name,
    ]);
    made.set(String(created.orgId), name);
  }
  const { rows } = await download('organizations');
  const match = rows.filter((row) => made.has(row['Organization number'] ?? ''));
  expect(match).toHaveLength(names.length);
  for (const row of match) {
    const name = made.get(row['Organization number'] ?? '') ?? '';
    const written = /^[=+\-@＝＋－＠]/.test(name) ? `'${name}` : name;
    expect(row['Organization']).toBe(written);
    expect(row['Contact first name']).toBe(written);
  }
});

test('the organizations report shows what the list shows', async () => {
  const { items } = await client.organizations.list({ query: { pageSize: 100 } });
  const { rows } = await download('organizations');
  const byNumber = new Map(rows.map((row) => [row['Organization number'], row]));
  for (const item of items.filter(({ name }) => /^\w/.test(name))) {
    expect(byNumber.get(String(item.orgId))).toMatchObject({
      Organization: item.name,
      Network: item.networkName ?? '',
      Subdomain: item.subDomain ?? '',
      Reseller: item.resellerName ?? '',
      'Tier code': item.tierCode ?? '',
      'Activation status': item.isActivated ? 'Activated' : 'Not Activated',
      'Login ability': item.isEnabled ? 'Enabled' : 'Disabled',
      'Login type': item.loginType,
      'API capture': item.apiCapture ? 'Capturing' : '',
    });
  }
});

test('no password or secret is in any of them', async () => {
  const { rows } = await server.database.pool.query<{ hash: string }>(
    'select distinct password_hash as hash from users where password_hash is not null',
  );
  for (const name of ['directAddresses', 'organizations', 'contactsUsage', 'users'] as const) {
    const text = JSON.stringify((await download(name)).rows);
    for (const { hash } of rows) expect(text).not.toContain(hash);
  }
});

const running = () =>
  numberOf(`pg_stat_activity where datname = current_database() and application_name = 'carepost report'`);

test('a reader who goes away ends the statement and the connection', { tags: ['hard'] }, async () => {
  // Enough rows that the report is still being read when the reader leaves.
  await asOwner(
    server.database,
    `insert into document_sources (id, organization_id, address, display_name, is_enabled)
     select gen_random_uuid(), (select id from organizations limit 1), 'many-' || n || '@carepost.example', repeat('long name ', 200), false
     from generate_series(1, 8000) n`,
  );
  const url = `${server.url}/api/admin/reports/directaddresses`;
  await new Promise<void>((resolve, reject) => {
    const request = get(url, { headers: { authorization: `Bearer ${server.as('SysAdmin')}` } }, (response) => {
      response.once('data', () => {
        request.destroy();
        resolve();
      });
    });
    request.once('error', reject);
  });
  await expect.poll(running, { timeout: 10_000 }).toBe(0);
});
