import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;

beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
});

const create = () => client.organizations.create({ body: newOrganization() });
const rows = async (text: string, values: unknown[] = []) =>
  (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;

test.each(['history', 'usage', 'deleteImpact', 'apiCaptures', 'jobs'] as const)(
  '%s of an unknown organization is not found',
  async (row) => {
    const call = client.organizations[row]({ params: { id: crypto.randomUUID() } });
    expect(await refusal(call)).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  },
);

describe('the history', () => {
  test('tells field by field what was changed, by whom, why and in which run, newest first', async () => {
    const created = await create();
    const params = { id: created.id };
    const update = await server.app.inject({
      method: 'PUT',
      url: `/api/organizations/${created.id}`,
      headers: {
        authorization: `Bearer ${server.as('SysAdmin')}`,
        'x-request-reason': 'Merger%20of%20May',
        'x-run-id': 'run-7',
        'x-correlation-id': 'seen-1',
      },
      payload: { name: 'Renamed Clinic', contact: { email: 'ann@renamed.example' } },
    });
    expect(update.statusCode).toBe(200);
    await client.organizations.enable({ params, body: { enabled: false } });
    const { items, totalCount } = await client.organizations.history({ params });
    expect(totalCount).toBe(3);
    expect(items.map(({ action }) => action)).toEqual([
      'organizations.enable',
      'organizations.update',
      'organizations.create',
    ]);
    expect(items[1]).toMatchObject({
      actorName: expect.any(String),
      reason: 'Merger of May',
      runId: 'run-7',
      requestId: 'seen-1',
      changes: expect.arrayContaining([
        { field: 'name', before: created.name, after: 'Renamed Clinic' },
        { field: 'contact.email', before: null, after: 'ann@renamed.example' },
      ]),
    });
    expect(items[0]?.changes).toEqual([{ field: 'isEnabled', before: true, after: false }]);
  });

  test('comes in pages with the exact number of all', async () => {
    const params = { id: (await create()).id };
    for (let turn = 0; turn < 12; turn++) await client.organizations.enable({ params });
    const first = await client.organizations.history({ params });
    const second = await client.organizations.history({ params, query: { pageNumber: 2 } });
    expect([first.items.length, second.items.length, first.totalCount, second.totalCount]).toEqual([10, 3, 13, 13]);
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
  });

  test('names what belongs to the organization, and holds nothing of others', async () => {
    const [account] = await rows('select id, organization_id, client_id from service_accounts order by id limit 1');
    const params = { id: String(account?.['organization_id']), accountId: String(account?.['id']) };
    await client.organizations.setAddressLimit({ params, body: { count: 77 } });
    const { items } = await client.organizations.history({ params: { id: params.id } });
    expect(items[0]?.changes[0]).toMatchObject({
      field: `service account ${String(account?.['client_id'])}.allowedAddressCount`,
      after: 77,
    });
    const other = await client.organizations.history({ params: { id: (await create()).id } });
    expect(other.items.map(({ action }) => action)).toEqual(['organizations.create']);
  });

  test('ends with the organization; the audit rows stay', async () => {
    const params = { id: (await create()).id };
    await client.organizations.delete({ params });
    expect(await refusal(client.organizations.history({ params }))).toMatchObject({ code: 'E-NOT-FOUND' });
    expect(await rows('select action from audit_entries where target_id = $1 order by id', [params.id])).toEqual([
      { action: 'organizations.create' },
      { action: 'organizations.delete' },
      { action: 'organizations.history' },
    ]);
  });
});

test('usage is listed by month, newest first', async () => {
  const { id } = await create();
  await rows(
    `insert into usage_statistics (id, organization_id, month, messages_sent, messages_received, fax_pages) values
     ($1, $3, '2026-03-01T00:00:00Z', 1, 2, 3), ($2, $3, '2026-04-01T00:00:00Z', 4, 5, 6)`,
    [crypto.randomUUID(), crypto.randomUUID(), id],
  );
  expect(await client.organizations.usage({ params: { id } })).toEqual({
    items: [
      { month: '2026-04-01T00:00:00.000Z', messagesSent: 4, messagesReceived: 5, faxPages: 6 },
      { month: '2026-03-01T00:00:00.000Z', messagesSent: 1, messagesReceived: 2, faxPages: 3 },
    ],
  });
});

test('the impact of deleting counts what would really go', async () => {
  const { id } = await create();
  const nothing = {
    users: 0,
    directAddresses: 0,
    faxNumbers: 0,
    serviceAccounts: 0,
    devices: 0,
    licenses: 0,
    integrations: 0,
    alternateOids: 0,
    directoryEntries: 0,
  };
  expect(await client.organizations.deleteImpact({ params: { id } })).toEqual(nothing);
  await rows(
    `insert into document_sources (id, organization_id, type, address, display_name) values
     ($1, $4, 'DirectMessaging', 'a@impact.example', 'A'), ($2, $4, 'Fax', '5550001111', 'B'), ($3, $4, 'Fax', '5550002222', 'C')`,
    [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID(), id],
  );
  await rows(`insert into alternate_oids (id, organization_id, value) values ($1, $2, '1.2.3')`, [
    crypto.randomUUID(),
    id,
  ]);
  await rows(`insert into organization_users (organization_id, user_id) select $1, id from users order by id limit 2`, [
    id,
  ]);
  const impact = await client.organizations.deleteImpact({ params: { id } });
  expect(impact).toEqual({ ...nothing, users: 2, directAddresses: 1, faxNumbers: 2, alternateOids: 1 });
  await client.organizations.delete({ params: { id } });
  for (const table of ['document_sources', 'alternate_oids', 'organization_users']) {
    expect(await rows(`select 1 from ${table} where organization_id = $1`, [id]), table).toEqual([]);
  }
});

test('jobs are those of the organization and of its fax accounts, newest first', async () => {
  const { id } = await create();
  const accountId = crypto.randomUUID();
  await rows(
    `insert into fax_accounts (id, organization_id, kind, account_number, display_name) values ($1, $2, 'westfax', $3, 'Fax')`,
    [accountId, id, `WF-${accountId}`],
  );
  const first = await client.organizations.sync({ params: { id } });
  const second = await client.fax.syncWestFax({ params: { id: accountId } });
  await client.organizations.sync({ params: { id: (await create()).id } });
  const { items, totalCount } = await client.organizations.jobs({ params: { id } });
  expect(totalCount).toBe(2);
  expect(items.map(({ id: job, kind, status }) => [job, kind, status])).toEqual([
    [second.jobId, 'westfax.sync', 'Pending'],
    [first.jobId, 'organization.sync', 'Pending'],
  ]);
});
