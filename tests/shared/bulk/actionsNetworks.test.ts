import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { newOrganization } from '../../server/areas/organizationBuilders.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { makesItsCalls, setupOf, takeBack } from './actionSetup.ts';

let server: TestApp;
let client: Client;
beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
});
afterAll(() => server.close());

const unknown = '018f2b6c-5a3e-7c41-9d20-3b6f1e4a7c55';
let made = 0;
const network = async () => {
  made += 1;
  return (await client.networks.create({ body: { name: `Parts ${made}` } })).id;
};
const networkOf = async (id: string) => (await client.organizations.get({ params: { id } })).networkDbId;
const admin = 'user@carepost.example';

describe('organizations of networks', () => {
  test('move into a network and back into the former one', async () => {
    const [first, second] = [await network(), await network()];
    const { id } = await client.organizations.create({ body: newOrganization({ networkDbId: first }) });
    const setup = setupOf(server, 'networks.add-organization');
    const { done, changes } = await setup.run({ network_id: second.toUpperCase(), org_id: id });
    expect(changes).toEqual([{ column: 'network_id', before: first, after: second }]);
    expect(await networkOf(id)).toBe(second);
    await takeBack(server, setup, done);
    expect(await networkOf(id)).toBe(first);
    const missing = await setup.plan({ network_id: unknown, org_id: id });
    expect(missing.problems).toMatchObject([{ column: 'network_id', code: 'E-ROW-TARGET' }]);
    makesItsCalls(setup);
  });

  test('of no network leave the new one by undo', async () => {
    const { id } = await client.organizations.create({ body: newOrganization({ networkDbId: null }) });
    const setup = setupOf(server, 'networks.add-organization');
    const { done } = await setup.run({ network_id: await network(), org_id: id });
    const row = setup.reverse(done);
    expect(row).toMatchObject({ action: 'networks.remove-organization' });
    if ('values' in row) await setupOf(server, 'networks.remove-organization').run(row.values);
    expect(await networkOf(id)).toBeNull();
  });

  test('are removed and added again; one of another network is no change', async () => {
    const first = await network();
    const { id } = await client.organizations.create({ body: newOrganization({ networkDbId: first }) });
    const setup = setupOf(server, 'networks.remove-organization');
    expect((await setup.plan({ network_id: await network(), org_id: id })).current).toBeUndefined();
    const { done } = await setup.run({ network_id: first, org_id: id });
    expect(await networkOf(id)).toBeNull();
    await setupOf(server, 'networks.add-organization').run({ network_id: first, org_id: id });
    const again = setup.reverse(done);
    expect(again).toEqual({ action: 'networks.add-organization', values: { network_id: first, org_id: id } });
    makesItsCalls(setup);
  });
});

describe('administrators of networks', () => {
  test('are added by user name or id, and removed by undo', async () => {
    const id = await network();
    const setup = setupOf(server, 'networks.add-admin');
    const { done } = await setup.run({ network_id: id, user: admin.toUpperCase() });
    expect(await setup.plan({ network_id: id, user: done.id })).toMatchObject({ problems: [], changes: [] });
    expect(await takeBack(server, setup, done)).toBeUndefined();
    const missing = await setup.plan({ network_id: unknown, user: admin });
    expect(missing.problems).toMatchObject([{ code: 'E-ROW-TARGET' }]);
    makesItsCalls(setup);
  });

  test('are removed and added again', async () => {
    const id = await network();
    await client.networks.addAdmin({ params: { id }, body: { userName: admin } });
    const setup = setupOf(server, 'networks.remove-admin');
    const { done } = await setup.run({ network_id: id, user: admin });
    expect(await takeBack(server, setup, done)).toMatchObject({ name: admin });
    makesItsCalls(setup);
  });
});

describe('service accounts of networks', () => {
  test('are created, changed and restored', async () => {
    const id = await network();
    const setup = setupOf(server, 'networks.service-account');
    const created = await setup.run({ network_id: id, enabled: false, ip_addresses: ['198.51.100.7'] });
    expect(created.current).toBeUndefined();
    const changed = await setup.run({ network_id: id, enabled: true, ip_addresses: null });
    expect(changed.changes.map(({ column }) => column)).toEqual(['enabled', 'ip_addresses']);
    expect(await takeBack(server, setup, changed.done)).toMatchObject({
      values: { enabled: false, ip_addresses: ['198.51.100.7'] },
    });
    expect(await takeBack(server, setup, created.done)).toBeUndefined();
    const wrong = await setup.plan({ network_id: id, ip_addresses: ['198.51.100'] });
    expect(wrong.problems).toMatchObject([{ column: 'ip_addresses', code: 'E-CELL-RULE' }]);
    makesItsCalls(setup);
  });

  test('are deleted for good', async () => {
    const id = await network();
    await client.networks.createServiceAccount({ params: { id } });
    const setup = setupOf(server, 'networks.delete-service-account');
    const { done } = await setup.run({ network_id: id });
    expect(setup.reverse(done)).toHaveProperty('cannot');
    expect((await setup.plan({ network_id: id })).current).toBeUndefined();
    makesItsCalls(setup);
  });
});
