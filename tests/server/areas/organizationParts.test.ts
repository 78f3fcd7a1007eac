import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;

beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
});
afterAll(() => server.close());

const first = async (text: string, values: unknown[] = []) => {
  const { rows } = await server.database.pool.query<Record<string, string>>(text, values);
  const row = rows[0];
  if (!row) throw new Error(`Nothing found: ${text}`);
  return row;
};

describe.each([
  ['devices', 'devices'],
  ['licenses', 'licenses'],
  ['integrations', 'organization_integrations'],
  ['serviceAccounts', 'service_accounts'],
] as const)('%s', (row, table) => {
  test('lists those of the organization only', async () => {
    const { organization_id: id = '', count } = await first(
      `select organization_id, count(*)::text as count from ${table} group by 1 order by count(*) desc, 1 limit 1`,
    );
    const { items } = await client.organizations[row]({ params: { id } });
    expect(items).toHaveLength(Number(count));
  });

  test('tells an empty list from an organization that does not exist', async () => {
    const created = await client.organizations.create({ body: newOrganization() });
    expect(await client.organizations[row]({ params: { id: created.id } })).toEqual({ items: [] });
    const call = client.organizations[row]({ params: { id: crypto.randomUUID() } });
    expect(await refusal(call)).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  });
});

describe('service account limits', () => {
  const account = () =>
    first(
      'select id, organization_id from service_accounts where cardinality(client_ip_addresses) = 2 order by id limit 1',
    );

  test('an address limit can be set down to the registered addresses and no lower', async () => {
    const { id: accountId = '', organization_id: id = '' } = await account();
    const params = { id, accountId };
    expect(await client.organizations.setAddressLimit({ params, body: { count: 2 } })).toMatchObject({
      allowedAddressCount: 2,
    });
    const text = 'The number of Allowed Addresses cannot be lower than 2';
    expect(await refusal(client.organizations.setAddressLimit({ params, body: { count: 1 } }))).toMatchObject({
      status: 400,
      code: 'E-SERVICE-ACCOUNT-FLOOR',
      message: text,
      modelState: { count: [text] },
    });
  });

  test("another organization's account is not found", async () => {
    const { id: accountId = '', organization_id: owner = '' } = await account();
    const { id = '' } = await first('select id from organizations where id <> $1 order by id limit 1', [owner]);
    const call = client.organizations.setAddressLimit({ params: { id, accountId }, body: { count: 9 } });
    expect(await refusal(call)).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  });

  test('the number of accounts allowed is read and set, as part of the record', async () => {
    const { id } = await client.organizations.create({ body: newOrganization() });
    expect(await client.organizations.serviceAccountLimit({ params: { id } })).toEqual({ data: 0 });
    expect(await client.organizations.setServiceAccountLimit({ params: { id }, body: { count: 7 } })).toEqual({
      data: 7,
    });
    expect(await client.organizations.get({ params: { id } })).toMatchObject({ serviceAccountLimit: 7, version: 2 });
    const stale = client.organizations.setServiceAccountLimit({ params: { id }, body: { count: 8 } }, { ifMatch: 1 });
    expect(await refusal(stale)).toMatchObject({ code: 'E-PRECONDITION-FAILED' });
  });
});

describe('people', () => {
  const somebody = () => first(`select id from users where organization_id is null and role = 'SysAdminReporting'`);

  test('join as administrator, show in the list, and leave', async () => {
    const { id = '' } = await somebody();
    const organization = await client.organizations.create({ body: newOrganization() });
    const params = { id: organization.id };
    const body = { userId: id, isAdministrator: true };
    expect(await client.organizations.addUser({ params, body })).toMatchObject({
      id,
      userName: 'reporting@carepost.example',
    });
    expect((await client.organizations.admins({ params })).items.map((user) => user.id)).toEqual([id]);
    expect(await first('select organization_id from users where id = $1', [id])).toEqual({
      organization_id: organization.id,
    });
    expect(await refusal(client.organizations.addUser({ params, body }))).toMatchObject({
      status: 409,
      code: 'E-USER-ASSIGNED',
    });
    await client.organizations.removeUser({ params: { ...params, userId: id } });
    expect((await client.organizations.admins({ params })).items).toEqual([]);
    expect(await first('select organization_id from users where id = $1', [id])).toEqual({ organization_id: null });
    const again = client.organizations.removeUser({ params: { ...params, userId: id } });
    expect(await refusal(again)).toMatchObject({ code: 'E-NOT-FOUND' });
  });

  test('an unknown person or organization is not found', async () => {
    const { id = '' } = await somebody();
    const organization = await client.organizations.create({ body: newOrganization() });
    const pairs = [
      { id: organization.id, userId: crypto.randomUUID() },
      { id: crypto.randomUUID(), userId: id },
    ];
    for (const pair of pairs) {
      const call = client.organizations.addUser({ params: { id: pair.id }, body: { userId: pair.userId } });
      expect(await refusal(call)).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
    }
  });
});

describe('subdomain checks', () => {
  const check = (query: { organizationId?: string; subdomain?: string }) =>
    client.organizations.subdomainIsValid({ query });

  test('exists looks at the others only', async () => {
    const { id } = await client.organizations.create({ body: newOrganization({ subdomain: 'looked-up' }) });
    const exists = (query: { id?: string; subdomain?: string }) => client.organizations.subdomainExists({ query });
    expect(await exists({ subdomain: 'LOOKED-UP' })).toBe(true);
    expect(await exists({ subdomain: 'looked-up', id })).toBe(false);
    expect(await exists({ subdomain: 'nobody-has-this' })).toBe(false);
  });

  test('isvalid refuses what is taken, reserved, malformed or nothing at all', async () => {
    const { id } = await client.organizations.create({ body: newOrganization({ subdomain: 'mine' }) });
    expect(await check({ subdomain: 'mine', organizationId: id })).toBe(true);
    expect(await check({ subdomain: 'mine' })).toBe(false);
    expect(await check({ subdomain: 'still-free' })).toBe(true);
    for (const subdomain of ['www', 'Has Space', '-edge', 'xn--80ak6aa92e', 'a_b', 'x'.repeat(64), '']) {
      expect(await check({ subdomain }), subdomain).toBe(false);
    }
  });
});

test('an NPI is checked and names who carries it, in both its forms', async () => {
  const created = await client.organizations.create({ body: newOrganization({ npi: '1234567893' }) });
  const match = { id: created.id, orgId: created.orgId, name: created.name };
  for (const npiNumber of ['1234567893', '808401234567893']) {
    expect(await client.organizations.npi({ query: { npiNumber } })).toEqual({
      npiNumber,
      isValid: true,
      organizations: [match],
    });
  }
  expect(await client.organizations.npi({ query: { npiNumber: '1234567890' } })).toMatchObject({
    isValid: false,
    organizations: [],
  });
});

test('types and specialties come by name', async () => {
  for (const row of ['types', 'specialties'] as const) {
    const names = (await client.organizations[row]({})).items.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(10);
    expect(names).toEqual([...names].sort());
  }
});
