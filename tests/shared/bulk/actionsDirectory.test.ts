import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { newOrganization, refusal } from '../../server/areas/organizationBuilders.ts';
import { directoryOf, type FakeDirectory, organization, startDirectory } from '../../server/fhir/fakeDirectory.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { type ActionStage, makesItsCalls, stageOf, takeBack } from './actionStage.ts';

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
  let stage: ActionStage;
  beforeAll(() => {
    stage = stageOf(server, 'directory.upsert');
  });

  test('adds an entry, which becomes inactive when it is taken back', async () => {
    const { id } = await participant();
    const row = { org_id: id, ...cells, organization_id: 'urn:oid:2.999.1', other_names: ['Lake', 'Shore'] };
    const { done, current } = await stage.run(row);
    expect(current).toBeUndefined();
    expect(await entries(id)).toMatchObject([
      { id: done.id, organizationId: '2.999.1', country: 'US', otherNames: ['Lake', 'Shore'], isActive: true },
    ]);
    expect(await stage.plan(row)).toMatchObject({ problems: [], changes: [] });
    await takeBack(server, stage, done);
    expect(await entries(id)).toMatchObject([{ id: done.id, isActive: false, displayName: 'Lakeside Clinic' }]);
  });

  test('changes the entry with the OID and leaves blank cells as they are; taken back all is as before', async () => {
    const { id } = await participant();
    const first = { ...cells, organization_id: '2.999.1', legal_name: 'Lakeside Inc.', parent_org_id: '2.999.9' };
    await stage.run({ org_id: id, ...first });
    const { done, changes } = await stage.run({
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
    const back = await takeBack(server, stage, done);
    expect(back?.values).toEqual(done.before?.values);
  });

  test('without an OID the row is about that of the organization', async () => {
    const { id } = await participant({ organizationOid: 'urn:oid:2.999.5' });
    await stage.run({ org_id: id, ...cells });
    expect(await entries(id)).toMatchObject([{ organizationId: '2.999.5' }]);
    await stage.run({ org_id: id, ...cells, display_name: 'Lakeside North' });
    expect(await entries(id)).toMatchObject([{ organizationId: '2.999.5', displayName: 'Lakeside North' }]);
    const bare = await participant();
    expect((await stage.plan({ org_id: bare.id, ...cells })).problems).toMatchObject([
      { column: 'organization_id', code: 'E-CELL-REQUIRED' },
    ]);
  });

  test('an entry named by its id gets another OID, unless another entry has it', async () => {
    const { id } = await participant();
    const { done } = await stage.run({ org_id: id, ...cells, organization_id: '2.999.1' });
    await stage.run({ org_id: id, ...cells, organization_id: '2.999.2' });
    await stage.run({ org_id: id, ...cells, entry_id: done.id, organization_id: '2.999.3' });
    const taken = { org_id: id, ...cells, entry_id: done.id, organization_id: '2.999.2' };
    const { current, problems, changes } = await stage.plan(taken);
    expect(problems).toMatchObject([{ column: 'organization_id', code: 'E-DIRECTORY-OID-TAKEN' }]);
    const call = stage.action.write(taken, current, changes, stage.context());
    expect((await refusal(call)).code).toBe('E-DIRECTORY-OID-TAKEN');
    expect((await stage.plan({ org_id: id, ...cells, entry_id: crypto.randomUUID() })).problems).toMatchObject([
      { column: 'entry_id', code: 'E-ROW-TARGET' },
    ]);
  });

  test('nothing is added to an organization that does not take part, or is not there', async () => {
    const { id } = await outsider();
    const row = { ...cells, organization_id: '2.999.1' };
    expect((await stage.plan({ org_id: id, ...row })).problems).toMatchObject([{ code: 'E-CAREQUALITY-OFF' }]);
    const call = stage.action.write({ org_id: id, ...row }, undefined, [], stage.context());
    expect((await refusal(call)).code).toBe('E-CAREQUALITY-OFF');
    expect((await stage.plan({ org_id: crypto.randomUUID(), ...row })).problems).toMatchObject([
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
    const { problems } = await stage.plan({ org_id: id, ...cells, ...wrong });
    expect(problems.map((one) => one.column)).toEqual([column]);
  });

  test('an imported entry without an address cannot be given it back', async () => {
    const { id } = await participant();
    fake.answer = directoryOf([organization(listed, { address: [] })]);
    await client.carequality.importEntries({ params: { id }, body: { oids: [listed] } });
    const { done } = await stage.run({ org_id: id, ...cells, organization_id: listed });
    const row = stage.reverse(done);
    expect('cannot' in row && row.cannot).toContain('street, city, state, zip');
  });

  test('makes the calls it lists', async () => {
    const { id } = await participant();
    const { done } = await stage.run({ org_id: id, ...cells, organization_id: '2.999.1' });
    const [found] = await stage.scanned(id);
    expect(found && stage.action.keyCells?.(found)).toEqual({ org_id: id, entry_id: done.id });
    expect(found?.values).toMatchObject({ ...cells, organization_id: '2.999.1', country: 'US' });
    makesItsCalls(stage);
  });
});

describe('directory.active', () => {
  let stage: ActionStage;
  beforeAll(() => {
    stage = stageOf(server, 'directory.active');
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

  test('switches an entry named by its id or OID, leaves the rest, and goes back', async () => {
    const { id, entry } = await withEntry();
    const { done } = await stage.run({ org_id: id, entry_id: entry.id.toUpperCase(), active: false });
    expect(await entries(id)).toEqual([{ ...entry, isActive: false, version: 2 }]);
    const row = { org_id: id, entry_id: 'urn:oid:2.999.1', active: false };
    expect((await stage.plan(row)).changes).toEqual([]);
    await takeBack(server, stage, done);
    expect(await entries(id)).toMatchObject([{ isActive: true }]);
  });

  test('nothing is activated where the organization does not take part; switching off stays possible', async () => {
    const { id, entry } = await withEntry();
    await client.organizations.update({ params: { id }, body: { carequality: { isParticipating: false } } });
    await stage.run({ org_id: id, entry_id: entry.id, active: false });
    const values = { org_id: id, entry_id: entry.id, active: true };
    const { current, problems, changes } = await stage.plan(values);
    expect(problems).toMatchObject([{ code: 'E-CAREQUALITY-OFF' }]);
    const call = stage.action.write(values, current, changes, stage.context());
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
    const { done } = await stage.run({ org_id: id, entry_id: listed, active: false });
    expect(await entries(id)).toEqual([{ ...entry, isActive: false, version: 2, driftedFields: ['isActive'] }]);
    await takeBack(server, stage, done);
    expect(await entries(id)).toEqual([{ ...entry, version: 3 }]);
  });

  test('makes the calls it lists', async () => {
    const { id, entry } = await withEntry();
    const [found] = await stage.scanned(id);
    expect(found && stage.action.keyCells?.(found)).toEqual({ org_id: id, entry_id: entry.id });
    makesItsCalls(stage);
  });
});

describe('directory.import', () => {
  let stage: ActionStage;
  beforeAll(() => {
    stage = stageOf(server, 'directory.import');
  });

  test('reads an entry from the directory; planning changes nothing', async () => {
    const { id } = await participant();
    const row = { org_id: id, oid: `urn:oid:${listed}` };
    expect(await stage.plan(row)).toMatchObject({ problems: [], changes: [] });
    expect(await entries(id)).toEqual([]);
    const { done } = await stage.run(row);
    expect(await entries(id)).toMatchObject([{ organizationId: listed }]);
    expect(stage.reverse(done)).toHaveProperty('cannot');
  });

  test('an OID the directory does not list is found while planning, and refused when it went meanwhile', async () => {
    const { id } = await participant();
    expect((await stage.plan({ org_id: id, oid: unlisted })).problems).toMatchObject([
      { column: 'oid', code: 'E-NOT-FOUND', message: 'The directory does not list this OID.' },
    ]);
    const { current } = await stage.plan({ org_id: id, oid: listed });
    fake.answer = directoryOf([]);
    const error = await refusal(stage.action.write({ org_id: id, oid: listed }, current, [], stage.context()));
    expect(error).toMatchObject({ code: 'E-NOT-FOUND', message: 'The directory does not list this OID.' });
  });

  test('what is no OID, and an organization that does not take part, are refused', async () => {
    const { id } = await outsider();
    expect((await stage.plan({ org_id: id, oid: 'lakeside' })).problems).toMatchObject([{ column: 'oid' }]);
    expect((await stage.plan({ org_id: id, oid: listed })).problems).toMatchObject([{ code: 'E-CAREQUALITY-OFF' }]);
  });

  test('makes the calls it lists', async () => {
    const { id } = await participant();
    await stage.run({ org_id: id, oid: listed });
    const [found] = await stage.scanned(id);
    expect(found && stage.action.keyCells?.(found)).toEqual({ org_id: id, oid: listed });
    makesItsCalls(stage);
  });
});
