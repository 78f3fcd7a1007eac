import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Values } from '../../../shared/bulk/values.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { newOrganization, refusal } from '../../server/areas/organizationBuilders.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { type ActionSetup, makesItsCalls, setupOf, takeBack } from './actionSetup.ts';

let server: TestApp;
let client: Client;

beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
});
afterAll(() => server.close());

const create = (fields: Parameters<typeof newOrganization>[0] = {}) =>
  client.organizations.create({ body: newOrganization(fields) });

describe('service-accounts.limit', () => {
  test('sets the number, skips equal ones, can be undone, and makes the calls it lists', async () => {
    const setup = setupOf(server, 'service-accounts.limit');
    const { id, serviceAccountLimit: former } = await create();
    const { done, changes } = await setup.run({ org_id: id, count: 7 });
    expect(changes).toEqual([{ column: 'count', before: former, after: 7 }]);
    expect(await client.organizations.serviceAccountLimit({ params: { id } })).toEqual({ data: 7 });
    expect((await setup.plan({ org_id: id, count: 7 })).changes).toEqual([]);
    await takeBack(server, setup, done);
    expect(await client.organizations.serviceAccountLimit({ params: { id } })).toEqual({ data: former });
    expect((await setup.scanned(id)).map((match) => [setup.action.keyCells?.(match), match.values])).toEqual([
      [{ org_id: id }, { count: former }],
    ]);
    makesItsCalls(setup);
  });
});

describe('service-accounts.addresses', () => {
  let setup: ActionSetup;
  let row: { org_id: string; account_id: string };
  beforeAll(async () => {
    setup = setupOf(server, 'service-accounts.addresses');
    const { rows } = await server.database.pool.query<typeof row>(
      `select organization_id as org_id, id as account_id from service_accounts
       where cardinality(client_ip_addresses) = 2 order by id limit 1`,
    );
    const [match] = rows;
    if (match === undefined) throw new Error('The demo data has no account with two addresses.');
    row = match;
  });

  test('sets the number, and can be undone', async () => {
    const { done } = await setup.run({ ...row, count: 9 });
    expect((await setup.plan({ ...row, count: 9 })).changes).toEqual([]);
    const back = await takeBack(server, setup, done);
    expect(back?.values).toEqual(done.before?.values);
  });

  test('fewer than are registered are refused by the plan as by the server', async () => {
    const values = { ...row, count: 1 };
    const { current, problems, changes } = await setup.plan(values);
    const error = await refusal(setup.action.write(values, current, changes, setup.context()));
    expect(problems).toEqual([{ column: 'count', code: error.code, message: error.message }]);
  });

  test('an account of another organization is not found', async () => {
    const { id } = await create();
    expect(await setup.action.read({ ...row, org_id: id, count: 9 }, setup.context())).toBeUndefined();
    const nowhere = { ...row, org_id: crypto.randomUUID(), count: 9 };
    expect(await setup.action.read(nowhere, setup.context())).toBeUndefined();
  });

  test('makes the calls it lists', async () => {
    const cells = (await setup.scanned(row.org_id)).map((match) => setup.action.keyCells?.(match));
    expect(cells).toContainEqual(row);
    makesItsCalls(setup);
  });
});

const oidsOf = async (id: string) =>
  (await client.carequality.oids({ params: { id } })).items.map(({ value, isDefault }) => [value, isDefault]);
const addOid = (id: string, value: string, isDefault = false) =>
  client.carequality.addOid({ params: { id }, body: { value, isDefault } });

describe('oids.add', () => {
  let setup: ActionSetup;
  beforeAll(() => {
    setup = setupOf(server, 'oids.add');
  });

  test('adds an OID; undo deletes it', async () => {
    const { id } = await create();
    const { done, consequences } = await setup.run({ org_id: id, value: ' 2.999.1 ' });
    expect(consequences).toEqual([]);
    expect(await oidsOf(id)).toEqual([['2.999.1', false]]);
    expect(await takeBack(server, setup, done)).toBeUndefined();
    expect(await oidsOf(id)).toEqual([]);
  });

  test('counts defaults that move; the first default moves nothing', async () => {
    const { id } = await create();
    const first = await setup.run({ org_id: id, value: '2.999.1', is_default: true });
    const second = await setup.run({ org_id: id, value: '2.999.2', is_default: true });
    expect([first.consequences, second.consequences]).toEqual([[], [{ kind: 'default-moves', count: 1 }]]);
    expect(await oidsOf(id)).toEqual([
      ['2.999.2', true],
      ['2.999.1', false],
    ]);
  });

  test('an existing OID with the same value is valid, one in another notation is an error', async () => {
    const { id } = await create();
    await addOid(id, '2.999.1');
    expect(await setup.plan({ org_id: id, value: '2.999.1' })).toMatchObject({ problems: [], changes: [] });
    const others: Values[] = [{ value: 'urn:oid:2.999.1' }, { value: '2.999.1', is_default: true }];
    for (const cells of others) {
      const { problems } = await setup.plan({ org_id: id, ...cells });
      expect(problems).toMatchObject([{ column: 'value', code: 'E-OID-TAKEN' }]);
    }
    const call = setup.action.write({ org_id: id, value: 'urn:oid:2.999.1' }, undefined, [], setup.context());
    expect((await refusal(call)).code).toBe('E-OID-TAKEN');
  });

  test('a missing organization is refused by the plan', async () => {
    const { problems } = await setup.plan({ org_id: crypto.randomUUID(), value: '2.999.1' });
    expect(problems).toMatchObject([{ column: 'org_id', code: 'E-ROW-TARGET' }]);
  });

  test('makes the calls it lists', () => makesItsCalls(setup));
});

describe('oids.update', () => {
  let setup: ActionSetup;
  beforeAll(() => {
    setup = setupOf(server, 'oids.update');
  });

  test('changes the value of an OID named by its id or its value, and can be undone', async () => {
    const { id } = await create();
    const oid = await addOid(id, '2.999.1', true);
    const { done } = await setup.run({ org_id: id, oid_id: oid.id.toUpperCase(), value: '2.999.2' });
    expect(await oidsOf(id)).toEqual([['2.999.2', true]]);
    await takeBack(server, setup, done);
    expect(await oidsOf(id)).toEqual([['2.999.1', true]]);
    const named = { org_id: id, oid_id: 'urn:oid:2.999.1', value: '2.999.3' };
    await setup.run(named);
    // Carried out, it is found by its new value.
    expect(await setup.plan(named)).toMatchObject({ problems: [], changes: [] });
  });

  test('a value that another OID has is refused by the plan', async () => {
    const { id } = await create();
    const oid = await addOid(id, '2.999.1');
    await addOid(id, 'urn:oid:2.999.2');
    const values = { org_id: id, oid_id: oid.id, value: '2.999.2' };
    const { current, problems, changes } = await setup.plan(values);
    expect(problems).toMatchObject([{ column: 'value', code: 'E-OID-TAKEN' }]);
    const call = setup.action.write(values, current, changes, setup.context());
    expect((await refusal(call)).code).toBe('E-OID-TAKEN');
  });

  test('an id that names no OID of the organization is read as nothing', async () => {
    const { id } = await create();
    await addOid(id, '2.999.2');
    const values = { org_id: id, oid_id: crypto.randomUUID(), value: '2.999.2' };
    expect(await setup.action.read(values, setup.context())).toBeUndefined();
  });

  test('makes the calls it lists', async () => {
    const { id } = await create();
    const oid = await addOid(id, '2.999.1');
    const [match] = await setup.scanned(id);
    expect(match && setup.action.keyCells?.(match)).toEqual({ org_id: id, oid_id: oid.id });
    makesItsCalls(setup);
  });
});

describe('oids.delete', () => {
  let setup: ActionSetup;
  beforeAll(() => {
    setup = setupOf(server, 'oids.delete');
  });

  test('deletes an OID; undo adds it again as the default', async () => {
    const { id } = await create();
    await addOid(id, '2.999.1', true);
    const row = { org_id: id, value: 'urn:oid:2.999.1' };
    const { done } = await setup.run(row);
    expect(await oidsOf(id)).toEqual([]);
    expect(await setup.plan(row)).toMatchObject({ current: undefined, problems: [] });
    await takeBack(server, setup, done);
    expect(await oidsOf(id)).toEqual([['2.999.1', true]]);
  });

  test('is refused if another user changed the OID since it was read', async () => {
    const { id } = await create();
    const oid = await addOid(id, '2.999.1');
    const values = { org_id: id, value: oid.id };
    const { current } = await setup.plan(values);
    await client.carequality.updateOid({ params: { id }, body: { id: oid.id, isDefault: true } });
    const error = await refusal(setup.action.write(values, current, [], setup.context()));
    expect(error.code).toBe('E-PRECONDITION-FAILED');
  });

  test('a missing organization is an error, a missing OID is not', async () => {
    const { problems } = await setup.plan({ org_id: crypto.randomUUID(), value: '2.999.1' });
    expect(problems).toMatchObject([{ column: 'org_id', code: 'E-ROW-TARGET' }]);
  });

  test('makes the calls it lists', async () => {
    const { id } = await create();
    await addOid(id, '2.999.1');
    const [match] = await setup.scanned(id);
    expect(match && setup.action.keyCells?.(match)).toEqual({ org_id: id, value: '2.999.1' });
    makesItsCalls(setup);
  });
});

describe('oids.default', () => {
  let setup: ActionSetup;
  beforeAll(() => {
    setup = setupOf(server, 'oids.default');
  });

  test('moves the default, and undo restores the former one', async () => {
    const { id } = await create();
    await addOid(id, '2.999.1', true);
    await addOid(id, 'urn:oid:2.999.2');
    const row = { org_id: id, value: '2.999.2' };
    const { done, consequences } = await setup.run(row);
    expect(consequences).toEqual([{ kind: 'default-moves', count: 1 }]);
    expect(await setup.plan(row)).toMatchObject({ changes: [], consequences: [] });
    expect(setup.reverse(done)).toMatchObject({ values: { value: '2.999.1', is_default: true } });
    await takeBack(server, setup, done);
    expect(await oidsOf(id)).toEqual([
      ['2.999.1', true],
      ['urn:oid:2.999.2', false],
    ]);
  });

  test('undo sets no default if there was none', async () => {
    const { id } = await create();
    await addOid(id, '2.999.1');
    const { done, consequences } = await setup.run({ org_id: id, value: '2.999.1', is_default: true });
    expect(consequences).toEqual([]);
    await takeBack(server, setup, done);
    expect(await oidsOf(id)).toEqual([['2.999.1', false]]);
  });

  test('clears the flag, and undo sets it again', async () => {
    const { id } = await create();
    await addOid(id, '2.999.1', true);
    await addOid(id, '2.999.2');
    const { done } = await setup.run({ org_id: id, value: '2.999.1', is_default: false });
    expect(await oidsOf(id)).toEqual([
      ['2.999.1', false],
      ['2.999.2', false],
    ]);
    await takeBack(server, setup, done);
    expect(await oidsOf(id)).toContainEqual(['2.999.1', true]);
    // One that is no default anyway: nothing to do, whatever the default is.
    expect((await setup.plan({ org_id: id, value: '2.999.2', is_default: false })).changes).toEqual([]);
  });

  test('makes the calls it lists', async () => {
    const { id } = await create();
    await addOid(id, '2.999.1');
    await addOid(id, '2.999.2', true);
    const match = await setup.scanned(id);
    expect(match.map((one) => setup.action.keyCells?.(one))).toEqual([
      { org_id: id, value: '2.999.2', is_default: true },
    ]);
    makesItsCalls(setup);
  });
});
