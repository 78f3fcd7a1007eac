import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import type { DirectoryEntry } from '../../../shared/contract/carequality.ts';
import { directoryEntryFor, directoryEntryProblems } from '../../../shared/rules/directoryEntry.ts';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { lastAudit, newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;
let id = '';
let made = 0;

beforeAll(async () => {
  server = await sharedServer();
  client = server.client('SysAdmin');
});
beforeEach(async () => {
  id = (await client.organizations.create({ body: newOrganization({ allowedPurposeOfUseCodes: ['TREATMENT'] }) })).id;
});

const fields = {
  responderType: 'DirectResponder' as const,
  organizationId: '2.16.840.1.113883.3.1',
  displayName: 'Clinic',
  address: '1 Main Street',
  city: 'Phoenix',
  state: 'AZ',
  zipCode: '85001',
};
type Body = Parameters<Client['carequality']['upsertEntry']>[0]['body'];
const upsert = (change: Partial<Body> = {}, ifMatch?: number) =>
  client.carequality.upsertEntry(
    { params: { id }, body: { ...fields, ...change } },
    ifMatch === undefined ? {} : { ifMatch },
  );
const list = async () => (await client.carequality.entries({ params: { id } })).items;
const unusedOid = () => `2.16.840.1.113883.3.2.${++made}`;
const participate = (isParticipating: boolean) =>
  client.organizations.update({ params: { id }, body: { carequality: { isParticipating } } });

describe('adding', () => {
  test('answers the whole entry with derived fields, and audits it under the organization', async () => {
    const organizationId = `urn:oid:${unusedOid()}`;
    const added = await upsert({ organizationId, otherNames: ['Old Clinic'], homeCommunityId: 'urn:oid:1.2.3' });
    expect(added).toEqual({
      ...fields,
      id: expect.any(String) as string,
      organizationId: organizationId.slice('urn:oid:'.length),
      homeCommunityId: '1.2.3',
      legalName: null,
      otherNames: ['Old Clinic'],
      parentOrgId: null,
      purposeOfUseCodes: ['TREATMENT'],
      country: 'US',
      isActive: true,
      initiatorOnly: false,
      isParent: false,
      version: 1,
      importedAt: null,
      driftedFields: [],
    } satisfies DirectoryEntry);
    const audit = await lastAudit(server, id);
    expect(audit?.action).toBe('carequality.upsertEntry');
    expect(audit?.changes[`directory entry ${added.organizationId}.city`]).toEqual({ before: null, after: 'Phoenix' });
  });

  test('initiator only and parent are derived, whatever the caller says', async () => {
    const parent = await upsert({ organizationId: unusedOid(), responderType: 'InitiatorOnly', initiatorOnly: false });
    expect(parent).toMatchObject({ initiatorOnly: true, isParent: false });
    const child = { organizationId: unusedOid(), parentOrgId: parent.organizationId, isParent: true };
    expect(await upsert(child)).toMatchObject({ isParent: false, parentOrgId: parent.organizationId });
    const items = await list();
    expect(items.find((entry) => entry.id === parent.id)).toMatchObject({ isParent: true });
    expect(items.find((entry) => entry.id !== parent.id)).toMatchObject({ isParent: false });
  });

  test('the same OID twice is refused, also in its other form', async () => {
    await upsert();
    for (const organizationId of [fields.organizationId, `urn:oid:${fields.organizationId}`]) {
      expect(await refusal(upsert({ organizationId }))).toMatchObject({ status: 409, code: 'E-DIRECTORY-OID-TAKEN' });
    }
  });

  test('fifty at once: one is added, the others are told that the OID is taken (CO-3)', {
    tags: ['hard'],
  }, async () => {
    const settled = await Promise.allSettled(Array.from({ length: 50 }, () => refusal(upsert())));
    const refused = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value.code] : []));
    expect(refused).toHaveLength(49);
    expect(new Set(refused)).toEqual(new Set(['E-DIRECTORY-OID-TAKEN']));
    expect(await list()).toHaveLength(1);
  });

  test.each([
    [{ organizationId: 'no oid' }, 'organizationId'],
    [{ parentOrgId: fields.organizationId }, 'parentOrgId'],
    [{ state: 'ZZ' }, 'state'],
    [{ zipCode: '1' }, 'zipCode'],
    [{ displayName: ' ' }, 'displayName'],
    [{ homeCommunityId: 'x' }, 'homeCommunityId'],
  ])('%j is refused at its field', async (change, field) => {
    const { status, code, modelState } = await refusal(upsert(change));
    expect([status, code, Object.keys(modelState ?? {})]).toEqual([400, 'E-REQUEST-INVALID', [field]]);
  });

  test('an entry without what it needs is refused at each missing field', async () => {
    const error = await refusal(client.carequality.upsertEntry({ params: { id }, body: { displayName: 'Cove' } }));
    expect([error.status, Object.keys(error.modelState ?? {}).sort()]).toEqual([
      400,
      ['address', 'city', 'organizationId', 'responderType', 'state', 'zipCode'],
    ]);
  });

  test('to an organization that does not exist, or to change one that does not, is not found', async () => {
    expect(await refusal(upsert({ id: crypto.randomUUID() }))).toMatchObject({ status: 404 });
    id = crypto.randomUUID();
    expect(await refusal(upsert())).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
    expect(await refusal(client.carequality.entries({ params: { id } }))).toMatchObject({ status: 404 });
  });
});

describe('changing', () => {
  test('takes a loaded entry back as it is, and audits what differs', async () => {
    const added = await upsert({ legalName: 'Clinic Inc' });
    const changed = await upsert({ ...added, city: 'Tucson', purposeOfUseCodes: ['ANYTHING'] });
    expect(changed).toEqual({ ...added, city: 'Tucson', version: 2 });
    expect(await lastAudit(server, id)).toMatchObject({
      changes: { [`directory entry ${fields.organizationId}.city`]: { before: 'Phoenix', after: 'Tucson' } },
      version_checked: true,
    });
  });

  test('optional fields left out stay, and null empties them', async () => {
    const { id: entryId } = await upsert({ legalName: 'Clinic Inc', otherNames: ['Old'], parentOrgId: '1.2.3' });
    expect(await upsert({ id: entryId })).toMatchObject({ legalName: 'Clinic Inc', otherNames: ['Old'], version: 1 });
    const emptied = await upsert({ id: entryId, legalName: null, otherNames: [], parentOrgId: '' });
    expect(emptied).toMatchObject({ legalName: null, otherNames: [], parentOrgId: null, version: 2 });
  });

  test('activates and deactivates with the version', async () => {
    const added = await upsert();
    expect(await upsert({ ...added, isActive: false })).toMatchObject({ isActive: false, version: 2 });
    expect(await refusal(upsert({ ...added, isActive: true }))).toMatchObject({ code: 'E-VERSION-CONFLICT' });
    expect(await refusal(upsert({ id: added.id, isActive: true }, 1))).toMatchObject({ code: 'E-PRECONDITION-FAILED' });
    expect(await upsert({ id: added.id, isActive: true }, 2)).toMatchObject({ isActive: true, version: 3 });
  });

  test("another organization's entry is not found", async () => {
    const added = await upsert();
    id = (await client.organizations.create({ body: newOrganization() })).id;
    expect(await refusal(upsert({ id: added.id }))).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  });

  test('entries come by name', async () => {
    for (const displayName of ['beta', 'Alpha', 'Gamma']) await upsert({ displayName, organizationId: unusedOid() });
    expect((await list()).map(({ displayName }) => displayName)).toEqual(['Alpha', 'beta', 'Gamma']);
  });
});

test('a new entry prefilled from the organization is complete as soon as type and OID are chosen', async () => {
  const organization = await client.organizations.update({
    params: { id },
    body: {
      address: { street: '7 Elm Street', city: 'Mesa', state: 'AZ', zip: '85201' },
      carequality: { organizationOid: `urn:oid:${unusedOid()}`, responderType: 'GatewayMember' },
    },
  });
  const { responderType, ...entry } = directoryEntryFor(organization);
  expect(await upsert({ ...entry, responderType: responderType ?? 'DirectResponder' })).toMatchObject({
    displayName: organization.name,
    address: '7 Elm Street',
    responderType: 'GatewayMember',
  });
});

test('the demo data has complete entries, some of them read from the directory and changed since', async () => {
  const { rows } = await server.database.pool.query<{ id: string }>(
    'select distinct organization_id as id from directory_entries',
  );
  const lists = await Promise.all(rows.map((row) => client.carequality.entries({ params: row })));
  const all = lists.flatMap(({ items }) => items);
  expect(all.length).toBeGreaterThan(30);
  for (const entry of all) expect(directoryEntryProblems(entry), entry.displayName).toEqual({});
  const drifted = all.filter(({ driftedFields }) => driftedFields.length > 0);
  expect(drifted.length).toBeGreaterThan(2);
  expect(drifted[0]?.driftedFields).toEqual(['displayName', 'address']);
  expect(all.some(({ importedAt, driftedFields }) => importedAt !== null && driftedFields.length === 0)).toBe(true);
  expect(all.some(({ isParent }) => isParent)).toBe(true);
});

test('without participation nothing is added or activated, while changes and deactivation stay possible', async () => {
  const active = await upsert();
  const inactive = await upsert({ organizationId: unusedOid(), isActive: false });
  await participate(false);
  const off = { status: 409, code: 'E-CAREQUALITY-OFF' };
  expect(await refusal(upsert({ organizationId: unusedOid() }))).toMatchObject(off);
  expect(await refusal(upsert({ organizationId: unusedOid(), isActive: false }))).toMatchObject(off);
  expect(await refusal(upsert({ ...inactive, isActive: true }))).toMatchObject(off);
  expect(await upsert({ ...active, city: 'Tucson' })).toMatchObject({ city: 'Tucson', isActive: true });
  expect(await upsert({ id: active.id, organizationId: active.organizationId, isActive: false })).toMatchObject({
    isActive: false,
  });
  const call = client.carequality.importEntries({ params: { id }, body: { oids: ['1.2.3'], dryRun: true } });
  expect(await refusal(call)).toMatchObject(off);
  await participate(true);
  expect(await upsert({ id: inactive.id, organizationId: inactive.organizationId, isActive: true })).toMatchObject({
    isActive: true,
  });
});
