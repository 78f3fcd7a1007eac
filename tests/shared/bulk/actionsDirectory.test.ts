import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { newOrganization, refusal } from '../../server/areas/organizationBuilders.ts';
import { directoryOf, type FakeDirectory, organization, startDirectory } from '../../server/fhir/fakeDirectory.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { type ActionSetup, makesItsCalls, setupOf, takeBack } from './actionSetup.ts';

let server: TestApp;
let client: Client;
let fake: FakeDirectory;
const listed = '2.999.100';
const unlisted = '2.999.101';

beforeAll(async () => {
  fake = await startDirectory(() => undefined);
  server = await startApp({ env: { FHIR_DIRECTORY_URL: fake.url.href, FHIR_DIRECTORY_ALLOW_PRIVATE: 'true' } });
  client = server.client('SysAdmin');
});
beforeEach(() => {
  fake.answer = directoryOf([organization(listed)]);
});
afterAll(async () => {
  await server.close();
  await fake.close();
});

const participant = (carequality: Readonly<Record<string, unknown>> = {}) =>
  client.organizations.create({ body: newOrganization({ carequality: { isParticipating: true, ...carequality } }) });
const outsider = () =>
  client.organizations.create({ body: newOrganization({ carequality: { isParticipating: false } }) });
const entries = async (id: string) => (await client.carequality.entries({ params: { id } })).items;

const cells = {
  responder_type: 'DirectResponder',
  display_name: 'Lakeside Clinic',
  street: '1 Harbor Street',
  city: 'Tucson',
  state: 'AZ',
  zip: '85701',
} as const;

describe('directory.upsert', () => {
  let setup: ActionSetup;
  beforeAll(() => {
    setup = setupOf(server, 'directory.upsert');
  });

  test('adds an entry; undo deactivates it', async () => {
    const { id } = await participant();
    const row = { org_id: id, ...cells, organization_id: 'urn:oid:2.999.1', other_names: ['Lake', 'Shore'] };
    const { done, current } = await setup.run(row);
    expect(current).toBeUndefined();
    expect(await entries(id)).toMatchObject([
      { id: done.id, organizationId: '2.999.1', country: 'US', otherNames: ['Lake', 'Shore'], isActive: true },
    ]);
    expect(await setup.plan(row)).toMatchObject({ problems: [], changes: [] });
    await takeBack(server, setup, done);
    expect(await entries(id)).toMatchObject([{ id: done.id, isActive: false, displayName: 'Lakeside Clinic' }]);
  });

  test('changes the entry with the OID and keeps the values of blank cells; undo restores all', async () => {
    const { id } = await participant();
    const first = { ...cells, organization_id: '2.999.1', legal_name: 'Lakeside Inc.', parent_org_id: '2.999.9' };
    await setup.run({ org_id: id, ...first });
    const { done, changes } = await setup.run({
      org_id: id,
      ...cells,
      organization_id: '2.999.1',
      city: 'Phoenix',
      parent_org_id: null,
      other_names: ['Lake'],
    });
    expect(changes.map(({ column }) => column)).toEqual(['city', 'other_names', 'parent_org_id']);
    expect(await entries(id)).toMatchObject([
      { city: 'Phoenix', legalName: 'Lakeside Inc.', parentOrgId: null, otherNames: ['Lake'] },
    ]);
    const back = await takeBack(server, setup, done);
    expect(back?.values).toEqual(done.before?.values);
  });

  test('without an OID the row is about that of the organization', async () => {
    const { id } = await participant({ organizationOid: 'urn:oid:2.999.5' });
    await setup.run({ org_id: id, ...cells });
    expect(await entries(id)).toMatchObject([{ organizationId: '2.999.5' }]);
    await setup.run({ org_id: id, ...cells, display_name: 'Lakeside North' });
    expect(await entries(id)).toMatchObject([{ organizationId: '2.999.5', displayName: 'Lakeside North' }]);
    const bare = await participant();
    expect((await setup.plan({ org_id: bare.id, ...cells })).problems).toMatchObject([
      { column: 'organization_id', code: 'E-CELL-REQUIRED' },
    ]);
  });

  test('an entry named by its id gets another OID, unless another entry has it', async () => {
    const { id } = await participant();
    const { done } = await setup.run({ org_id: id, ...cells, organization_id: '2.999.1' });
    await setup.run({ org_id: id, ...cells, organization_id: '2.999.2' });
    await setup.run({ org_id: id, ...cells, entry_id: done.id, organization_id: '2.999.3' });
    const taken = { org_id: id, ...cells, entry_id: done.id, organization_id: '2.999.2' };
    const { current, problems, changes } = await setup.plan(taken);
    expect(problems).toMatchObject([{ column: 'organization_id', code: 'E-DIRECTORY-OID-TAKEN' }]);
    const call = setup.action.write(taken, current, changes, setup.context());
    expect((await refusal(call)).code).toBe('E-DIRECTORY-OID-TAKEN');
    expect((await setup.plan({ org_id: id, ...cells, entry_id: crypto.randomUUID() })).problems).toMatchObject([
      { column: 'entry_id', code: 'E-ROW-TARGET' },
    ]);
  });

  test('nothing is added to an organization that does not participate or does not exist', async () => {
    const { id } = await outsider();
    const row = { ...cells, organization_id: '2.999.1' };
    expect((await setup.plan({ org_id: id, ...row })).problems).toMatchObject([{ code: 'E-CAREQUALITY-OFF' }]);
    const call = setup.action.write({ org_id: id, ...row }, undefined, [], setup.context());
    expect((await refusal(call)).code).toBe('E-CAREQUALITY-OFF');
    expect((await setup.plan({ org_id: crypto.randomUUID(), ...row })).problems).toMatchObject([
      { column: 'org_id', code: 'E-ROW-TARGET' },
    ]);
  });

  test.each([
    ['an OID that is none', { organization_id: 'lakeside' }, 'organization_id'],
    ['itself as its parent', { organization_id: '2.999.1', parent_org_id: 'urn:oid:2.999.1' }, 'parent_org_id'],
    ['a state that is none', { organization_id: '2.999.1', country: 'US', state: 'ON' }, 'state'],
    ['a state that is none in the default country', { organization_id: '2.999.1', state: 'ON' }, 'state'],
    ['too many names', { organization_id: '2.999.1', other_names: Array.from({ length: 51 }, String) }, 'other_names'],
  ])('an entry with %s is refused at its column', async (_what, wrong, column) => {
    const { id } = await participant();
    const { problems } = await setup.plan({ org_id: id, ...cells, ...wrong });
    expect(problems.map((one) => one.column)).toEqual([column]);
  });

  test('an imported entry without an address cannot be restored', async () => {
    const { id } = await participant();
    fake.answer = directoryOf([organization(listed, { address: [] })]);
    await client.carequality.importEntries({ params: { id }, body: { oids: [listed] } });
    const { done } = await setup.run({ org_id: id, ...cells, organization_id: listed });
    const row = setup.reverse(done);
    expect('cannot' in row && row.cannot).toContain('street, city, state, zip');
  });

  test('makes the calls it lists', async () => {
    const { id } = await participant();
    const { done } = await setup.run({ org_id: id, ...cells, organization_id: '2.999.1' });
    const [match] = await setup.scanned(id);
    expect(match && setup.action.keyCells?.(match)).toEqual({ org_id: id, entry_id: done.id });
    expect(match?.values).toMatchObject({ ...cells, organization_id: '2.999.1', country: 'US' });
    makesItsCalls(setup);
  });
});

describe('directory.active', () => {
  let setup: ActionSetup;
  beforeAll(() => {
    setup = setupOf(server, 'directory.active');
  });
  const withEntry = async () => {
    const { id } = await participant();
    const body = {
      responderType: 'DirectResponder',
      organizationId: '2.999.1',
      displayName: 'Lakeside',
      address: '1 Harbor Street',
      city: 'Tucson',
      state: 'AZ',
      zipCode: '85701',
      legalName: 'Lakeside Inc.',
    } as const;
    return { id, entry: await client.carequality.upsertEntry({ params: { id }, body }) };
  };

  test('switches an entry named by its id or OID, keeps the other fields, and can be undone', async () => {
    const { id, entry } = await withEntry();
    const { done } = await setup.run({ org_id: id, entry_id: entry.id.toUpperCase(), active: false });
    expect(await entries(id)).toEqual([{ ...entry, isActive: false, version: 2 }]);
    const row = { org_id: id, entry_id: 'urn:oid:2.999.1', active: false };
    expect((await setup.plan(row)).changes).toEqual([]);
    await takeBack(server, setup, done);
    expect(await entries(id)).toMatchObject([{ isActive: true }]);
  });

  test('nothing is activated if the organization does not participate; deactivating stays possible', async () => {
    const { id, entry } = await withEntry();
    await client.organizations.update({ params: { id }, body: { carequality: { isParticipating: false } } });
    await setup.run({ org_id: id, entry_id: entry.id, active: false });
    const values = { org_id: id, entry_id: entry.id, active: true };
    const { current, problems, changes } = await setup.plan(values);
    expect(problems).toMatchObject([{ code: 'E-CAREQUALITY-OFF' }]);
    const call = setup.action.write(values, current, changes, setup.context());
    expect((await refusal(call)).code).toBe('E-CAREQUALITY-OFF');
  });

  test.each([
    ['without an address', []],
    ['with a state of more than two letters', [{ line: ['1 Harbor Street'], city: 'Tucson', state: 'Arizona' }]],
  ])('an imported entry %s is switched all the same; nothing else of it is sent or changed', async (_what, address) => {
    const { id } = await participant();
    fake.answer = directoryOf([organization(listed, { address })]);
    await client.carequality.importEntries({ params: { id }, body: { oids: [listed] } });
    const [entry] = await entries(id);
    const { done } = await setup.run({ org_id: id, entry_id: listed, active: false });
    expect(await entries(id)).toEqual([{ ...entry, isActive: false, version: 2, driftedFields: ['isActive'] }]);
    await takeBack(server, setup, done);
    expect(await entries(id)).toEqual([{ ...entry, version: 3 }]);
  });

  test('makes the calls it lists', async () => {
    const { id, entry } = await withEntry();
    const [match] = await setup.scanned(id);
    expect(match && setup.action.keyCells?.(match)).toEqual({ org_id: id, entry_id: entry.id });
    makesItsCalls(setup);
  });
});

describe('directory.import', () => {
  let setup: ActionSetup;
  beforeAll(() => {
    setup = setupOf(server, 'directory.import');
  });

  test('reads an entry from the directory; planning changes nothing', async () => {
    const { id } = await participant();
    const row = { org_id: id, oid: `urn:oid:${listed}` };
    expect(await setup.plan(row)).toMatchObject({ problems: [], changes: [] });
    expect(await entries(id)).toEqual([]);
    const { done } = await setup.run(row);
    expect(await entries(id)).toMatchObject([{ organizationId: listed }]);
    expect(setup.reverse(done)).toHaveProperty('cannot');
  });

  test('an OID that the directory does not list is refused by the plan, and by the write if it was removed in the meantime', async () => {
    const { id } = await participant();
    expect((await setup.plan({ org_id: id, oid: unlisted })).problems).toMatchObject([
      { column: 'oid', code: 'E-NOT-FOUND', message: 'The directory does not list this OID.' },
    ]);
    const { current } = await setup.plan({ org_id: id, oid: listed });
    fake.answer = directoryOf([]);
    const error = await refusal(setup.action.write({ org_id: id, oid: listed }, current, [], setup.context()));
    expect(error).toMatchObject({ code: 'E-NOT-FOUND', message: 'The directory does not list this OID.' });
  });

  test('an invalid OID and an organization that does not participate are refused', async () => {
    const { id } = await outsider();
    expect((await setup.plan({ org_id: id, oid: 'lakeside' })).problems).toMatchObject([{ column: 'oid' }]);
    expect((await setup.plan({ org_id: id, oid: listed })).problems).toMatchObject([{ code: 'E-CAREQUALITY-OFF' }]);
  });

  test('makes the calls it lists', async () => {
    const { id } = await participant();
    await setup.run({ org_id: id, oid: listed });
    const [match] = await setup.scanned(id);
    expect(match && setup.action.keyCells?.(match)).toEqual({ org_id: id, oid: listed });
    makesItsCalls(setup);
  });
});
