import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
const get = (id: string) => client.organizations.get({ params: { id } });
const rows = async (text: string, values: unknown[] = []) =>
  (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;

describe('orgs.delete', () => {
  let setup: ActionSetup;
  beforeAll(() => {
    setup = setupOf(server, 'orgs.delete');
  });

  test('deletes by id and name, and counts the deleted parts', async () => {
    const { id, name } = await create({ carequality: { isParticipating: true } });
    for (const value of ['2.999.1', '2.999.2']) await client.carequality.addOid({ params: { id }, body: { value } });
    const impact = await client.organizations.deleteImpact({ params: { id } });
    const { consequences, done } = await setup.run({ id, expected_name: name });
    expect(impact.alternateOids).toBe(2);
    expect(consequences).toEqual([{ kind: 'goes-with-it', count: 2 }]);
    expect(await setup.action.read({ id }, setup.context())).toBeUndefined();
    expect(await rows('select 1 from alternate_oids where organization_id = $1', [id])).toEqual([]);
    expect(setup.reverse(done)).toHaveProperty('cannot');
    expect(await setup.plan({ id, expected_name: name })).toMatchObject({ current: undefined, problems: [] });
  });

  test('a name that differs from the expected one prevents the deletion', async () => {
    const { id, name } = await create();
    const { problems } = await setup.plan({ id, expected_name: `${name}x` });
    expect(problems).toMatchObject([{ column: 'expected_name', code: 'E-ROW-NAME' }]);
    expect(problems[0]?.message).toContain(name);
  });

  test('is refused if another user changed the organization since it was read', async () => {
    const { id, name } = await create();
    const values = { id, expected_name: name };
    const { current } = await setup.plan(values);
    await client.organizations.update({ params: { id }, body: { phone: '520-555-0199' } });
    const error = await refusal(setup.action.write(values, current, [], setup.context()));
    expect(error.code).toBe('E-PRECONDITION-FAILED');
  });

  test('makes the calls it lists', async () => {
    const { id } = await create({ name: 'Scan Delete' });
    const [match] = await setup.scanned('Scan Delete');
    expect(match && setup.action.keyCells?.(match)).toEqual({ id, expected_name: 'Scan Delete' });
    makesItsCalls(setup);
  });
});

describe('orgs.features', () => {
  let setup: ActionSetup;
  let features: string[];
  beforeAll(async () => {
    setup = setupOf(server, 'orgs.features');
    const { items } = await client.features.list();
    features = items.filter((one) => one.isEnabled && one.isOrganizationFeature).map(({ id }) => id);
    expect(features.length).toBeGreaterThan(2);
  });
  const enabled = async (id: string) => [...(await get(id)).enabledFeatures].sort();

  test('adds and removes features, keeps the others, and can be undone', async () => {
    const [one = '', two = '', three = ''] = features;
    const { id } = await create({ enabledFeatures: [one, two] });
    const { done, changes } = await setup.run({ id, add: [three, one, three], remove: [two] });
    expect(changes).toEqual([
      { column: three, before: null, after: true },
      { column: two, before: true, after: null },
    ]);
    expect(await enabled(id)).toEqual([one, three].sort());
    expect(await setup.plan({ id, add: [three] })).toMatchObject({ changes: [] });
    await takeBack(server, setup, done);
    expect(await enabled(id)).toEqual([one, two].sort());
  });

  test('the examples of the template are features on offer', () => {
    const examples = setup.action.columns.flatMap(({ name, examples: cells }) => (name === 'id' ? [] : cells));
    expect(examples.filter((cell) => cell !== '' && !features.includes(cell))).toEqual([]);
  });

  test('a feature that does not exist cannot be added, but removed', async () => {
    const { id } = await create();
    await rows(`update organizations set enabled_features = array['Forgotten'] where id = $1`, [id]);
    expect((await setup.plan({ id, add: ['NoSuchFeature'] })).problems).toMatchObject([
      { column: 'add', code: 'E-ORG-REFERENCE' },
    ]);
    expect((await setup.plan({ id, add: ['Forgotten'] })).problems).toEqual([]);
    await setup.run({ id, remove: ['Forgotten'] });
    expect(await enabled(id)).toEqual([]);
  });

  test.each([
    ['without features', {}, 'add', 'E-CELL-REQUIRED'],
    ['that adds what it removes', { add: ['A', 'B'], remove: ['B'] }, 'remove', 'E-ROW-CONTRADICTS'],
  ])('a row %s is refused', async (_what, cells, column, code) => {
    expect((await setup.plan({ id: crypto.randomUUID(), ...cells })).problems).toMatchObject([{ column, code }]);
  });

  test('makes the calls it lists', async () => {
    await create({ name: 'Scan Features', enabledFeatures: features.slice(0, 1) });
    const [match] = await setup.scanned('Scan Features');
    expect(match?.values).toEqual({ [features[0] ?? '']: true });
    makesItsCalls(setup);
  });
});
