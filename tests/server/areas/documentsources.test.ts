import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { asOwner } from '../../support/database/databases.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { lastAudit, newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;

beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
});
afterAll(() => server.close());

const organization = async (fields: Record<string, unknown> = {}) => {
  const created = await client.organizations.create({ body: { ...newOrganization(), ...fields } });
  return { id: created.id, name: created.name, domain: `${created.subdomain}.direct.carepost.example` };
};

const addDirect = (organizationId: string, address: string, displayName = 'Records') =>
  client.documentsources.create({ body: { organizationId, type: 'DirectMessaging', address, displayName } });

let numbers = 0;
const addFax = (organizationId: string, address = `(603) 555-0${String(100 + ++numbers)}`) =>
  client.documentsources.create({ body: { organizationId, type: 'fax', address, displayName: 'Front desk' } });

describe('a new direct address', () => {
  test('is kept in lower case, works at once and is in the history of its organization', async () => {
    const { id, name, domain } = await organization();
    const created = await addDirect(id, ` Front.Desk@${domain.toUpperCase()} `);
    expect(created).toMatchObject({
      organizationId: id,
      organizationName: name,
      type: 'DirectMessaging',
      directAddressType: 'direct',
      address: `front.desk@${domain}`,
      status: 1,
      isEnabled: true,
      version: 1,
    });
    expect(await client.documentsources.get({ params: { id: created.id } })).toEqual(created);
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'documentsources.create',
      changes: { [`direct address front.desk@${domain}.displayName`]: { before: null, after: 'Records' } },
    });
  });

  test.each([
    ['a b', 'Direct Address contains invalid character.'],
    ['a..b', "Direct Address can't have consecutive period character."],
    ['.a', "Direct Address can't start or end with period character."],
    ['a.', "Direct Address can't start or end with period character."],
    ['x'.repeat(65), 'Enter a direct address such as records@clinic.direct.example.org.'],
  ])('is refused where its name is %s', async (name, text) => {
    const { id, domain } = await organization();
    expect(await refusal(addDirect(id, `${name}@${domain}`))).toMatchObject({
      status: 400,
      code: 'E-REQUEST-INVALID',
      modelState: { address: [text] },
    });
  });

  test('lies at a domain of its organization', async () => {
    const { id } = await organization();
    const other = await organization();
    for (const domain of [other.domain, 'elsewhere.example.org']) {
      expect(await refusal(addDirect(id, `records@${domain}`))).toMatchObject({
        status: 400,
        code: 'E-ADDRESS-DOMAIN',
      });
    }
    await client.organizations.addDomain({ params: { id }, body: { domain: 'Elsewhere.Example.org' } });
    expect(await addDirect(id, 'records@elsewhere.example.org')).toMatchObject({ organizationId: id });
  });

  test('is refused while direct messaging is off', async () => {
    const { id, domain } = await organization({ direct: { isEnabled: false } });
    expect(await refusal(addDirect(id, `records@${domain}`))).toMatchObject({ status: 409, code: 'E-DIRECT-OFF' });
  });

  test('names records that exist', async () => {
    const { id, domain } = await organization();
    const { items } = await client.documentsources.providers({ query: { type: 'fax' } });
    const body = { organizationId: id, type: 'DirectMessaging', address: `a@${domain}`, displayName: 'A' };
    const wrong = [
      [{ ...body, organizationId: crypto.randomUUID() }, 'organizationId'],
      [{ ...body, providerId: crypto.randomUUID() }, 'providerId'],
      [{ ...body, providerId: items[0]?.id ?? '' }, 'providerId'],
    ] as const;
    for (const [input, field] of wrong) {
      expect(await refusal(client.documentsources.create({ body: input }))).toMatchObject({
        status: 400,
        code: 'E-ORG-REFERENCE',
        modelState: { [field]: ['There is no such record.'] },
      });
    }
  });

  test('never goes beyond the limit, however many are added at once', async () => {
    const { id, domain } = await organization({ direct: { maxAddresses: 7 } });
    const calls = Array.from({ length: 50 }, (_, turn) =>
      addDirect(id, `desk${turn}@${domain}`).then(() => 201, status),
    );
    const statuses = await Promise.all(calls);
    expect(statuses.filter((code) => code === 201)).toHaveLength(7);
    expect(statuses.filter((code) => code === 409)).toHaveLength(43);
    const { totalCount } = await client.documentsources.list({ query: { organizationId: id } });
    expect(totalCount).toBe(7);
  });

  test('that many want at once goes to one of them', async () => {
    const { id, domain } = await organization();
    const calls = Array.from({ length: 50 }, () => addDirect(id, `wanted@${domain}`).then(() => 201, status));
    const statuses = await Promise.all(calls);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
    expect(await refusal(addDirect(id, `WANTED@${domain}`))).toMatchObject({
      code: 'E-ADDRESS-TAKEN',
      modelState: { address: ['This address is already in use.'] },
    });
  });
});

const status = (error: unknown): number => {
  if (error instanceof Error && 'status' in error && typeof error.status === 'number') return error.status;
  throw error;
};

describe('a fax number', () => {
  test('is kept as digits and starts in provisioning', async () => {
    const { id } = await organization();
    expect(await addFax(id, '1 (603) 555-0177')).toMatchObject({
      type: 'Fax',
      directAddressType: 'fax',
      address: '6035550177',
      status: 0,
    });
    const exists = (val: string) => client.documentsources.exists({ query: { val } });
    expect(await Promise.all([exists('1-603-555-0177'), exists('16035550177'), exists('16035550178')])).toEqual([
      true,
      true,
      false,
    ]);
    expect(await refusal(addFax(id, '555-0177'))).toMatchObject({
      modelState: { address: ['Enter a valid fax number with 10 to 13 digits.'] },
    });
  });

  test('goes from status to status as its rules say', async () => {
    const { id } = await organization();
    const number = await addFax(id);
    const to = (next: number) =>
      client.documentsources.setFaxStatus({ params: { id: number.id }, body: { status: next } });
    expect(await refusal(to(3))).toMatchObject({
      status: 409,
      code: 'E-FAX-STATUS',
      message: 'A fax number that is Provisioning can become Activated or Failed.',
    });
    for (const next of [1, 2, 5, 0, 5, 3, 4]) expect(await to(next)).toMatchObject({ status: next });
    expect(await lastAudit(server, id)).toMatchObject({
      changes: { [`fax number ${number.address}.status`]: { before: 'Pending Deletion', after: 'Deleted' } },
    });
    expect(await to(4)).toMatchObject({ status: 4, version: 8 });
    expect(await refusal(to(0))).toMatchObject({ message: 'A fax number that is Deleted keeps that status.' });
    const activate = client.documentsources.activate({ params: { id: number.id } });
    expect(await refusal(activate)).toMatchObject({ status: 409, code: 'E-FAX-STATUS' });
  });

  test('is activated out of provisioning', async () => {
    const number = await addFax((await organization()).id);
    const activate = () => client.documentsources.activate({ params: { id: number.id } });
    expect(await activate()).toMatchObject({ status: 1, version: 2 });
    expect(await activate()).toMatchObject({ status: 1, version: 2 });
  });

  test('alone has a fax status', async () => {
    const { id, domain } = await organization();
    const { id: sourceId } = await addDirect(id, `records@${domain}`);
    const call = client.documentsources.setFaxStatus({ params: { id: sourceId }, body: { status: 1 } });
    expect(await refusal(call)).toMatchObject({ code: 'E-FAX-STATUS' });
  });

  test('belongs to a fax account of its own organization', async () => {
    const [local, other] = [await organization(), await organization()];
    const account = { organizationId: local.id, accountNumber: 'DS-1', displayName: 'Mine' };
    const saved = await client.fax.saveEfax({ body: account });
    const body = { type: 'Fax', address: '6035550999', displayName: 'Desk', faxAccountId: saved.id };
    const foreign = client.documentsources.create({ body: { ...body, organizationId: other.id } });
    expect(await refusal(foreign)).toMatchObject({ code: 'E-ORG-REFERENCE' });
    const added = await client.documentsources.create({ body: { ...body, organizationId: local.id } });
    expect(added).toMatchObject({ faxAccountId: saved.id, providerName: 'eFax' });
    await client.fax.saveEfax({ body: { ...account, isEnabled: false } });
    const off = client.documentsources.create({ body: { ...body, address: '6035550998', organizationId: local.id } });
    expect(await refusal(off)).toMatchObject({ status: 409, code: 'E-FAX-ACCOUNT-OFF' });
  });
});

describe('a document source', () => {
  test('changes its name, provider and use, but only as it was loaded', async () => {
    const { id, domain } = await organization();
    const created = await addDirect(id, `records@${domain}`);
    const { items } = await client.documentsources.providers({ query: { type: 'DirectMessaging' } });
    const params = { id: created.id };
    const expected = { displayName: 'New name', providerId: items[0]?.id ?? null, isEnabled: false };
    const changed = await client.documentsources.update({ params, body: { ...created, ...expected, version: 1 } });
    expect(changed).toMatchObject({ ...expected, providerName: items[0]?.name, address: created.address, version: 2 });
    const stale = { displayName: 'Too late', version: 1 };
    expect(await refusal(client.documentsources.update({ params, body: stale }))).toMatchObject({
      status: 409,
      code: 'E-VERSION-CONFLICT',
    });
    const ifMatch = client.documentsources.update({ params, body: { displayName: 'Too late' } }, { ifMatch: 1 });
    expect(await refusal(ifMatch)).toMatchObject({ status: 412, code: 'E-PRECONDITION-FAILED' });
    expect(await client.documentsources.update({ params, body: expected })).toMatchObject({ version: 2 });
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'documentsources.update',
      changes: {},
      version_checked: false,
    });
  });

  test('cannot be switched on again while direct messaging is off', async () => {
    const { id, domain } = await organization();
    const { id: sourceId } = await addDirect(id, `records@${domain}`);
    const params = { id: sourceId };
    await client.documentsources.update({ params, body: { isEnabled: false } });
    await client.organizations.update({ params: { id }, body: { direct: { isEnabled: false } } });
    const on = client.documentsources.update({ params, body: { isEnabled: true } });
    expect(await refusal(on)).toMatchObject({ status: 409, code: 'E-DIRECT-OFF' });
    expect(await refusal(client.documentsources.activate({ params }))).toMatchObject({ code: 'E-DIRECT-OFF' });
  });

  test('is deleted once, and its address is free again', async () => {
    const { id, domain } = await organization();
    const created = await addDirect(id, `records@${domain}`);
    const params = { id: created.id };
    expect(await refusal(client.documentsources.delete({ params }, { ifMatch: 9 }))).toMatchObject({ status: 412 });
    await client.documentsources.delete({ params });
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'documentsources.delete',
      changes: { [`direct address ${created.address}.displayName`]: { before: 'Records', after: null } },
    });
    for (const call of [
      () => client.documentsources.delete({ params }),
      () => client.documentsources.get({ params }),
      () => client.documentsources.activate({ params }),
    ]) {
      expect(await refusal(call())).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
    }
    expect(await addDirect(id, created.address)).toMatchObject({ address: created.address });
  });

  test('is not changed where the deed cannot be written down', async () => {
    const { id, domain } = await organization();
    await asOwner(server.database, 'alter table audit_entries rename to audit_entries_away');
    try {
      expect(await refusal(addDirect(id, `records@${domain}`))).toMatchObject({ status: 503 });
    } finally {
      await asOwner(server.database, 'alter table audit_entries_away rename to audit_entries');
    }
    expect((await client.documentsources.list({ query: { organizationId: id } })).totalCount).toBe(0);
  });
});

describe('the list', () => {
  test('has pages by address with the exact total, narrowed by type, organization and text', async () => {
    const { id, name, domain } = await organization({ name: 'Zebra 100% Clinic' });
    for (const bulkContext of ['c', 'a', 'b']) await addDirect(id, `${bulkContext}@${domain}`, `Desk_${bulkContext}`);
    const fax = await addFax(id, '(603) 555-0644');
    const list = async (query: Record<string, unknown>) => {
      const page = await client.documentsources.list({ query: { organizationId: id, ...query } });
      return [page.items.map(({ address }) => address), page.totalCount];
    };
    const at = (...contexts: string[]) => contexts.map((bulkContext) => `${bulkContext}@${domain}`);
    expect(await list({ type: 'DirectMessaging' })).toEqual([at('a', 'b', 'c'), 3]);
    expect(await list({ type: 'DirectMessaging', sortDir: 'desc', pageSize: 2 })).toEqual([at('c', 'b'), 3]);
    expect(await list({ type: 'DirectMessaging', pageSize: 2, pageNumber: 2 })).toEqual([at('c'), 3]);
    expect(await list({ type: 'fax' })).toEqual([[fax.address], 1]);
    expect(await list({ search: '603-555-0644' })).toEqual([[fax.address], 1]);
    expect(await list({ search: 'DESK_b' })).toEqual([at('b'), 1]);
    expect(await list({ search: 'desk%' })).toEqual([[], 0]);
    expect(
      (await client.documentsources.list({ query: { search: '100% c' } })).items.map((item) => item.organizationName),
    ).toEqual(Array.from({ length: 4 }, () => name));
  });

  test('is found by the new name of a renamed organization alone', async () => {
    const { id, domain } = await organization({ name: 'Quagga Clinic' });
    await addDirect(id, `a@${domain}`);
    const total = async (search: string) => (await client.documentsources.list({ query: { search } })).totalCount;
    expect([await total('quagga'), await total('okapi')]).toEqual([1, 0]);
    const { version } = await client.organizations.get({ params: { id } });
    await client.organizations.update({ params: { id }, body: { name: 'Okapi Clinic', version } });
    await addDirect(id, `b@${domain}`);
    expect([await total('quagga'), await total('OKAPI clinic')]).toEqual([0, 2]);
  });

  test('of providers is narrowed by type', async () => {
    const page = await client.documentsources.providers({ query: { type: 'fax' } });
    expect(page).toMatchObject({
      totalCount: 2,
      items: [{ name: 'eFax' }, { name: 'WestFax' }],
    });
    expect((await client.documentsources.providers({ query: { pageSize: 2 } })).items).toHaveLength(2);
  });
});
