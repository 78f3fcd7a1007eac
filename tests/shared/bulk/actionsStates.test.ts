import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { lookupId, newOrganization, refusal } from '../../server/areas/organizationBuilders.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { type ActionSetup, makesItsCalls, setupOf, takeBack } from './actionSetup.ts';

type Fields = Parameters<typeof newOrganization>[0];

let server: TestApp;
let client: Client;

beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
});
afterAll(() => server.close());

const create = (fields: Fields = {}) => client.organizations.create({ body: newOrganization(fields) });
const get = (id: string) => client.organizations.get({ params: { id } });
const rows = async (text: string, values: unknown[] = []) =>
  (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;

describe('orgs.activate', () => {
  let setup: ActionSetup;
  beforeAll(() => {
    setup = setupOf(server, 'orgs.activate');
  });
  const mailsTo = async (id: string) => (await rows('select 1 from mails where organization_id = $1', [id])).length;
  const addressesOf = async (id: string) =>
    (await rows('select 1 from document_sources where organization_id = $1', [id])).length;
  const counts = (consequences: readonly { kind: string; count: number }[]) =>
    Object.fromEntries(consequences.map(({ kind, count }) => [kind, count]));

  /** Organizations of which some get mails and addresses and some do not, with the cells of their rows. */
  const cases: [what: string, fields: Fields, cells: Record<string, boolean>, sql?: string][] = [
    ['nobody is written to unless it is asked for', { contact: { email: 'a@quiet.example' } }, {}],
    ['the primary contact', { contact: { email: 'a@one.example' } }, { send_email: true }],
    [
      'the primary contact and copies, each once',
      {
        contact: { email: 'a@many.example' },
        settings: { notificationEmails: ['A@MANY.example', 'b@many.example', 'c@many.example'] },
      },
      { send_email: true },
    ],
    ['no address where none is wanted', { contact: { email: 'a@bare.example' } }, { seed_records: false }],
    ['no address with direct messaging off', { direct: { isEnabled: false } }, {}],
    ['no address where there may be none', { direct: { maxAddresses: 0 } }, {}],
    ['an address of its own name', { direct: { recordsName: 'charts' } }, { seed_records: true }],
    ['no address without a subdomain', {}, {}, 'update organizations set subdomain = null where id = $1'],
    [
      'no address that is there already',
      {},
      {},
      `insert into document_sources (id, organization_id, address, display_name)
         select gen_random_uuid(), id, 'records@' || subdomain || '.direct.carepost.example', 'There' from organizations where id = $1`,
    ],
  ];

  test.each(cases)('%s: the plan counts what the server then does', async (...[, fields, cells, sql]) => {
    const { id } = await create(fields);
    if (sql !== undefined) await rows(sql, [id]);
    const before = await addressesOf(id);
    const { consequences } = await setup.run({ id, activated: true, ...cells });
    const { 'activation-mail': mails = 0, 'records-address': addresses = 0, irreversible = 0 } = counts(consequences);
    expect(mails).toBe(await mailsTo(id));
    expect(addresses).toBe((await addressesOf(id)) - before);
    expect(irreversible).toBe(mails > 0 ? 1 : 0);
    expect(mails > 0).toBe(cells['send_email'] === true);
  });

  test('an active organization gets no change and no e-mail', async () => {
    const { id } = await create({ contact: { email: 'a@again.example' } });
    await setup.run({ id, activated: true });
    expect(await setup.plan({ id, activated: true, send_email: true })).toMatchObject({
      problems: [],
      changes: [],
      consequences: [],
    });
  });

  test('an e-mail without a recipient is refused by the plan', async () => {
    const { id } = await create();
    const values = { id, activated: true, send_email: true };
    const { current, problems, changes } = await setup.plan(values);
    expect(problems).toMatchObject([{ column: 'send_email' }]);
    const error = await refusal(setup.action.write(values, current, changes, setup.context()));
    expect(error.messages).toContain(problems[0]?.message);
  });

  test('a deactivation sends no e-mail, so asking for one is a mistake', async () => {
    const { problems } = await setup.plan({ id: crypto.randomUUID(), activated: false, send_email: true });
    expect(problems).toMatchObject([{ column: 'send_email', code: 'E-CELL-RULE' }]);
  });

  test('undo restores the state, without another e-mail or address', async () => {
    const { id } = await create({ contact: { email: 'a@back.example' } });
    const { done } = await setup.run({ id, activated: true, send_email: true, seed_records: false });
    await takeBack(server, setup, done);
    expect(await get(id)).toMatchObject({ isActivated: false });
    const off = await setup.run({ id, activated: true, seed_records: false });
    await takeBack(server, setup, off.done);
    expect([await mailsTo(id), await addressesOf(id)]).toEqual([1, 0]);
  });

  test('makes the calls it lists', async () => {
    const { id } = await create({ name: 'Scan Activation' });
    expect(await setup.scanned('Scan Activation')).toMatchObject([{ id, values: { activated: false } }]);
    makesItsCalls(setup);
  });
});

describe.each([
  ['orgs.login', 'isEnabled', [{ kind: 'login-off', count: 1 }]],
  ['orgs.api-capture', 'apiCapture', []],
] as const)('%s', (name, field, off) => {
  let setup: ActionSetup;
  beforeAll(() => {
    setup = setupOf(server, name);
  });

  test('sets the state, skips equal ones, and can be undone', async () => {
    const { id } = await create();
    const starts = (await get(id))[field];
    await setup.run({ id, enabled: true });
    expect(await setup.plan({ id, enabled: true })).toMatchObject({ changes: [], consequences: [] });
    const { done, consequences } = await setup.run({ id, enabled: false });
    expect(consequences).toEqual(off);
    expect((await get(id))[field]).toBe(false);
    await takeBack(server, setup, done);
    expect((await get(id))[field]).toBe(true);
    expect(starts).toBe(field === 'isEnabled');
  });

  test('is refused if another user changed the organization since it was read', async () => {
    const { id } = await create();
    const values = { id, enabled: name === 'orgs.api-capture' };
    const { current, changes } = await setup.plan(values);
    await client.organizations.update({ params: { id }, body: { phone: '520-555-0199' } });
    const error = await refusal(setup.action.write(values, current, changes, setup.context()));
    expect([error.status, error.code]).toEqual([412, 'E-PRECONDITION-FAILED']);
  });

  test('makes the calls it lists', async () => {
    const { id } = await create({ name: `Scan ${name}` });
    expect(await setup.scanned(`Scan ${name}`)).toMatchObject([{ id, values: { enabled: name === 'orgs.login' } }]);
    makesItsCalls(setup);
  });
});

describe('orgs.clear-cancel', () => {
  let setup: ActionSetup;
  beforeAll(() => {
    setup = setupOf(server, 'orgs.clear-cancel');
  });
  const canceling = async (inDays: number, name = 'Canceling') => {
    const { id } = await create({ name });
    await rows(`update organizations set cancel_at = now() + $2::interval, cancel_requested_at = now() where id = $1`, [
      id,
      `${inDays} days`,
    ]);
    return id;
  };

  test('clears a pending cancellation for good', async () => {
    const id = await canceling(5);
    const { done } = await setup.run({ id });
    expect(await get(id)).toMatchObject({ isPendingCancellation: false, cancelAt: null });
    expect(setup.reverse(done)).toHaveProperty('cannot');
  });

  test.each([
    ['without a cancellation', undefined],
    ['that is canceled already', -1],
  ])('an organization %s has none to clear', async (_what, inDays) => {
    const id = inDays === undefined ? (await create()).id : await canceling(inDays);
    const { current, problems, changes } = await setup.plan({ id });
    expect(problems).toMatchObject([{ column: 'id', code: 'E-ORG-NOT-CANCELING' }]);
    expect(await refusal(setup.action.write({ id }, current, changes, setup.context()))).toMatchObject({
      code: 'E-ORG-NOT-CANCELING',
    });
  });

  test('scans the organizations with a pending cancellation, and makes the calls it lists', async () => {
    const id = await canceling(9, 'Scan Canceling');
    await create({ name: 'Scan Canceling' });
    expect((await setup.scanned('Scan Canceling')).map((current) => current.id)).toEqual([id]);
    makesItsCalls(setup);
  });
});

describe('orgs.sync', () => {
  test('always starts one sync per row, and cannot be undone', async () => {
    const setup = setupOf(server, 'orgs.sync');
    const { id } = await create({ name: 'Scan Sync' });
    const { done, consequences } = await setup.run({ id });
    expect(consequences).toEqual([{ kind: 'outbound-sync', count: 1 }]);
    expect(setup.action.desired({ id })).toBeNull();
    expect((await client.organizations.jobs({ params: { id } })).totalCount).toBe(1);
    expect(setup.reverse(done)).toHaveProperty('cannot');
    expect(await setup.scanned('Scan Sync')).toHaveLength(1);
    makesItsCalls(setup);
  });
});

test('an id that names no organization is read as nothing', async () => {
  const id = await lookupId(server, 'networks');
  for (const name of ['orgs.update', 'orgs.activate', 'orgs.login', 'orgs.delete', 'orgs.sync', 'orgs.features']) {
    const setup = setupOf(server, name);
    expect(await setup.action.read({ id }, setup.context())).toBeUndefined();
  }
});
