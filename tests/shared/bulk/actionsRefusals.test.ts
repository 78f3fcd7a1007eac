import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnOf } from '../../../shared/bulk/actions/organizationColumns.ts';
import type { Values } from '../../../shared/bulk/values.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { newOrganization, refusal } from '../../server/areas/organizationBuilders.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { unhandledRejections } from '../../support/unhandledRejections.ts';
import { type ActionSetup, setupOf, takeBack } from './actionSetup.ts';
import { organizationIds, unknownId } from './organizationIds.ts';

type Fields = Parameters<typeof newOrganization>[0];

let server: TestApp;
let client: Client;
let creating: ActionSetup;
let updating: ActionSetup;
let ids: Awaited<ReturnType<typeof organizationIds>>;

beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
  creating = setupOf(server, 'orgs.create');
  updating = setupOf(server, 'orgs.update');
  ids = await organizationIds(server);
});
afterAll(() => server.close());

const create = (fields: Fields = {}) => client.organizations.create({ body: newOrganization(fields) });
const get = (id: string) => client.organizations.get({ params: { id } });

/** Rows that the server refuses: the plan says so beforehand, at the same column. */
const refused: readonly (readonly [what: string, fields: Parameters<typeof newOrganization>[0], row: () => Values])[] =
  [
    ['a taken subdomain', {}, () => ({ subdomain: 'taken-clinic' })],
    ['a reserved word', {}, () => ({ subdomain: 'kept-word' })],
    ['an unknown network', {}, () => ({ network_id: unknownId })],
    ['an unknown brand', {}, () => ({ brand_id: unknownId })],
    ['an unknown plan', {}, () => ({ plan_id: unknownId })],
    ['an unknown reseller', {}, () => ({ reseller_id: unknownId })],
    ['an unknown type', {}, () => ({ type: unknownId })],
    ['an unknown specialty', {}, () => ({ specialty: unknownId })],
    ['a provider of faxes', {}, () => ({ direct_provider_id: ids.faxes })],
    ['a feature nobody offers', {}, () => ({ features: ['NoSuchFeature'] })],
    ['more users than the free plan allows', {}, () => ({ number_of_users: 4 })],
    ['a plan for fewer users', {}, () => ({ plan_id: ids.small, number_of_users: 9 })],
    ['nobody able to sign in', {}, () => ({ password_sign_in: false })],
    ['nobody able to sign in with the brand', {}, () => ({ password_sign_in: false, brand_id: ids.plainBrand })],
    ['a state that fits no US address', {}, () => ({ state: 'ON' })],
    [
      'a part of TEFCA without its parent',
      { qhin: { entityType: 'Child' } },
      () => ({
        qhin_participating: true,
        qhin_name: 'QHIN',
        qhin_participant_oid: '2.999.55',
      }),
    ],
  ];

describe('a row that the server would refuse', () => {
  beforeAll(async () => {
    await create({ subdomain: 'taken-clinic' });
    await server.database.pool.query(`insert into reserved_words (id, name) values (gen_random_uuid(), 'kept-word')`);
  });

  test.each(refused)('%s is refused by the plan, at the same column', async (_what, fields, row) => {
    const { id } = await create(fields);
    const values = { id, ...row() };
    const { current, problems } = await updating.plan(values);
    expect(current).toBeDefined();
    const changes = Object.entries(row()).map(([column, after]) => ({ column, before: null, after }));
    const error = await refusal(updating.action.write(values, current, changes, updating.context()));
    const columns = Object.keys(error.modelState).map(columnOf);
    expect(problems.map(({ column }) => column)).toEqual(columns);
    expect(columns).not.toContain(null);
    const code = error.code === 'E-REQUEST-INVALID' ? 'E-CELL-RULE' : error.code;
    expect(problems[0]?.code).toBe(code);
  });

  test('a state and a ZIP of another country are valid if the record has that country', async () => {
    const { id } = await create({ address: { country: 'CA' } });
    await updating.run({ id, state: 'ON', zip: 'K1A 0B1' });
    expect(await get(id)).toMatchObject({ address: { state: 'ON', zip: 'K1A 0B1' } });
  });

  test('a new organization with too small a plan is refused as well', async () => {
    const row = { name: 'Small', subdomain: 'small-plan', plan_id: ids.small, number_of_users: 5 };
    expect((await creating.plan(row)).problems).toMatchObject([{ column: 'plan_id', code: 'E-ORG-PLAN-USERS' }]);
  });
});

describe('plan and reseller', () => {
  test('another affiliate on a paid plan needs a change at the card provider', async () => {
    const { id } = await create({ planId: ids.unlimited, resellerId: ids.affiliate });
    const { consequences } = await updating.run({ id, reseller_id: ids.otherAffiliate });
    expect(consequences).toEqual([{ kind: 'card-subscription', count: 1 }]);
  });

  test('removing the licensing reseller drops the plan, and undo restores both', async () => {
    const { id } = await create({ planId: ids.unlimited, resellerId: ids.licensing, numberOfUsers: 2 });
    const { consequences, done } = await updating.run({ id, reseller_id: null });
    expect(consequences).toEqual([{ kind: 'free-plan', count: 1 }]);
    expect(await get(id)).toMatchObject({ planId: null, resellerId: null });
    await takeBack(server, updating, done);
    expect(await get(id)).toMatchObject({ planId: ids.unlimited, resellerId: ids.licensing });
  });

  test('a plan beside a licensing reseller that goes would be dropped, so the row is refused', async () => {
    const { id } = await create({ planId: ids.small, resellerId: ids.licensing, numberOfUsers: 2 });
    for (const plan of [ids.unlimited, ids.small]) {
      const { problems } = await updating.plan({ id, reseller_id: null, plan_id: plan });
      expect(problems).toMatchObject([{ column: 'plan_id', code: 'E-CELL-RULE' }]);
    }
  });

  test('a licensing reseller sets a plan, so a row that clears the plan is refused', async () => {
    const { id } = await create();
    const { problems } = await updating.plan({ id, reseller_id: ids.licensing, plan_id: null });
    expect(problems).toMatchObject([{ column: 'plan_id', code: 'E-CELL-RULE' }]);
  });

  test('the stored licensing reseller keeps its plan, so a row that clears the plan is refused', async () => {
    const { id } = await create({ planId: ids.unlimited, resellerId: ids.licensing, numberOfUsers: 2 });
    const rows: Values[] = [{ plan_id: null }, { plan_id: null, reseller_id: ids.licensing }];
    for (const row of rows) {
      const { problems } = await updating.plan({ id, ...row });
      expect(problems).toMatchObject([{ column: 'plan_id', code: 'E-CELL-RULE' }]);
    }
    const changed = await client.organizations.update({ params: { id }, body: { planId: null } });
    expect(changed).toMatchObject({ planId: ids.unlimited, resellerId: ids.licensing });
  });

  test('the plan of the row decides beside a licensing reseller', async () => {
    const { id } = await create({});
    expect(await updating.run({ id, reseller_id: ids.licensing, plan_id: ids.unlimited })).toMatchObject({
      consequences: [],
    });
    expect(await get(id)).toMatchObject({ planId: ids.unlimited, resellerId: ids.licensing });
  });

  test('the licensing reseller of an organization that is too large for the free plan is kept', async () => {
    const { id } = await create({ planId: ids.unlimited, resellerId: ids.licensing, numberOfUsers: 9 });
    const values = { id, reseller_id: null };
    const { current, problems, changes } = await updating.plan(values);
    const error = await refusal(updating.action.write(values, current, changes, updating.context()));
    expect(problems).toMatchObject([{ column: 'reseller_id', code: error.code, message: error.messages[0] }]);
  });

  test('a licensing reseller on a paid plan is refused', async () => {
    const { id } = await create({ planId: ids.unlimited, resellerId: ids.affiliate });
    const { problems } = await updating.plan({ id, reseller_id: ids.licensing });
    expect(problems).toMatchObject([{ column: 'reseller_id', code: 'E-CELL-RULE' }]);
  });

  test('a plan that the server chose is removed again when the reseller is undone', async () => {
    const { id } = await create({});
    const { done, consequences } = await updating.run({ id, reseller_id: ids.licensing });
    expect(consequences).toEqual([]);
    expect((await get(id)).planId).not.toBeNull();
    await takeBack(server, updating, done);
    expect(await get(id)).toMatchObject({ planId: null, resellerId: null });
  });

  test('clearing the plan sets the free one; other changes have no further effect', async () => {
    const { id } = await create({ planId: ids.unlimited });
    expect((await updating.plan({ id, plan_id: null })).consequences).toEqual([{ kind: 'free-plan', count: 1 }]);
    expect((await updating.plan({ id, city: 'Tucson' })).consequences).toEqual([]);
  });
});

describe('the own account', () => {
  const rows: [action: string, cells: Values][] = [
    ['users.enable', { enabled: false }],
    ['users.delete', {}],
    ['users.unlock', {}],
    ['sysadmins.enable', { enabled: false }],
    ['people.update', { role: 'User' }],
    ['people.enable', { enabled: false }],
    ['people.delete', {}],
    ['people.2fa-reset', {}],
    ['people.update', { user_name: 'taken-over@carepost.example' }],
    ['users.update', { user_name: 'taken-over@carepost.example' }],
    ['users.2fa-disable', {}],
    ...['users', 'people'].flatMap((area): [string, Values][] => [
      [`${area}.reset-password`, {}],
      [`${area}.resend-invitation`, {}],
    ]),
  ];

  test.each(rows)('is refused by the plan of %s with the code and text of the call', async (name, cells) => {
    const setup = setupOf(server, name);
    const caller = server.client(name.startsWith('people.') ? 'Administrator' : 'SysAdmin');
    const { userId, userName } = await caller.profile.get({});
    const values = { id: userId, ...(name.endsWith('.delete') ? { expected_user_name: userName } : {}), ...cells };
    const { current, problems, changes } = await setup.plan(values);
    const { code, message } = await refusal(setup.action.write(values, current, changes, setup.context()));
    expect(problems).toEqual([{ column: 'id', code, message: expect.stringContaining(message) }]);
  });

  test('is enabled, and another one disabled, by the plan', async () => {
    const { userId } = await client.profile.get({});
    const [other] = (await client.users.list({ query: { search: 'user@carepost' } })).users;
    const setup = setupOf(server, 'users.enable');
    expect((await setup.plan({ id: userId, enabled: true })).problems).toEqual([]);
    expect((await setup.plan({ id: other?.id ?? '', enabled: false })).problems).toEqual([]);
  });
});

describe('a row of a user that the server would refuse', () => {
  const person = { first_name: 'Ann', last_name: 'Wizard', user_name: 'ann.wizard@clinic.example' };
  const link = { subject: '00u-refused', user_name: 'user@carepost.example' };

  test.each<[action: string, cells: Values, column: string, code: string]>([
    ['people.create', { ...person, job_title: 'Wizard' }, 'job_title', 'E-CELL-RULE'],
    ['people.update', { job_title: 'Wizard' }, 'job_title', 'E-CELL-RULE'],
    ['people.update', { user_name: 'Admin@carepost.example' }, 'user_name', 'E-USER-NAME-TAKEN'],
    ['users.update', { user_name: 'Admin@carepost.example' }, 'user_name', 'E-USER-NAME-TAKEN'],
    ['identity-links.create', { ...link, issuer: 'notaurl' }, 'issuer', 'E-CELL-RULE'],
    ['identity-links.create', { ...link, issuer: 'http://login.example.org' }, 'issuer', 'E-CELL-RULE'],
    ['whitelist.create', { integration: 'Epic', org_id: unknownId }, 'org_id', 'E-ROW-TARGET'],
  ])('%s with %o is refused by the plan', async (name, cells, column, code) => {
    const setup = setupOf(server, name);
    const [user] = (await client.users.list({ query: { search: 'user@carepost' } })).users;
    const values = { ...(name.endsWith('.update') ? { id: user?.id ?? '' } : {}), ...cells };
    const { current, problems, changes } = await setup.plan(values);
    expect(problems.map((problem) => [problem.column, problem.code])).toEqual([[column, code]]);
    const error = await refusal(setup.action.write(values, current, changes, setup.context()));
    expect(error.code).toBe(code.startsWith('E-USER-') ? code : 'E-REQUEST-INVALID');
  });

  test('a job title that a platform administrator entered, and the own user name in capitals, may stay', async () => {
    const [user] = (await client.users.list({ query: { search: 'user@carepost' } })).users;
    const id = user?.id ?? '';
    await client.users.update({ params: { id }, body: { jobTitle: 'Wizard' } });
    const cells = { id, job_title: 'Wizard', user_name: 'USER@carepost.example', phone: '555-010-0177' };
    expect((await setupOf(server, 'people.update').plan(cells)).problems).toEqual([]);
  });

  test.each(['users.2fa-disable', 'people.2fa-reset'])(
    '%s leaves a user without one-time codes unchanged',
    async (name) => {
      const setup = setupOf(server, name);
      const [user] = (await client.users.list({ query: { search: 'user@carepost' } })).users;
      const id = user?.id ?? '';
      expect(await setup.plan({ id })).toMatchObject({ problems: [], changes: [] });
      const { database } = server;
      await database.pool.query('update users set mail_codes_since = now() where id = $1', [id]);
      expect((await setup.plan({ id })).changes).toEqual([{ column: 'two_factor', before: true, after: false }]);
      const { current, changes } = await setup.plan({ id });
      await setup.action.write({ id }, current, changes, setup.context());
      expect((await setup.plan({ id })).changes).toEqual([]);
    },
  );

  test('a membership whose user and organization cannot be read is one error, whichever comes first', async () => {
    const setup = setupOf(server, 'users.assign');
    const { client: whole, ...context } = setup.context();
    const failing = async () => Promise.reject(new Error('The server cannot be reached.'));
    const later = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return failing();
    };
    const failingClient = {
      ...whole,
      users: { ...whole.users, get: later },
      organizations: { ...whole.organizations, get: failing },
    };
    const values = { user_id: unknownId, organization_id: unknownId };
    const check = () => setup.action.check?.(values, undefined, { ...context, client: failingClient });
    const unhandled = await unhandledRejections(() => expect(check()).rejects.toThrow('The server cannot be reached.'));
    expect(unhandled).toEqual([]);
  });
});
