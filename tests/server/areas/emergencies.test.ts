import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { endEmergency, sweepEmergencies } from '../../../server/areas/emergencies/endEmergencies.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { addDays, dayIn } from '../../../shared/rules/dates.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { lastAudit, newOrganization, refusal } from './organizationBuilders.ts';

const timeZone = 'Pacific/Kiritimati';
let server: TestApp;
let client: Client;
beforeAll(async () => {
  server = await startApp({ env: { TIME_ZONE: timeZone, JOBS: 'true' } });
  client = server.client('SysAdmin');
});
afterAll(() => server.close());

const today = () => dayIn(new Date(), timeZone);
const agency = { name: 'Sample Agency', oid: '2.16.840.1.113883.3.77.1' };
let count = 0;
const newName = () => `Sample emergency ${++count}`;
const add = (change: Partial<Parameters<Client['emergencies']['create']>[0]['body']> = {}) =>
  client.emergencies.create({ body: { name: newName(), organizations: [agency], ...change } });

describe('an emergency', () => {
  test('is added, read and changed, each with its audit row', async () => {
    const name = newName();
    const added = await add({
      name,
      organizations: [{ name: ' Sample Agency ', oid: 'urn:oid:2.16.840.1.113883.3.77.1' }],
    });
    const { id } = added;
    expect(added).toEqual({
      id,
      name,
      disabledDate: null,
      organizations: [agency],
      isDisabled: false,
      state: 'active',
      startDate: today(),
      version: 1,
    });
    expect(await client.emergencies.get({ params: { id } })).toEqual(added);
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'emergencies.create',
      changes: {
        name: { before: null, after: name },
        organizations: { before: null, after: [`${agency.oid} ${agency.name}`] },
      },
    });
    const saved = await client.emergencies.save({ body: { ...added, name: `${name} B` } });
    expect(saved).toEqual({ ...added, name: `${name} B`, version: 2 });
    expect(await lastAudit(server, id)).toEqual({
      action: 'emergencies.save',
      changes: { name: { before: name, after: `${name} B` } },
      version_checked: true,
    });
    expect(await client.emergencies.save({ body: { id, name: `${name} B` } })).toEqual(saved);
    expect(await lastAudit(server, id)).toMatchObject({ changes: {}, version_checked: false });
  });

  test('is added by a save with an unknown id, once', async () => {
    const body = { id: randomUUID(), name: newName(), organizations: [agency] };
    expect(await client.emergencies.save({ body })).toMatchObject({ ...body, version: 1, state: 'active' });
    expect(await client.emergencies.save({ body })).toMatchObject({ ...body, version: 1 });
    const refused = await refusal(client.emergencies.save({ body: { id: randomUUID(), disabledDate: null } }));
    expect([refused.status, Object.keys(refused.modelState).sort()]).toEqual([400, ['name', 'organizations']]);
    const loaded = client.emergencies.save({ body: { ...body, id: randomUUID(), name: newName(), version: 3 } });
    expect(await refusal(loaded)).toMatchObject({ status: 409, code: 'E-VERSION-CONFLICT' });
  });

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['a name above 1000 characters', { name: 'x'.repeat(1001) }, 'name'],
    ['no organization', { organizations: [] }, 'organizations'],
    ['an organization without OID', { organizations: [{ name: 'A', oid: 'none' }] }, 'organizations.0.oid'],
    ['the same organization twice', { organizations: [agency, agency] }, 'organizations'],
    ['no date', { disabledDate: '12/31/2027' }, 'disabledDate'],
    ['a day that does not exist', { disabledDate: '2027-02-29' }, 'disabledDate'],
    ['a date before 1900', { disabledDate: '0000-01-01' }, 'disabledDate'],
  ])('is refused with %s', async (_case, change, field) => {
    const refused = await refusal(add(change));
    expect([refused.status, refused.code, Object.keys(refused.modelState)]).toEqual([
      400,
      'E-REQUEST-INVALID',
      [field],
    ]);
  });

  test('has a name of 1000 characters that no other has in any letter case, also at the same time', async () => {
    const name = newName().padEnd(1000, ' é').slice(0, 999) + 'x';
    const results = await Promise.allSettled([add({ name }), add({ name: name.toUpperCase() }), add({ name })]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { id } = await add();
    expect(await refusal(client.emergencies.save({ body: { id, name } }))).toMatchObject({
      status: 409,
      code: 'E-NAME-TAKEN',
    });
  });

  test('loaded before another user saved it is neither changed, enabled nor disabled', async () => {
    const { id, name } = await add();
    await client.emergencies.save({ body: { id, name: `${name} B` } });
    const late = [
      () => client.emergencies.save({ body: { id, name, version: 1 } }),
      () => client.emergencies.enable({ params: { id }, body: { version: 1 } }),
      () => client.emergencies.disable({ params: { id }, body: { version: 1 } }),
    ];
    for (const call of late) expect(await refusal(call())).toMatchObject({ status: 409, code: 'E-VERSION-CONFLICT' });
    const byHeader = client.emergencies.disable({ params: { id } }, { ifMatch: 1 });
    expect(await refusal(byHeader)).toMatchObject({ status: 412 });
    expect(await client.emergencies.get({ params: { id } })).toMatchObject({ version: 2, state: 'active' });
  });

  test('that does not exist is not found', async () => {
    const params = { id: randomUUID() };
    for (const row of ['get', 'enable', 'disable', 'impact'] as const)
      expect(await refusal(client.emergencies[row]({ params }))).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  });
});

describe('the disabled date', () => {
  test.each([
    [0, 'disabled'],
    [-400, 'disabled'],
    [1, 'scheduled'],
    // The same day of the month: the defect of the original compared nothing else.
    [365, 'scheduled'],
  ])('%i days from the day of the installation makes it %s', async (days, state) => {
    const disabledDate = addDays(today(), days);
    expect(await add({ disabledDate })).toMatchObject({ disabledDate, state, isDisabled: state === 'disabled' });
  });

  test('is set to today or another day, and cleared; a repeated call changes nothing', async () => {
    const { id } = await add();
    const params = { id };
    const on = addDays(today(), 9);
    expect(await client.emergencies.disable({ params, body: { on } })).toMatchObject({
      state: 'scheduled',
      version: 2,
    });
    expect(await client.emergencies.disable({ params })).toMatchObject({
      disabledDate: today(),
      state: 'disabled',
      version: 3,
    });
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'emergencies.disable',
      changes: { disabledDate: { before: on, after: today() } },
    });
    expect(await client.emergencies.disable({ params })).toMatchObject({ version: 3 });
    expect(await client.emergencies.enable({ params })).toMatchObject({
      disabledDate: null,
      state: 'active',
      version: 4,
    });
    expect(await client.emergencies.enable({ params })).toMatchObject({ version: 4 });
    expect(await lastAudit(server, id)).toMatchObject({ action: 'emergencies.enable', changes: {} });
    const wrong = client.emergencies.disable({ params, body: { on: 'tomorrow' } });
    expect(await refusal(wrong)).toMatchObject({ status: 400, modelState: { on: expect.anything() } });
  });

  test('enabled again after its end, an emergency is active since today', async () => {
    const { id } = await add({ disabledDate: addDays(today(), -3) });
    await server.database.pool.query(`update emergencies set start_date = '2020-01-01' where id = $1`, [id]);
    expect(await client.emergencies.enable({ params: { id } })).toMatchObject({ startDate: today() });
  });

  test('that comes is recorded once, by the job; one that was moved is not', async () => {
    const { pool } = server.database;
    const comes = await add({ disabledDate: addDays(today(), 1) });
    const moved = await add({ disabledDate: addDays(today(), 1) });
    const events = async () =>
      (
        await pool.query(
          `select target_id, actor_name, changes from audit_entries where action = 'emergencies.ended' and target_id = any($1)`,
          [[comes.id, moved.id]],
        )
      ).rows;
    await sweepEmergencies(server);
    await endEmergency(server, { emergencyId: comes.id });
    await endEmergency(server, { emergencyId: moved.id });
    expect(await events()).toEqual([]);
    // The day comes.
    await pool.query('update emergencies set disabled_date = $2 where id = $1', [comes.id, today()]);
    await sweepEmergencies(server);
    await vi.waitFor(async () => expect(await events()).toHaveLength(1), { timeout: 20_000 });
    await endEmergency(server, { emergencyId: comes.id });
    expect(await events()).toEqual([
      { target_id: comes.id, actor_name: 'system', changes: { isDisabled: { before: false, after: true } } },
    ]);
    expect(await client.emergencies.get({ params: { id: comes.id } })).toMatchObject({ state: 'disabled', version: 2 });
  });
});

describe('the list of emergencies', () => {
  test('comes by name with today, is searched by name and organization, and filtered by state', async () => {
    const marker = randomUUID();
    const first = await add({ name: `${marker} a_1` });
    const second = await add({ name: `${marker} b`, disabledDate: addDays(today(), 4) });
    const third = await add({
      disabledDate: today(),
      organizations: [{ name: marker, oid: '2.16.840.1.113883.3.77.9' }],
    });
    const ids = async (query: NonNullable<Parameters<Client['emergencies']['list']>[0]>['query']) =>
      (await client.emergencies.list({ query: { search: marker, ...query } })).items.map(({ id }) => id);
    expect(await ids({})).toEqual(
      [first.id, second.id, third.id].sort((a, b) => (a === third.id ? 1 : b === third.id ? -1 : 0)),
    );
    expect(await ids({ sortDir: 'desc', pageSize: 1, pageNumber: 3 })).toEqual([first.id]);
    expect(await ids({ state: 'active' })).toEqual([first.id]);
    expect(await ids({ state: 'scheduled' })).toEqual([second.id]);
    expect(await ids({ state: 'disabled' })).toEqual([third.id]);
    expect(await ids({ search: `${marker} a%1` })).toEqual([]);
    const page = await client.emergencies.list({ query: { search: marker, pageSize: 1 } });
    expect([page.totalCount, page.today]).toEqual([3, today()]);
    expect(await refusal(client.emergencies.list({ query: { pageSize: 5001 } }))).toMatchObject({ status: 400 });
  });
});

describe('who is affected', () => {
  test('is each organization of the platform with an OID of the emergency, and its users, once', async () => {
    const organization = await client.organizations.create({
      body: newOrganization({ carequality: { organizationOid: '2.16.840.1.113883.3.78.1' } }),
    });
    const params = { id: organization.id };
    await client.carequality.addOid({ params, body: { value: 'urn:oid:2.16.840.1.113883.3.78.2' } });
    const { rows } = await server.database.pool.query<{ id: string }>(
      `select id from users where role = 'User' limit 2`,
    );
    for (const { id } of rows) await client.organizations.addUser({ params, body: { userId: id } });
    const { id } = await add({
      organizations: [
        { name: 'By its OID', oid: '2.16.840.1.113883.3.78.1' },
        { name: 'By its alternate OID', oid: '2.16.840.1.113883.3.78.2' },
        { name: 'Elsewhere', oid: '2.16.840.1.113883.3.78.3' },
      ],
    });
    const impact = await client.emergencies.impact({ params: { id } });
    expect(impact).toMatchObject({ organizationCount: 1, userCount: 2 });
    expect(impact.organizations.map(({ organizationCount, userCount }) => [organizationCount, userCount])).toEqual([
      [1, 2],
      [1, 2],
      [0, 0],
    ]);
  });

  test('candidates are found by name and OID from two characters on, each OID once', async () => {
    const name = `Candidate ${randomUUID()}`;
    const oid = '2.16.840.1.113883.3.79.1';
    await client.organizations.create({ body: newOrganization({ name, carequality: { organizationOid: oid } }) });
    expect(await client.emergencies.candidates({ query: { search: name.toUpperCase() } })).toEqual({
      items: [{ name, oid }],
    });
    await client.interop.save({ body: { oid, name: `${name} known` } });
    expect(await client.emergencies.candidates({ query: { search: oid } })).toEqual({
      items: [{ name: `${name} known`, oid }],
    });
    expect((await client.emergencies.candidates({ query: { search: '2.' } })).items).toHaveLength(20);
    expect(await client.emergencies.candidates({ query: { search: '%%' } })).toEqual({ items: [] });
    expect(await refusal(client.emergencies.candidates({ query: { search: ' a ' } }))).toMatchObject({ status: 400 });
  });
});

test.each(['User', 'Administrator', 'SysAdminReporting'] as const)('%s may make no call', async (role) => {
  const other = server.client(role);
  const { id } = await add();
  const calls = [
    () => other.emergencies.list({}),
    () => other.emergencies.create({ body: { name: newName(), organizations: [agency] } }),
    () => other.emergencies.save({ body: { id, name: newName() } }),
    () => other.emergencies.candidates({ query: { search: 'agency' } }),
    ...(['get', 'enable', 'disable', 'impact'] as const).map((row) => () => other.emergencies[row]({ params: { id } })),
  ];
  for (const call of calls) expect(await refusal(call())).toMatchObject({ status: 403 });
});
