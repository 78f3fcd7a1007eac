import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { lastAudit, newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;
let made = 0;

beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
});
afterAll(() => server.close());

const newNetwork = async () => {
  made += 1;
  return (await client.networks.create({ body: { name: `People Network ${made}` } })).id;
};
const personId = async (userName: string) => {
  const { rows } = await server.database.pool.query<{ id: string }>('select id from users where user_name = $1', [
    userName,
  ]);
  return rows[0]?.id ?? '';
};

describe('organizations of a network', () => {
  test('are moved in from where they were, as a change of their record', async () => {
    const [from, to] = [await newNetwork(), await newNetwork()];
    const created = await client.organizations.create({ body: newOrganization({ networkDbId: from }) });
    const added = await client.networks.addOrganization({ params: { id: to }, body: { organizationId: created.id } });
    expect(added).toEqual({
      id: created.id,
      orgId: created.orgId,
      name: created.name,
      subDomain: created.subdomain,
      isActivated: false,
    });
    expect(await client.organizations.get({ params: { id: created.id } })).toMatchObject({
      networkDbId: to,
      version: 2,
    });
    expect(await client.networks.get({ params: { id: from } })).toMatchObject({ organizationCount: 0 });
    expect(await client.networks.get({ params: { id: to } })).toMatchObject({ organizationCount: 1 });
    expect(await lastAudit(server, created.id)).toMatchObject({
      action: 'networks.addOrganization',
      changes: { networkDbId: { before: from, after: to } },
    });
  });

  test('that are in it already stay as they are', async () => {
    const id = await newNetwork();
    const created = await client.organizations.create({ body: newOrganization({ networkDbId: id }) });
    await client.networks.addOrganization({ params: { id }, body: { organizationId: created.id } });
    expect(await client.organizations.get({ params: { id: created.id } })).toMatchObject({ version: 1 });
    expect(await lastAudit(server, created.id)).toMatchObject({ action: 'networks.addOrganization', changes: {} });
  });

  test('leave it, but not twice, and not through another network', async () => {
    const [id, other] = [await newNetwork(), await newNetwork()];
    const created = await client.organizations.create({ body: newOrganization({ networkDbId: id }) });
    const leave = (network: string) =>
      client.networks.removeOrganization({ params: { id: network, orgId: created.id } });
    expect(await refusal(leave(other))).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
    await leave(id);
    expect(await client.organizations.get({ params: { id: created.id } })).toMatchObject({
      networkDbId: null,
      version: 2,
    });
    expect(await lastAudit(server, created.id)).toMatchObject({
      action: 'networks.removeOrganization',
      changes: { networkDbId: { before: id, after: null } },
    });
    expect(await refusal(leave(id))).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  });

  test('come by name, a page at a time, searched by name, subdomain and number, with the number of all', async () => {
    const id = await newNetwork();
    for (const name of ['Beta House', 'alpha house', 'Gamma Lodge']) {
      await client.organizations.create({ body: newOrganization({ name, networkDbId: id }) });
    }
    const page = async (query: {
      search?: string;
      sortDir?: 'asc' | 'desc';
      pageNumber?: number;
      pageSize?: number;
    }) => {
      const { items, totalCount } = await client.networks.organizations({ params: { id }, query });
      return [items.map(({ name }) => name), totalCount];
    };
    expect(await page({})).toEqual([['alpha house', 'Beta House', 'Gamma Lodge'], 3]);
    expect(await page({ pageSize: 2, pageNumber: 2 })).toEqual([['Gamma Lodge'], 3]);
    expect(await page({ sortDir: 'desc', pageSize: 1 })).toEqual([['Gamma Lodge'], 3]);
    expect(await page({ search: 'HOUSE' })).toEqual([['alpha house', 'Beta House'], 2]);
    expect(await page({ search: '%' })).toEqual([[], 0]);
    expect(await page({ pageNumber: 9 })).toEqual([[], 3]);
  });

  test('are refused by name when there is no such organization', async () => {
    const call = client.networks.addOrganization({
      params: { id: await newNetwork() },
      body: { organizationId: crypto.randomUUID() },
    });
    expect(await refusal(call)).toMatchObject({
      status: 400,
      code: 'E-ORG-REFERENCE',
      modelState: { organizationId: expect.any(Array) },
    });
  });

  test('come along with the network, the first hundred of them, with its admins', async () => {
    const id = await newNetwork();
    await server.database.pool.query(
      `insert into organizations (id, name, network_id, created_by, modified_by)
       select gen_random_uuid(), 'Many ' || to_char(n, 'FM000'), $1, 'test', 'test' from generate_series(1, 103) n`,
      [id],
    );
    const view = await client.networks.adminView({ params: { id } });
    expect(view).toMatchObject({ id, organizationCount: 103, admins: [], version: 1, enabledFeatures: [] });
    expect(view.organizations.map(({ name }) => name).at(-1)).toBe('Many 100');
  });
});

describe('administrators of a network', () => {
  test('are added by user name in any case, found, and removed', async () => {
    const id = await newNetwork();
    const params = { id };
    const added = await client.networks.addAdmin({ params, body: { userName: 'Admin@Carepost.example' } });
    expect(added).toMatchObject({ userName: 'admin@carepost.example', firstName: 'Avery', isEnabled: true });
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'networks.addAdmin',
      changes: { 'admin admin@carepost.example': { before: null, after: added.id } },
    });
    expect(await server.client('Administrator').profile.get({})).toMatchObject({
      isNetworkAdmin: true,
      administerOfNetworkObjectId: id,
    });
    for (const search of ['avery m', 'ADMIN@', undefined]) {
      const { items } = await client.networks.admins({ params, query: search === undefined ? {} : { search } });
      expect(items, search).toEqual([added]);
    }
    expect((await client.networks.admins({ params, query: { search: 'nobody' } })).items).toEqual([]);
    await client.networks.removeAdmin({ params: { id, adminId: added.id } });
    expect((await client.networks.admins({ params })).items).toEqual([]);
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'networks.removeAdmin',
      changes: { 'admin admin@carepost.example': { before: added.id, after: null } },
    });
    const again = client.networks.removeAdmin({ params: { id, adminId: added.id } });
    expect(await refusal(again)).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  });

  test('administer one network only; of fifty at once one wins', async () => {
    const userId = await personId('user@carepost.example');
    const ids = await Promise.all([newNetwork(), newNetwork()]);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        client.networks
          .addAdmin({ params: { id: ids[turn % 2] ?? '' }, body: { userId } })
          .then(() => 'won')
          .catch((error: { code: string; status: number }) => `${error.status} ${error.code}`),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'won')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === '409 E-NETWORK-ADMIN')).toHaveLength(49);
  });

  test.each([
    ['nobody at all', {}, 'E-REQUEST-INVALID'],
    ['somebody unknown', { userName: 'nobody@carepost.example' }, 'E-USER-UNKNOWN'],
    ['a made-up id', { userId: '0198c0de-0000-7000-8000-00000000dead' }, 'E-USER-UNKNOWN'],
    ['a platform administrator', { userName: 'sysadmin@carepost.example' }, 'E-USER-UNKNOWN'],
  ])('cannot be %s', async (_what, body, code) => {
    const problem = await refusal(client.networks.addAdmin({ params: { id: await newNetwork() }, body }));
    expect(problem).toMatchObject({ status: 400, code });
    expect(Object.keys(problem.modelState)).toHaveLength(1);
  });

  test('cannot be somebody whose id and user name are of two people', async () => {
    const body = { userId: await personId('lockout@carepost.example'), userName: 'disabled@carepost.example' };
    const call = client.networks.addAdmin({ params: { id: await newNetwork() }, body });
    expect(await refusal(call)).toMatchObject({ code: 'E-USER-UNKNOWN' });
  });
});

describe('the service account of a network', () => {
  test('is made once, however many ask, with a client id that tells the network', async () => {
    const id = await newNetwork();
    const params = { id };
    expect(await client.networks.serviceAccount({ params })).toBeNull();
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => client.networks.createServiceAccount({ params })),
    );
    expect(new Set(responses.map(({ clientId }) => clientId)).size).toBe(1);
    const [account] = responses;
    expect(account).toMatchObject({ isEnabled: true, ipAddresses: [] });
    expect(account?.clientId).toMatch(/^net-people-network-\d+-[0-9a-f]{10}$/);
    expect(await client.networks.serviceAccount({ params })).toEqual(account);
  });

  test('is disabled, enabled and deleted, with an audit row each; the version of the network stays', async () => {
    const id = await newNetwork();
    const params = { id };
    const { clientId } = await client.networks.createServiceAccount({ params });
    expect(await client.networks.disableServiceAccount({ params })).toMatchObject({ clientId, isEnabled: false });
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'networks.disableServiceAccount',
      changes: { 'serviceAccount.isEnabled': { before: true, after: false } },
    });
    expect(await client.networks.enableServiceAccount({ params })).toMatchObject({ clientId, isEnabled: true });
    expect(await client.networks.get({ params })).toMatchObject({ version: 1 });
    await client.networks.deleteServiceAccount({ params });
    expect(await client.networks.serviceAccount({ params })).toBeNull();
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'networks.deleteServiceAccount',
      changes: { 'serviceAccount.clientId': { before: clientId, after: null } },
    });
  });

  test('keeps the addresses it is given, and refuses wrong and repeated ones by name', async () => {
    const params = { id: await newNetwork() };
    await client.networks.createServiceAccount({ params });
    const write = (ipAddresses: string[]) => client.networks.setServiceAddresses({ params, body: { ipAddresses } });
    expect(await write(['203.0.113.7', '198.51.100.1'])).toMatchObject({
      ipAddresses: ['203.0.113.7', '198.51.100.1'],
    });
    expect(await lastAudit(server, params.id)).toMatchObject({
      changes: { 'serviceAccount.ipAddresses': { before: [], after: ['203.0.113.7', '198.51.100.1'] } },
    });
    expect(await refusal(write(['203.0.113.7', '10.0.0.256', '203.0.113.7']))).toMatchObject({
      status: 400,
      code: 'E-REQUEST-INVALID',
      modelState: {
        ipAddresses: [
          '10.0.0.256: Enter a valid IPv4 address, such as 203.0.113.7.',
          '203.0.113.7 is in the list more than once.',
        ],
      },
    });
    expect(await write([])).toMatchObject({ ipAddresses: [] });
  });

  test('that is not there cannot be changed', async () => {
    const params = { id: await newNetwork() };
    const calls = [
      client.networks.enableServiceAccount({ params }),
      client.networks.disableServiceAccount({ params }),
      client.networks.deleteServiceAccount({ params }),
      client.networks.setServiceAddresses({ params, body: { ipAddresses: [] } }),
    ];
    for (const problem of await Promise.all(calls.map(refusal))) {
      expect(problem).toMatchObject({ status: 404, code: 'E-NETWORK-NO-ACCOUNT' });
    }
  });
});
