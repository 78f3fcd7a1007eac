import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { newId } from '../../../server/database/newId.ts';
import { refreshGramCounts } from '../../../server/areas/organizations/list/gramCounts.ts';
import { type HomeNumber, homeNumbers } from '../../../shared/rules/homeNumbers.ts';
import { asOwner } from '../../support/database/databases.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { newOrganization } from './organizationBuilders.ts';

const agency = { name: 'Agency', oid: '2.16.840.1.113883.3.9.1' };

let server: TestApp;
let client: Client;
beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
  const { pool } = server.database;
  const { id } = await client.organizations.create({ body: newOrganization() });
  await client.organizations.enable({ params: { id }, body: { enabled: false } });
  await client.emergencies.create({ body: { name: 'Flood', disabledDate: '2090-12-31', organizations: [agency] } });
  // A lock of a user, one of an unknown name, and one that has ended.
  for (const [userName, minutes] of [
    ['user@carepost.example', 5],
    ['stranger@example.org', 5],
    ['admin@carepost.example', -5],
  ]) {
    await pool.query(
      `insert into login_failures (kind, user_name, locked_until) values ('user', $1, now() + make_interval(mins => $2))`,
      [userName, minutes],
    );
  }
  await pool.query(
    `insert into webhooks (id, name, url, failing_since, created_by, modified_by)
     values ($1, 'Silent', 'https://silent.example', now(), 'test', 'test'), ($2, 'Heard', 'https://heard.example', null, 'test', 'test')`,
    [newId(), newId()],
  );
  await pool.query(
    `insert into certificates (id, host, port, uses, use_count, kinds, valid_to, problem)
     values ($1, 'a.example', 443, '[]', 0, '{}', now() + interval '29 days', null), ($2, 'b.example', 443, '[]', 0, '{}', null, 'timeout'),
       ($3, 'c.example', 443, '[]', 0, '{}', now() + interval '31 days', null)`,
    [newId(), newId(), newId()],
  );
  await pool.query(
    `insert into organization_integrations (id, organization_id, name, type) values ($1, $3, 'a', 'Aprima'), ($2, $3, 'b', 'Aprima')`,
    [newId(), newId(), id],
  );
});
afterAll(() => server.close());

const total = async (page: Promise<{ readonly totalCount: number }>) => (await page).totalCount;

/** The totals of the lists behind the numbers. */
const totals: Readonly<Record<HomeNumber, (recordId: string) => Promise<number>>> = {
  organizations: () => total(client.organizations.list({})),
  organizationsActivated: () => total(client.organizations.list({ query: { isActivated: 'true' } })),
  organizationsNotActivated: () => total(client.organizations.list({ query: { isActivated: 'false' } })),
  organizationsDisabled: () => total(client.organizations.list({ query: { isEnabled: 'false' } })),
  organizationsCanceling: () => total(client.organizations.list({ query: { cancelling: 'true' } })),
  usersLocked: async () => (await client.users.list({ query: { isLocked: 'true' } })).totalUsersCount,
  usersDisabled: async () => (await client.users.list({ query: { isEnabled: 'false' } })).totalUsersCount,
  integrationBlocked: (id) =>
    total(client.integrations.organizations({ params: { id }, query: { isAllowed: 'false' } })),
  webhooksFailing: () => total(client.webhooks.list({ query: { isFailing: 'true' } })),
  certificatesEnding: () => total(client.certificates.list({ query: { endsWithinDays: '30' } })),
  certificatesInvalid: () => total(client.certificates.list({ query: { hasProblem: 'true' } })),
  emergenciesScheduled: () => total(client.emergencies.list({ query: { state: 'scheduled' } })),
  alertsOpen: async () => (await client.diagnostics.systemAlerts({})).items.length,
  workflowsFailed: async () =>
    (await client.diagnostics.workflows({ query: { status: 'Failed' } })).messageHealthDataValuesCount,
  jobsFailed: async () => (await client.diagnostics.worker({})).queue.failed,
};

const compare = async () => {
  const { items } = await client.home.numbers({});
  for (const { name, recordId, recordName, count } of items) {
    expect([name, recordName, count]).toEqual([name, recordName, await totals[name](recordId ?? '')]);
  }
  return items;
};

test('every number is the total of the list that it leads to', async () => {
  const items = await compare();
  expect([...new Set(items.map(({ name }) => name))]).toEqual(homeNumbers);
  const counts = Object.fromEntries(items.map(({ name, count }) => [name, count]));
  expect(counts['usersLocked']).toBe(1);
  for (const name of [
    'organizationsDisabled',
    'integrationBlocked',
    'webhooksFailing',
    'certificatesEnding',
    'certificatesInvalid',
    'emergenciesScheduled',
  ])
    expect(counts[name], name).toBeGreaterThan(0);
  expect(items.find(({ name }) => name === 'organizationsCanceling')?.path).toBe(
    '/admin/organizations?filter=%7B%22cancelling%22%3Atrue%7D',
  );
});

test('organizations are counted from the stored counts and the changes after them', async () => {
  await refreshGramCounts(server.database, 1);
  await compare();
  const { id } = await client.organizations.create({ body: newOrganization() });
  const before = await compare();
  await client.organizations.delete({ params: { id } });
  const after = await compare();
  const numberOf = (items: typeof before) => items.find(({ name }) => name === 'organizations')?.count ?? 0;
  expect(numberOf(after)).toBe(numberOf(before) - 1);
});

test('a number that cannot be read is null, and the others are there', async () => {
  await asOwner(server.database, 'alter table system_alerts rename to hidden_alerts');
  try {
    const { items } = await client.home.numbers({});
    const missing = items.filter(({ count }) => count === null).map(({ name }) => name);
    expect([missing, new Set(items.map(({ name }) => name)).size]).toEqual([['alertsOpen'], homeNumbers.length]);
  } finally {
    await asOwner(server.database, 'alter table hidden_alerts rename to system_alerts');
  }
});
