import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { jobTitles } from '../../../shared/rules/jobTitles.ts';
import { clientOf } from '../../support/secondAdministrator.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { refusal } from './organizationBuilders.ts';

let server: TestApp;
let platform: Client;
beforeAll(async () => {
  server = await startApp({ env: { RATE_LIMIT_USER_NAMES: '100' } });
  platform = server.client('SysAdmin');
});
afterAll(() => server.close());

const details = (more: object = {}) => {
  const mark = randomUUID();
  return { firstName: 'Pat', lastName: `Mark-${mark}`, userName: `pat-${mark}@example.org`, ...more };
};

const clinic = async (allowedUsers = -1) => {
  const plan = await platform.plans.create({ body: { name: `Plan ${randomUUID()}`, tierCode: 'T', allowedUsers } });
  const body = { name: `Clinic ${randomUUID()}`, subdomain: `c-${randomUUID()}`, planId: plan.id };
  return (await platform.organizations.create({ body })).id;
};

/** A user as the platform adds it. */
const member = async (organizationId: string, roleName: 'Administrator' | 'User' = 'User') =>
  (
    await platform.users.create({
      body: { userDetails: details({ roleName }), organizationId, emailCreatePassword: true },
    })
  ).id;

/** An organization with an administrator, and what the administrator calls. */
const office = async (allowedUsers = -1) => {
  const organizationId = await clinic(allowedUsers);
  const adminId = await member(organizationId, 'Administrator');
  return { organizationId, adminId, people: (await clientOf(server, adminId, 'Administrator')).people };
};

const inviteTo = ({ people }: Pick<Client, 'people'>, more: object = {}) => people.create({ body: details(more) });

const auditOf = async (id: string) => {
  const { rows } = await server.database.pool.query<{ action: string; changes: Record<string, unknown> }>(
    `select action, changes from audit_entries where target_id = $1 and not is_read order by id`,
    [id],
  );
  return rows;
};

const codes = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'done' : (result.reason as { code?: string }).code));

describe('a person of the organization', () => {
  test('is invited with a mail, listed, read, changed field by field, and audited', async () => {
    const { organizationId, people } = await office();
    const made = await inviteTo({ people }, { jobTitle: 'Physician', roleName: 'User' });
    expect(made).toMatchObject({
      jobTitle: 'Physician',
      roleName: 'User',
      organizationId,
      isEnabled: true,
      hasPassword: false,
      invitedAt: expect.any(String),
      belongsElsewhere: false,
      applications: [],
      version: 1,
    });
    const { rows: mails } = await server.database.pool.query(
      `select position('in the organization ' || o.name || '.' in body) > 0 as "isNamed" from mails, organizations o
       where recipient = $1 and o.id = $2`,
      [made.userName, organizationId],
    );
    expect(mails).toEqual([{ isNamed: true }]);
    expect((await people.list({ query: { search: made.lastName } })).items.map(({ id }) => id)).toEqual([made.id]);
    const saved = await people.update({
      params: { id: made.id },
      body: { ...made, phone: '555-010-0100', roleName: 'Administrator' },
    });
    expect(saved).toEqual({ ...made, phone: '555-010-0100', roleName: 'Administrator', version: 2 });
    expect((await platform.users.organizations({ params: { id: made.id } })).items).toMatchObject([
      { id: organizationId, isAdministrator: true },
    ]);
    expect((await auditOf(made.id)).map(({ action }) => action)).toEqual(['people.create', 'people.update']);
  });

  test('is refused with a taken or invalid name, an unknown job title, a stale version, another set field', async () => {
    const { people } = await office();
    const made = await inviteTo({ people });
    const params = { id: made.id };
    expect(await refusal(inviteTo({ people }, { userName: made.userName.toUpperCase() }))).toMatchObject({
      code: 'E-USER-NAME-TAKEN',
      modelState: { userName: ['Username already exists'] },
    });
    expect(await refusal(inviteTo({ people }, { userName: 'ann' }))).toMatchObject({
      modelState: { userName: ['Username is not valid'] },
    });
    for (const phone of ['call me', '=cmd|calc', '555-0100'])
      expect(await refusal(inviteTo({ people }, { phone }))).toMatchObject({
        status: 400,
        modelState: { phone: ['Enter a valid phone number with 10 digits.'] },
      });
    // One that was stored before the rule stays.
    await server.database.pool.query(`update users set phone = 'call me' where id = $1`, [made.id]);
    expect((await people.update({ params, body: { jobTitle: null } })).phone).toBe('call me');
    expect(await refusal(inviteTo({ people }, { jobTitle: 'Astronaut' }))).toMatchObject({
      status: 400,
      modelState: { jobTitle: [expect.any(String)] },
    });
    // One that the platform entered may stay.
    await platform.users.update({ params, body: { jobTitle: 'Astronaut' } });
    expect((await people.update({ params, body: { jobTitle: 'Astronaut', phone: '555-010-0101' } })).jobTitle).toBe(
      'Astronaut',
    );
    expect(await refusal(people.update({ params, body: { phone: '555-010-0102', version: 1 } }))).toMatchObject({
      code: 'E-VERSION-CONFLICT',
    });
    expect(await refusal(people.delete({ params }, { ifMatch: 1 }))).toMatchObject({ code: 'E-PRECONDITION-FAILED' });
    const raw = await server.app.inject({
      method: 'POST',
      url: '/api/users',
      headers: { authorization: `Bearer ${server.as('Administrator')}` },
      payload: { ...details(), roleName: 'SysAdmin' },
    });
    expect(raw.statusCode).toBe(400);
  });

  test('is refused by a full plan with the reason, also among fifty at the same time', async () => {
    const { organizationId, people } = await office(3);
    const outcomes = codes(await Promise.allSettled(Array.from({ length: 50 }, () => inviteTo({ people }))));
    expect(outcomes.filter((code) => code === 'done')).toHaveLength(2);
    expect(new Set(outcomes)).toEqual(new Set(['done', 'E-ORG-USER-LIMIT']));
    expect((await platform.users.list({ query: { organizationId } })).totalUsersCount).toBe(3);
  });

  test('is disabled and enabled; a person with one-time codes loses them', async () => {
    const { organizationId, people } = await office();
    const id = await member(organizationId);
    const own = await clientOf(server, id, 'User');
    await server.database.pool.query('update users set mail_codes_since = now() where id = $1', [id]);
    expect((await people.get({ params: { id } })).hasTwoFactor).toBe(true);
    await people.resetTwoFactor({ params: { id } });
    expect((await people.get({ params: { id } })).hasTwoFactor).toBe(false);
    expect((await people.enable({ params: { id }, query: { enable: 'false' } })).isEnabled).toBe(false);
    expect(await refusal(own.people.current({}))).toMatchObject({ status: 401 });
    expect((await people.enable({ params: { id }, query: { enable: 'true' } })).isEnabled).toBe(true);
    expect((await own.people.current({})).id).toBe(id);
  });

  test('is deleted with the account, and leaves the list for that of the deleted', async () => {
    const { people } = await office();
    const made = await inviteTo({ people });
    await people.delete({ params: { id: made.id } });
    const listed = async (deleted: 'true' | 'false') =>
      (await people.list({ query: { search: made.lastName, deleted } })).items;
    expect(await listed('false')).toEqual([]);
    expect(await listed('true')).toMatchObject([
      { id: made.id, userName: made.userName, isDeleted: true, removedAt: expect.any(String) },
    ]);
    expect(await refusal(people.get({ params: { id: made.id } }))).toMatchObject({ status: 404 });
    expect((await platform.users.get({ params: { id: made.id } })).isDeleted).toBe(true);
    expect((await inviteTo({ people }, { userName: made.userName })).userName).toBe(made.userName);
  });

  test('of several organizations leaves only this one, and the account is not changed by administrators of one of them', async () => {
    const [here, there] = [await office(), await office()];
    const id = await member(here.organizationId);
    await platform.users.assign({ body: { userId: id, organizationId: there.organizationId } });
    const params = { id };
    expect(await here.people.get({ params })).toMatchObject({ belongsElsewhere: true, applications: [] });
    const changes = [
      () => here.people.update({ params, body: { roleName: 'Administrator' } }),
      () => here.people.update({ params, body: { userName: 'mallory@example.org' } }),
      () => here.people.enable({ params, query: { enable: 'false' } }),
      () => here.people.resetTwoFactor({ params }),
      () => here.people.endApplication({ params: { id, appId: 'carepost-web' } }),
    ];
    for (const change of changes) expect((await refusal(change())).code).toBe('E-PERSON-SHARED');
    await here.people.delete({ params });
    expect(await refusal(here.people.get({ params }))).toMatchObject({ status: 404 });
    expect(await there.people.get({ params })).toMatchObject({ belongsElsewhere: false, isEnabled: true });
    expect((await platform.users.get({ params })).isDeleted).toBe(false);
  });
});

describe('people of other organizations', () => {
  test('are not found, by no call, and are not listed', async () => {
    const [here, there] = [await office(), await office()];
    const { id, lastName } = await inviteTo(there);
    const params = { id };
    const { people } = here;
    const calls = [
      () => people.get({ params }),
      () => people.update({ params, body: { phone: '555-010-0101' } }),
      () => people.delete({ params }),
      () => people.enable({ params }),
      () => people.resetTwoFactor({ params }),
      () => people.endApplication({ params: { id, appId: 'carepost-web' } }),
      () => people.documentSources({ params }),
      () => people.setDocumentSources({ params, body: { assignments: [] } }),
      () => people.rules({ params }),
      () => people.setRules({ params, body: { assignments: [] } }),
      () => people.requests({ params }),
      () => people.events({ params }),
      () => people.signatures({ params }),
    ];
    for (const call of calls) expect(await refusal(call())).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
    expect((await people.list({ query: { search: lastName } })).totalCount).toBe(0);
    expect((await people.list({ query: { search: lastName, includeNetwork: 'true' } })).totalCount).toBe(0);
    expect((await there.people.get({ params })).version).toBe(1);
  });

  test('are listed for an administrator of their network on request, and nothing more', async () => {
    const [here, there] = [await office(), await office()];
    const { id: networkId } = await platform.networks.create({ body: { name: `Network ${randomUUID()}` } });
    await platform.networks.addOrganization({
      params: { id: networkId },
      body: { organizationId: there.organizationId },
    });
    await platform.networks.addAdmin({ params: { id: networkId }, body: { userId: here.adminId } });
    const { id, lastName } = await inviteTo(there);
    const found = async (includeNetwork: 'true' | 'false') =>
      (await here.people.list({ query: { search: lastName, includeNetwork } })).items.map((person) => person.id);
    expect([await found('false'), await found('true')]).toEqual([[], [id]]);
    const [listed] = (await here.people.list({ query: { search: lastName, includeNetwork: 'true' } })).items;
    expect(listed?.organizationId).toBe(there.organizationId);
    expect(await refusal(here.people.get({ params: { id } }))).toMatchObject({ status: 404 });
  });

  test('read their own record and activity, and that of no colleague', async () => {
    const { organizationId, adminId } = await office();
    const id = await member(organizationId);
    const { people } = await clientOf(server, id, 'User');
    expect((await people.current({})).id).toBe(id);
    expect((await people.get({ params: { id } })).organizationId).toBe(organizationId);
    expect((await people.events({ params: { id } })).items).not.toEqual([]);
    expect((await people.documentSources({ params: { id } })).items).toEqual([]);
    expect(await refusal(people.get({ params: { id: adminId } }))).toMatchObject({ status: 404 });
    expect(await refusal(people.events({ params: { id: adminId } }))).toMatchObject({ status: 404 });
    expect(await refusal(people.list())).toMatchObject({ status: 403 });
  });
});

describe('administrators', () => {
  test('do not disable, demote or delete themselves', async () => {
    const { adminId: id, organizationId, people } = await office();
    await member(organizationId, 'Administrator');
    const params = { id };
    for (const change of [
      () => people.enable({ params, query: { enable: 'false' } }),
      () => people.update({ params, body: { roleName: 'User' } }),
      () => people.delete({ params }),
    ])
      expect((await refusal(change())).code).toBe('E-USER-OWN-ACCOUNT');
    for (const change of [
      () => people.resetTwoFactor({ params }),
      () => people.update({ params, body: { userName: `new-${id}@example.org` } }),
    ])
      expect((await refusal(change())).code).toBe('E-USER-OWN-SIGN-IN');
    expect((await people.update({ params, body: { phone: '555-010-0101' } })).phone).toBe('555-010-0101');
  });

  test.each(['disable', 'demote', 'delete'] as const)(
    'of an organization cannot %s each other at the same time: one always remains',
    async (change) => {
      const { organizationId, adminId, people } = await office();
      const secondId = await member(organizationId, 'Administrator');
      const second = (await clientOf(server, secondId, 'Administrator')).people;
      const take = ({ people: by, id }: { people: Client['people']; id: string }) =>
        change === 'disable'
          ? by.enable({ params: { id }, query: { enable: 'false' } })
          : change === 'demote'
            ? by.update({ params: { id }, body: { roleName: 'User' } })
            : by.delete({ params: { id } });
      await Promise.allSettled(
        Array.from({ length: 50 }, (_, turn) =>
          take(turn % 2 === 0 ? { people, id: secondId } : { people: second, id: adminId }),
        ),
      );
      const { rows } = await server.database.pool.query(
        `select 1 from users u join organization_users m on m.user_id = u.id
         where m.organization_id = $1 and u.role = 'Administrator' and u.is_enabled and u.deleted_at is null`,
        [organizationId],
      );
      expect(rows).toHaveLength(1);
    },
  );
});

describe('the role of a person', () => {
  test('is that of the membership in the organization whose people are listed', async () => {
    const { organizationId, people } = await office();
    const { id } = await inviteTo({ people });
    const other = await clinic();
    await platform.users.assign({ body: { userId: id, organizationId: other, isAdministrator: true } });
    expect(await platform.users.get({ params: { id } })).toMatchObject({ roleName: 'Administrator' });
    const listed = async (query: object = {}) =>
      (await people.list({ query })).items.map((person) => [person.id === id, person.roleName]);
    const byRole = (dir: 'asc' | 'desc') => listed({ sort: JSON.stringify({ field: 'roleName', dir }) });
    expect(await listed({ roleName: 'User' })).toEqual([[true, 'User']]);
    expect(await listed({ roleName: 'Administrator' })).toEqual([[false, 'Administrator']]);
    expect(await byRole('asc')).toEqual([
      [false, 'Administrator'],
      [true, 'User'],
    ]);
    expect(await byRole('desc')).toEqual([
      [true, 'User'],
      [false, 'Administrator'],
    ]);
    expect(await people.get({ params: { id } })).toMatchObject({ roleName: 'User' });
    await people.delete({ params: { id } });
    expect((await people.list({ query: { deleted: 'true' } })).items).toMatchObject([{ id, roleName: 'User' }]);
    expect(await platform.users.list({ query: { organizationId } })).toMatchObject({ totalUsersCount: 1 });
  });

  test('is changed in that organization alone: the account keeps the role where it administers another one', async () => {
    const { organizationId, adminId, people } = await office();
    const other = await clinic();
    await platform.users.assign({ body: { userId: adminId, organizationId: other, isAdministrator: false } });
    const { id } = await inviteTo({ people });
    await platform.users.assign({ body: { userId: id, organizationId: other, isAdministrator: true } });
    const params = { id };
    const administers = async () =>
      (await platform.users.organizations({ params })).items
        .filter((one) => one.isAdministrator)
        .map((one) => one.id)
        .toSorted();
    expect(await people.update({ params, body: { roleName: 'Administrator' } })).toMatchObject({
      roleName: 'Administrator',
    });
    expect(await administers()).toEqual([organizationId, other].toSorted());
    expect(await people.update({ params, body: { roleName: 'User' } })).toMatchObject({ roleName: 'User' });
    expect(await administers()).toEqual([other]);
    expect(await platform.users.get({ params })).toMatchObject({ roleName: 'Administrator' });
    // The only administrator of the other organization who can sign in.
    expect((await refusal(people.enable({ params, query: { enable: 'false' } }))).code).toBe(
      'E-PERSON-LAST-ADMINISTRATOR',
    );
  });
});

describe('a user name', () => {
  test.each([
    ['ann', false, 'Username is not valid', null],
    ['free-name@example.org', true, 'Username is available', null],
    ['free-name@example.org (work)', false, 'Username is not valid', 'free-name@example.org'],
    ['ADMIN@carepost.example', false, 'Username already exists', null],
  ])('%s', async (username, isAvailable, message, suggestion) => {
    const { people } = server.client('Administrator');
    expect(await people.find({ query: { username } })).toEqual({
      username,
      isValid: message !== 'Username is not valid',
      isAvailable,
      message,
      suggestion,
    });
  });

  test('is checked a limited number of times a minute', async () => {
    const limited = await startApp({ env: { RATE_LIMIT_USER_NAMES: '3' } });
    const { people } = limited.client('Administrator');
    for (let turn = 0; turn < 3; turn += 1) await people.find({ query: { username: 'a@b.example' } });
    expect(await refusal(people.find({ query: { username: 'a@b.example' } }))).toMatchObject({
      status: 429,
      code: 'E-RATE-LIMITED',
    });
    await limited.close();
  });
});

test('sorting by each column, pages, job titles and the own network address', async () => {
  const { people } = await office();
  for (const firstName of ['Ann', 'Ben', 'Cid']) await inviteTo({ people }, { firstName, lastName: firstName });
  for (const field of ['name', 'userName', 'roleName', 'createDate', 'lastLoginDate'] as const) {
    const sorted = async (dir: 'asc' | 'desc', deleted: 'true' | 'false') =>
      (await people.list({ query: { sort: JSON.stringify({ field, dir }), deleted } })).items.map(({ id }) => id);
    expect(await sorted('desc', 'false'), field).toEqual((await sorted('asc', 'false')).reverse());
    expect(await sorted('asc', 'true'), field).toEqual([]);
  }
  const [first, second] = [
    await people.list({ query: { size: 3 } }),
    await people.list({ query: { page: 2, size: 3 } }),
  ];
  expect([first.items.length, second.items.length, second.totalCount]).toEqual([3, 1, 4]);
  expect((await people.jobs({})).items.map(({ id }) => id)).toEqual([...jobTitles]);
  expect(await people.ipAddress({})).toEqual({ ipAddress: '127.0.0.1' });
});
