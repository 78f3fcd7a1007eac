import { beforeAll, describe, expect, test } from 'vitest';
import { agencies } from '../../../server/fhir/embedded/demoDirectory.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { oidText } from '../../../shared/rules/carequality.ts';
import { sharedServer, startApp, type TestApp } from '../../support/startApp.ts';
import { lastAudit, newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;
beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
});

let last = 100;
const newOid = () => `2.16.840.1.113883.3.80.${++last}`;

describe('known emergency organizations', () => {
  test('are added, changed, read and removed, each with its audit row', async () => {
    const oid = newOid();
    const { value: added } = await client.interop.save({ body: { oid: `urn:oid:${oid}`, name: ' Agency ' } });
    expect(added).toEqual({ oid, name: 'Agency', version: 1 });
    expect(await lastAudit(server, oid)).toMatchObject({
      action: 'interop.save',
      changes: { oid: { before: null, after: oid }, name: { before: null, after: 'Agency' } },
    });
    expect(await client.interop.save({ body: { oid, name: 'Agency', version: 1 } })).toEqual({ value: added });
    const { value: changed } = await client.interop.save({ body: { oid, name: 'Agency B', version: 1 } });
    expect(changed).toEqual({ oid, name: 'Agency B', version: 2 });
    expect(await client.interop.get({ params: { oid } })).toEqual({ value: changed });
    expect((await client.interop.list({})).value).toContainEqual(changed);
    await client.interop.delete({ params: { oid } }, { ifMatch: 2 });
    expect(await refusal(client.interop.get({ params: { oid } }))).toMatchObject({ status: 404 });
    expect(await refusal(client.interop.delete({ params: { oid } }))).toMatchObject({ status: 404 });
    expect(await lastAudit(server, oid)).toMatchObject({ action: 'interop.delete' });
  });

  test('come by name, and are the same with a slash at the end of the address', async () => {
    const names = (await client.interop.list({})).value.map(({ name }) => name.toLowerCase());
    expect(names.length).toBeGreaterThan(5);
    expect(names).toEqual(names.toSorted());
    const oid = newOid();
    await client.interop.save({ body: { oid, name: 'Agency' } });
    const one = await client.request('GET', `/api/emergencies/organizations/${oid}/`);
    expect(one.data).toEqual({ value: { oid, name: 'Agency', version: 1 } });
    expect((await client.request('DELETE', `/api/emergencies/organizations/${oid}/`)).status).toBe(204);
  });

  test('loaded before another user saved them are neither changed nor removed', async () => {
    const oid = newOid();
    await client.interop.save({ body: { oid, name: 'Agency' } });
    await client.interop.save({ body: { oid, name: 'Agency B' } });
    const late = client.interop.save({ body: { oid, name: 'Agency C', version: 1 } });
    expect(await refusal(late)).toMatchObject({ status: 409, code: 'E-VERSION-CONFLICT' });
    expect(await refusal(client.interop.delete({ params: { oid } }, { ifMatch: 1 }))).toMatchObject({ status: 412 });
    const removed = client.interop.save({ body: { oid: newOid(), name: 'Agency', version: 2 } });
    expect(await refusal(removed)).toMatchObject({ status: 409 });
  });

  test('are added once by calls at the same time', async () => {
    const oid = newOid();
    await Promise.all([1, 2, 3].map(() => client.interop.save({ body: { oid, name: 'Agency' } })));
    expect(await client.interop.get({ params: { oid } })).toMatchObject({ value: { version: 1 } });
  });

  test.each([
    [{ oid: 'none', name: 'A' }, 'oid'],
    [{ oid: '2.16.840.1', name: ' ' }, 'name'],
    [{ oid: '2.16.840.1', name: 'x'.repeat(256) }, 'name'],
  ])('are refused with %o', async (body, field) => {
    const refused = await refusal(client.interop.save({ body }));
    expect([refused.status, Object.keys(refused.modelState)]).toEqual([400, [field]]);
  });
});

describe('the lookup', () => {
  test('finds the agencies of the demo again after their removal', async () => {
    for (const { oid, name } of agencies) {
      await client.interop.delete({ params: { oid } });
      expect(await client.interop.lookUp({ body: { orgId: oid } })).toEqual({
        value: { orgId: oid, displayName: name },
      });
      await client.interop.save({ body: { oid, name } });
    }
  });

  test('finds organizations of the platform, of their directory entries and of the national directory', async () => {
    const oid = newOid();
    const organization = await client.organizations.create({
      body: newOrganization({ carequality: { organizationOid: oid } }),
    });
    const nameOf = async (orgId: string) => (await client.interop.lookUp({ body: { orgId } })).value;
    expect(await nameOf(` urn:oid:${oid} `)).toEqual({ orgId: oid, displayName: organization.name });
    const { rows } = await server.database.pool.query<{ oid: string; name: string }>(
      'select oid, display_name as name from directory_entries where (select count(*) from directory_entries e where e.oid = directory_entries.oid) = 1 limit 1',
    );
    expect(await nameOf(rows[0]?.oid ?? '')).toEqual({ orgId: rows[0]?.oid, displayName: rows[0]?.name });
    expect(await nameOf('2.16.840.1.113883.19.5.9100.1')).toMatchObject({ displayName: expect.any(String) });
    expect(await nameOf('2.16.840.1.999.1')).toBeNull();
    for (const orgId of [' ', 'no OID'])
      expect(await refusal(client.interop.lookUp({ body: { orgId } }))).toMatchObject({
        status: 400,
        modelState: { orgId: expect.arrayContaining([oidText]) },
      });
  });
});

test('an installation with the API of another host refuses the calls and names it', async () => {
  const other = await startApp({ env: { INTEROP_API_URL: 'https://network.example.org/' } });
  try {
    const own = other.client('SysAdmin');
    const calls = [
      () => own.interop.list({}),
      () => own.interop.get({ params: { oid: '2.16.840.1' } }),
      () => own.interop.save({ body: { oid: '2.16.840.1', name: 'A' } }),
      () => own.interop.delete({ params: { oid: '2.16.840.1' } }),
      () => own.interop.lookUp({ body: { orgId: '2.16.840.1' } }),
    ];
    for (const call of calls)
      expect(await refusal(call())).toMatchObject({
        status: 409,
        code: 'E-INTEROP-ELSEWHERE',
        message: expect.stringContaining('https://network.example.org'),
      });
    expect((await other.app.inject('/config.json')).json()).toMatchObject({
      interopBaseUrl: 'https://network.example.org',
    });
  } finally {
    await other.close();
  }
});

test.each(['User', 'Administrator', 'SysAdminReporting'] as const)('%s may make no call', async (role) => {
  const other = server.client(role);
  const calls = [
    () => other.interop.list({}),
    () => other.interop.get({ params: { oid: '2.16.840.1' } }),
    () => other.interop.save({ body: { oid: '2.16.840.1', name: 'A' } }),
    () => other.interop.delete({ params: { oid: '2.16.840.1' } }),
    () => other.interop.lookUp({ body: { orgId: '2.16.840.1' } }),
  ];
  for (const call of calls) expect(await refusal(call())).toMatchObject({ status: 403 });
});
