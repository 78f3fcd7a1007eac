import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { newId } from '../../../server/database/newId.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { lastAudit, newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;
beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
});
afterAll(() => server.close());

const integrationOf = async (type: string) => {
  const match = (await client.integrations.list({})).items.find((one) => one.type === type);
  if (!match) throw new Error(`There is no integration ${type}.`);
  return match;
};
/** A new organization with a record system that is set up. */
const organizationWith = async (type: string) => {
  const made = await client.organizations.create({ body: newOrganization() });
  await server.database.pool.query(
    'insert into organization_integrations (id, organization_id, name, type, is_connected) values ($1, $2, $3, $4, true)',
    [newId(), made.id, `${type} at ${made.name}`, type],
  );
  return made;
};
const stateOf = async (id: string) => (await client.organizations.integrations({ params: { id } })).items[0];
const whitelist = () => client.integrationwhitelist;

describe('integrations', () => {
  test('are listed by name with who may use them', async () => {
    const { items } = await client.integrations.list({});
    expect(items.map(({ type }) => type)).toEqual(['Aprima', 'Athena', 'Cerner', 'eClinicalWorks', 'Epic', 'NextGen']);
    expect(items.find(({ type }) => type === 'Epic')).toMatchObject({ availability: 'Everyone', whitelistedCount: 0 });
    expect(items.find(({ type }) => type === 'Aprima')).toMatchObject({
      availability: 'Whitelist',
      whitelistedCount: 7,
      capabilities: expect.arrayContaining(['reviewerGroupLookup']),
    });
  });

  test('name their organizations by page, searched, and by whether the whitelist allows them', async () => {
    const { id } = await integrationOf('Aprima');
    const organization = await organizationWith('Aprima');
    const params = { id };
    const all = await client.integrations.organizations({ params, query: { pageSize: 5000 } });
    expect(all.items).toHaveLength(all.totalCount);
    expect(all.items.map(({ name }) => name.toLowerCase())).toEqual(
      all.items.map(({ name }) => name.toLowerCase()).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
    );
    const second = await client.integrations.organizations({ params, query: { pageSize: 2, pageNumber: 2 } });
    expect(second).toEqual({ items: all.items.slice(2, 4), totalCount: all.totalCount });
    const own = await client.integrations.organizations({ params, query: { search: organization.name } });
    expect(own.items.find((one) => one.id === organization.id)).toMatchObject({
      name: organization.name,
      connections: [`Aprima at ${organization.name}`],
      isAllowed: false,
      isConnected: false,
    });
    const blocked = await client.integrations.organizations({ params, query: { isAllowed: 'false', pageSize: 5000 } });
    expect(blocked.items).toEqual(all.items.filter(({ isAllowed }) => !isAllowed));
    expect(await client.integrations.get({ params })).toMatchObject({
      organizationCount: all.totalCount,
      blockedCount: blocked.totalCount,
    });
  });

  test('that do not exist are not found', async () => {
    const params = { id: newId() };
    expect(await refusal(client.integrations.get({ params }))).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
    expect(await refusal(client.integrations.organizations({ params }))).toMatchObject({ status: 404 });
  });
});

describe('the whitelist', () => {
  test('decides at once which organizations are connected', async () => {
    const { id: integrationId } = await integrationOf('eClinicalWorks');
    const organization = await organizationWith('eClinicalWorks');
    const other = await organizationWith('eClinicalWorks');
    expect(await stateOf(organization.id)).toMatchObject({ isAllowed: false, isConnected: false });

    const entry = await whitelist().create({ body: { integrationId, organizationId: organization.id } });
    expect(entry).toMatchObject({ isEnabled: true, note: null, version: 1, dependentCount: 1 });
    expect(await stateOf(organization.id)).toMatchObject({ isAllowed: true, isConnected: true });
    expect(await stateOf(other.id)).toMatchObject({ isAllowed: false, isConnected: false });

    await whitelist().update({ params: { id: entry.id }, body: { isEnabled: false } });
    expect(await stateOf(organization.id)).toMatchObject({ isAllowed: false, isConnected: false });

    const everyone = await whitelist().create({ body: { integrationId } });
    expect(everyone).toMatchObject({ organizationId: null, name: 'eClinicalWorks: every organization' });
    expect(everyone.dependentCount).toBeGreaterThanOrEqual(2);
    expect(await stateOf(other.id)).toMatchObject({ isAllowed: true, isConnected: true });
    expect(await integrationOf('eClinicalWorks')).toMatchObject({ availability: 'Everyone' });

    await whitelist().delete({ params: { id: everyone.id } });
    expect(await stateOf(other.id)).toMatchObject({ isAllowed: false, isConnected: false });
  });

  test('goes with its organization', async () => {
    const { id: integrationId } = await integrationOf('Aprima');
    const organization = await client.organizations.create({ body: newOrganization() });
    const { id } = await whitelist().create({ body: { integrationId, organizationId: organization.id } });
    await client.organizations.delete({ params: { id: organization.id } });
    expect(await refusal(whitelist().get({ params: { id } }))).toMatchObject({ status: 404 });
  });

  test('comes by page, searched and filtered, with no character special', async () => {
    const all = await whitelist().list({ query: { pageSize: 5000 } });
    expect(all.items).toHaveLength(all.totalCount);
    const second = await whitelist().list({ query: { pageSize: 3, pageNumber: 2 } });
    expect(second.items).toEqual(all.items.slice(3, 6));
    const { id: integrationId } = await integrationOf('Aprima');
    const off = await whitelist().list({ query: { integrationId, isEnabled: 'false' } });
    expect(off.items).toEqual(
      all.items.filter((entry) => entry.integrationId === integrationId && !entry.isEnabled).slice(0, 10),
    );
    const forAll = await whitelist().list({ query: { isForAll: 'true' } });
    expect(forAll.items.every(({ organizationId }) => organizationId === null)).toBe(true);
    expect((await whitelist().list({ query: { search: 'epic' } })).items).toMatchObject([{ integrationName: 'Epic' }]);
    expect(await whitelist().list({ query: { search: '%' } })).toEqual({ items: [], totalCount: 0 });
  });

  test('each change of an entry has its audit row; an unchanged save changes nothing', async () => {
    const { id: integrationId } = await integrationOf('Aprima');
    const { id: organizationId, name } = await client.organizations.create({ body: newOrganization() });
    const entry = await whitelist().create({ body: { integrationId, organizationId, note: ' Pilot ' } });
    const { id } = entry;
    const params = { id };
    expect(entry).toMatchObject({ name: `Aprima: ${name}`, note: 'Pilot' });
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'integrationwhitelist.create',
      changes: { integrationId: { before: null, after: integrationId }, note: { before: null, after: 'Pilot' } },
    });
    const changed = await whitelist().update({ params, body: { ...entry, note: null } });
    expect(changed).toMatchObject({ note: null, version: 2 });
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'integrationwhitelist.update',
      changes: { note: { before: 'Pilot', after: null } },
      version_checked: true,
    });
    expect(await whitelist().update({ params, body: { note: null } })).toEqual(changed);
    expect(await lastAudit(server, id)).toMatchObject({ changes: {}, version_checked: false });
    await whitelist().delete({ params });
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'integrationwhitelist.delete',
      changes: { organizationId: { before: organizationId, after: null } },
    });
  });

  test('refuses a second entry of the same pair, also for every organization', async () => {
    const { id: integrationId } = await integrationOf('Epic');
    const twice = await refusal(whitelist().create({ body: { integrationId } }));
    expect(twice).toMatchObject({ status: 409, code: 'E-WHITELIST-EXISTS' });
    const { id: organizationId } = await client.organizations.create({ body: newOrganization() });
    const add = () => whitelist().create({ body: { integrationId, organizationId } });
    const results = await Promise.allSettled([add(), add(), add()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('refuses what does not exist, long notes, other pairs and older versions, each by its field', async () => {
    const { id: integrationId } = await integrationOf('Epic');
    for (const [field, body] of [
      ['integrationId', { integrationId: newId() }],
      ['organizationId', { integrationId, organizationId: newId() }],
      ['note', { integrationId, note: 'x'.repeat(501) }],
    ] as const) {
      const refused = await refusal(whitelist().create({ body }));
      expect([refused.status, Object.keys(refused.modelState)]).toEqual([400, [field]]);
    }
    const { id: organizationId } = await client.organizations.create({ body: newOrganization() });
    const { id } = await whitelist().create({ body: { integrationId, organizationId } });
    const params = { id };
    // The typed client leaves out what the server sets.
    const path = `/api/admin/integrations/whitelist/${id}`;
    const moved = await refusal(client.request('PUT', path, { body: { organizationId: null } }));
    expect([moved.status, Object.keys(moved.modelState)]).toEqual([400, ['organizationId']]);
    await whitelist().update({ params, body: { note: 'newer' } });
    expect(await refusal(whitelist().update({ params, body: { note: 'late', version: 1 } }))).toMatchObject({
      code: 'E-VERSION-CONFLICT',
    });
    expect(await refusal(whitelist().delete({ params }, { ifMatch: 1 }))).toMatchObject({
      code: 'E-PRECONDITION-FAILED',
    });
    const unknown = { id: newId() };
    for (const call of [
      () => whitelist().get({ params: unknown }),
      () => whitelist().update({ params: unknown, body: {} }),
      () => whitelist().delete({ params: unknown }),
    ])
      expect(await refusal(call())).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  });
});

test('an entry is listed and searched under the new name of its organization', async () => {
  const { id: integrationId } = await integrationOf('Aprima');
  const organization = await client.organizations.create({ body: newOrganization({ name: 'Zz Renamed Later' }) });
  await whitelist().create({ body: { integrationId, organizationId: organization.id, note: 'Sort 100%' } });
  const first = async (search: string) => {
    const { items, totalCount } = await whitelist().list({ query: { integrationId, search, pageSize: 5000 } });
    expect(totalCount).toBe(items.length);
    return items[0]?.organizationId;
  };
  expect(await first('zz renamed')).toBe(organization.id);
  await client.organizations.update({ params: { id: organization.id }, body: { name: '01 Renamed Clinic' } });
  expect(await first('zz renamed')).toBeUndefined();
  expect(await first('01 renamed')).toBe(organization.id);
  expect(await first('T 100%')).toBe(organization.id);
  const { items } = await whitelist().list({ query: { integrationId, isForAll: 'false', pageSize: 5000 } });
  expect(items[0]?.organizationId).toBe(organization.id);
  const last = await whitelist().list({
    query: { integrationId, isForAll: 'false', sortDir: 'desc', pageSize: 1, pageNumber: items.length },
  });
  expect(last.items.map(({ id }) => id)).toEqual([items[0]?.id]);
});
