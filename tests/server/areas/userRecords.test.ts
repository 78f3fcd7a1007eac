import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { secondAdministratorToken } from '../../support/secondAdministrator.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { identityDocument } from '../authorization/userRecords.ts';
import { refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;
let organizationId = '';
beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
  organizationId = await clinic();
});
afterAll(() => server.close());

const clinic = async () => {
  const plan = await client.plans.create({ body: { name: `Plan ${randomUUID()}`, tierCode: 'T', allowedUsers: -1 } });
  const body = { name: `Clinic ${randomUUID()}`, subdomain: `c-${randomUUID()}`, planId: plan.id };
  return (await client.organizations.create({ body })).id;
};

const details = (more: object = {}) => {
  const mark = randomUUID();
  return { firstName: 'Pat', lastName: `Mark-${mark}`, userName: `Pat-${mark}@example.org`, ...more };
};
const password = 'correct horse battery';
const add = (more: object = {}, organization = organizationId) =>
  client.users.create({ body: { userDetails: details(more), organizationId: organization, password } });

const auditOf = async (id: string) => {
  const { rows } = await server.database.pool.query<{ action: string; changes: Record<string, unknown> }>(
    `select action, changes from audit_entries where target_id = $1 and not is_read order by id`,
    [id],
  );
  return rows;
};

describe('a user of an organization', () => {
  test('may have the longest names, of letters with three bytes each, and is found by their end', async () => {
    const letters = () =>
      Array.from({ length: 100 }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join('');
    const names = { firstName: letters(), lastName: letters() };
    const { id } = await add({ ...names, userName: `${'a'.repeat(190)}@${'b'.repeat(50)}.example.org` });
    const { users } = await client.users.list({ query: { search: names.lastName.slice(-2) } });
    expect(users.map((user) => user.id)).toContain(id);
  });

  test('is created with a password, read back, listed and audited, and the password is nowhere', async () => {
    const userDetails = details({ roleName: 'Administrator', jobTitle: 'Nurse' });
    const user = await client.users.create({ body: { userDetails, organizationId, password } });
    expect(user).toMatchObject({
      ...userDetails,
      organizationId,
      isSysAdmin: false,
      isEnabled: true,
      hasPassword: true,
      invitedAt: null,
      hasTwoFactor: false,
      lockedUntil: null,
      version: 1,
    });
    expect(await client.users.get({ params: { id: user.id } })).toEqual(user);
    const { users, totalUsersCount } = await client.users.list({ query: { search: user.lastName } });
    expect([totalUsersCount, users.map(({ id }) => id)]).toEqual([1, [user.id]]);
    expect((await client.users.organizations({ params: { id: user.id } })).items).toMatchObject([
      { id: organizationId, isAdministrator: true, isCurrent: true },
    ]);
    const [created] = await auditOf(user.id);
    expect(created).toMatchObject({ action: 'users.create', changes: { organizationId: { after: organizationId } } });
    expect(JSON.stringify(created)).not.toContain(password);
  });

  test('needs exactly one way to its first password, and none that is common, short or the user name', async () => {
    const userDetails = details();
    const create = (more: object) => refusal(client.users.create({ body: { userDetails, organizationId, ...more } }));
    for (const more of [
      {},
      { password: '' },
      { password: 'short' },
      { password: userDetails.userName },
      { password: 'Password1234567890'.slice(0, 8) },
      { password, emailCreatePassword: true },
    ])
      expect(await create(more), JSON.stringify(more)).toMatchObject({
        status: 400,
        modelState: { password: [expect.any(String)] },
      });
  });

  test('has a user name that no other has, in any letter case, also among many at the same time', async () => {
    const user = await add();
    const taken = {
      status: 409,
      code: 'E-USER-NAME-TAKEN',
      modelState: { userName: ['Username already exists'] },
    };
    expect(await refusal(add({ userName: user.userName.toUpperCase() }))).toMatchObject(taken);
    expect(await refusal(add({ userName: 'no address' }))).toMatchObject({
      status: 400,
      modelState: { 'userDetails.userName': ['Username is not valid'] },
    });
    const userName = `race-${randomUUID()}@example.org`;
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => add({ userName })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 409 });
  });

  test('is refused for an unknown organization and for a full plan', async () => {
    expect(await refusal(add({}, randomUUID()))).toMatchObject({ status: 400, code: 'E-ORG-REFERENCE' });
    const plan = await client.plans.create({ body: { name: `One ${randomUUID()}`, tierCode: 'T', allowedUsers: 1 } });
    const body = { name: 'Small', subdomain: `s-${randomUUID()}`, planId: plan.id };
    const small = (await client.organizations.create({ body })).id;
    await add({}, small);
    const userName = `late-${randomUUID()}@example.org`;
    expect(await refusal(add({ userName }, small))).toMatchObject({ status: 409, code: 'E-ORG-USER-LIMIT' });
    expect((await client.users.list({ query: { search: userName } })).totalUsersCount).toBe(0);
  });

  test('is changed field by field; a stale version and another user name that is taken are refused', async () => {
    const user = await add();
    const other = await add();
    const params = { id: user.id };
    const change = { jobTitle: 'Doctor', roleName: 'Administrator' } as const;
    const saved = await client.users.update({ params, body: { ...user, ...change } });
    const workplace = { ...user.workplace, roleName: change.roleName };
    expect(saved).toEqual({ ...user, ...change, workplace, version: 2 });
    expect(await refusal(client.users.update({ params, body: { phone: '555-010-0101', version: 1 } }))).toMatchObject({
      status: 409,
      code: 'E-VERSION-CONFLICT',
    });
    expect(await refusal(client.users.update({ params, body: { userName: other.userName } }))).toMatchObject({
      code: 'E-USER-NAME-TAKEN',
    });
    expect(await refusal(client.users.update({ params, body: { roleName: 'SysAdmin' } }))).toMatchObject({
      status: 400,
    });
    expect((await auditOf(user.id)).find(({ action }) => action === 'users.update')?.changes).toMatchObject({
      jobTitle: { before: null, after: 'Doctor' },
    });
  });

  test('is deleted: listed among the deleted only, without organization, its name free; later changes are refused', async () => {
    const user = await add();
    const params = { id: user.id };
    await client.users.uploadIdProof({ body: params, file: identityDocument });
    await client.users.delete({ params });
    const listed = async (deleted: 'true' | 'false') =>
      (await client.users.list({ query: { search: user.lastName, deleted } })).users.map(({ id }) => id);
    expect([await listed('false'), await listed('true')]).toEqual([[], [user.id]]);
    expect(await client.users.get({ params })).toMatchObject({
      userName: user.userName,
      isDeleted: true,
      isEnabled: false,
      organizationId: null,
      hasPassword: false,
      idProofFileName: null,
    });
    expect((await client.users.organizations({ params })).items).toEqual([]);
    for (const call of [
      () => client.users.update({ params, body: { firstName: 'New' } }),
      () => client.users.enable({ body: { id: user.id, enable: true } }),
      () => client.users.setSystemAdministrator({ params, body: { enable: true } }),
      () => client.users.delete({ params }),
      () => client.users.sync({ params }),
    ])
      expect(await refusal(call())).toMatchObject({ status: 409, code: 'E-USER-DELETED' });
    for (const call of [
      () => client.users.assign({ body: { userId: user.id, organizationId } }),
      () => client.users.resetPassword({ body: params }),
      () => client.users.idProof({ params }),
    ])
      expect(await refusal(call())).toMatchObject({ status: 404 });
    expect(await add({ userName: user.userName })).toMatchObject({ userName: user.userName });
  });

  test('works in further organizations as long as it is assigned to them', async () => {
    const user = await add();
    const second = await clinic();
    const body = { userId: user.id, organizationId: second };
    expect(await client.users.assign({ body })).toMatchObject({ id: second, isCurrent: false, isAdministrator: false });
    expect(await refusal(client.users.assign({ body }))).toMatchObject({ code: 'E-USER-ASSIGNED' });
    await client.users.unassign({ body: { userId: user.id, organizationId } });
    expect((await client.users.organizations({ params: { id: user.id } })).items).toMatchObject([
      { id: second, isCurrent: true },
    ]);
    expect(await refusal(client.users.unassign({ body: { userId: user.id, organizationId } }))).toMatchObject({
      status: 404,
    });
    expect((await auditOf(user.id)).map(({ action }) => action)).toEqual([
      'users.create',
      'users.assign',
      'users.unassign',
    ]);
  });
});

describe('the list', () => {
  const sort = (field: string, dir: string) => JSON.stringify({ field, dir });

  test('is sorted by each column in both directions, with pages that fit together and an exact total', async () => {
    const mark = `Sorted${randomUUID().slice(0, 8)}`;
    for (const name of ['b', 'A', 'c', 'D', 'e']) await add({ firstName: name, lastName: `${mark} ${name}` });
    for (const field of ['name', 'userName', 'roleName', 'createDate', 'lastLoginDate'])
      for (const dir of ['asc', 'desc']) {
        const query = { search: mark, sort: sort(field, dir), pageSize: 2 };
        const pages = [];
        for (const pageNumber of [1, 2, 3, 4]) pages.push(await client.users.list({ query: { ...query, pageNumber } }));
        expect(pages.map(({ totalUsersCount }) => totalUsersCount)).toEqual([5, 5, 5, 5]);
        const ids = pages.flatMap(({ users }) => users.map(({ id }) => id));
        const whole = await client.users.list({ query: { ...query, pageSize: 100 } });
        expect(ids, `${field} ${dir}`).toEqual(whole.users.map(({ id }) => id));
        expect(new Set(ids).size).toBe(5);
      }
    const names = async (dir: string) =>
      (await client.users.list({ query: { search: mark, sort: sort('name', dir) } })).users.map(
        (user) => user.firstName,
      );
    expect(await names('asc')).toEqual(['A', 'b', 'c', 'D', 'e']);
    expect(await names('desc')).toEqual(['e', 'D', 'c', 'b', 'A']);
  });

  test('takes the order as a list of one, and refuses what is none', async () => {
    const list = (text: string) => client.users.list({ query: { sort: text, pageSize: 1 } });
    expect((await list('[{"field":"userName","dir":"asc"}]')).users).toHaveLength(1);
    for (const text of ['userName', '{"field":"passwordHash"}', '{"field":"userName","dir":"up"}', '[]'])
      expect(await refusal(list(text)), text).toMatchObject({
        status: 400,
        modelState: { sort: expect.anything() },
      });
  });

  test('is filtered by role, organization, login ability, lock and first sign-in', async () => {
    const organization = await clinic();
    const [admin, disabled, locked, active] = [
      await add({ roleName: 'Administrator' }, organization),
      await add({}, organization),
      await add({}, organization),
      await add({}, organization),
    ];
    await client.users.enable({ body: { id: disabled.id, enable: false } });
    await server.database.pool.query(
      `insert into login_failures (user_name, failures, locked_until) values ($1, 12, now() + interval '5 minutes')`,
      [locked.userName.toLowerCase()],
    );
    await server.database.pool.query('update users set last_login_date = now() where id = $1', [active.id]);
    const ids = async (query: object) => {
      const { users, totalUsersCount } = await client.users.list({ query: { organizationId: organization, ...query } });
      expect(totalUsersCount).toBe(users.length);
      return users.map(({ id }) => id).sort();
    };
    expect(await ids({})).toEqual([admin, disabled, locked, active].map(({ id }) => id).sort());
    expect(await ids({ roleName: 'Administrator' })).toEqual([admin.id]);
    expect(await ids({ isEnabled: 'false' })).toEqual([disabled.id]);
    expect(await ids({ isLocked: 'true' })).toEqual([locked.id]);
    expect(await ids({ isLocked: 'false', isEnabled: 'true' })).toEqual([admin.id, active.id].sort());
    expect(await ids({ hasSignedIn: 'true' })).toEqual([active.id]);
    expect((await client.users.get({ params: { id: locked.id } })).lockedUntil).not.toBeNull();
  });

  test('contacts are the users who can sign in', async () => {
    const user = await add();
    const contacts = async () => (await client.users.contacts({ query: { search: user.lastName } })).items;
    expect(await contacts()).toMatchObject([{ id: user.id, name: `Pat ${user.lastName}`, userName: user.userName }]);
    await client.users.enable({ body: { id: user.id, enable: false } });
    expect(await contacts()).toEqual([]);
  });
});

describe('system administrators', () => {
  test('are added with a mail to create the password, made of users and ended again', async () => {
    const { firstName, lastName, userName } = details();
    const added = await client.users.createSystemAdministrator({
      body: { firstName, lastName, userName, roleName: 'SysAdminReporting' },
    });
    expect(added).toMatchObject({ roleName: 'SysAdminReporting', isSysAdmin: true, hasPassword: false });
    expect(added.invitedAt).not.toBeNull();
    const user = await add({ roleName: 'Administrator' });
    const set = (enable: boolean) => client.users.setSystemAdministrator({ params: { id: user.id }, body: { enable } });
    expect(await set(true)).toMatchObject({ roleName: 'SysAdmin', isSysAdmin: true });
    expect(await set(false)).toMatchObject({ roleName: 'Administrator', isSysAdmin: false });
    expect(await set(false)).toMatchObject({ roleName: 'Administrator' });
  });

  test('cannot disable, delete or demote themselves', async () => {
    const { userId } = await client.profile.get({});
    for (const call of [
      () => client.users.enable({ body: { id: userId, enable: false } }),
      () => client.users.delete({ params: { id: userId } }),
      () => client.users.setSystemAdministrator({ params: { id: userId }, body: { enable: false } }),
    ])
      expect(await refusal(call())).toMatchObject({ status: 409, code: 'E-USER-OWN-ACCOUNT' });
  });

  test('change their own sign-in in no way that has no step-up; other fields stay theirs', async () => {
    const { userId: id } = await client.profile.get({});
    const { userName } = await client.users.get({ params: { id } });
    for (const call of [
      () => client.users.update({ params: { id }, body: { userName: `other-${id}@example.org` } }),
      () => client.users.disableTwoFactor({ params: { id } }),
      () => client.users.resetPassword({ body: { id } }),
    ])
      expect(await refusal(call())).toMatchObject({ status: 409, code: 'E-USER-OWN-SIGN-IN' });
    expect((await client.users.update({ params: { id }, body: { userName, phone: '' } })).userName).toBe(userName);
  });

  test('of two who take out each other at the same time one remains', async () => {
    const own = await startApp();
    try {
      const { userId: first } = await own.client('SysAdmin').profile.get({});
      const token = await secondAdministratorToken(own);
      const { rows } = await own.database.pool.query<{ id: string }>(
        `select id from users where role = 'SysAdmin' and is_enabled and id <> $1`,
        [first],
      );
      expect(rows).toHaveLength(1);
      const second = rows[0]?.id ?? '';
      const disable = (bearer: string, id: string) =>
        own.app.inject({
          method: 'POST',
          url: '/api/admin/users/enable',
          headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
          payload: JSON.stringify({ id, enable: false }),
        });
      const responses = await Promise.all([disable(own.as('SysAdmin'), second), disable(token, first)]);
      expect(responses.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1);
      // The other one found itself alone, or its token was refused already.
      expect(responses.find(({ statusCode }) => statusCode !== 200)?.statusCode).toSatisfy((status) =>
        [401, 409].includes(status as number),
      );
      const left = await own.database.pool.query(`select id from users where role = 'SysAdmin' and is_enabled`);
      expect(left.rows).toHaveLength(1);
    } finally {
      await own.close();
    }
  });
});

describe('the identity document', () => {
  test('is stored, downloaded as it was, replaced and deleted', async () => {
    const { id } = await add();
    const params = { id };
    expect(await client.users.uploadIdProof({ body: { id }, file: identityDocument })).toMatchObject({
      idProofStatus: 'Proofed_Manually',
      idProofFileName: 'license.png',
    });
    const file = await client.users.idProof({ params });
    expect(Buffer.from(file.bytes).equals(Buffer.from(identityDocument.bytes))).toBe(true);
    const pdf = { name: 'scan.pdf', mediaType: 'text/plain', bytes: new Uint8Array(Buffer.from('%PDF-1.7\n%%EOF\n')) };
    expect(await client.users.uploadIdProof({ body: { id }, file: pdf })).toMatchObject({
      idProofFileName: 'scan.pdf',
    });
    expect(await client.users.resetIdProof({ params })).toMatchObject({
      idProofStatus: 'Not_Id_Proofed',
      idProofFileName: null,
    });
    expect(await refusal(client.users.idProof({ params }))).toMatchObject({ status: 404 });
    expect(JSON.stringify(await auditOf(id))).not.toContain('license.png');
  });

  test('is refused where its bytes are neither an image nor a PDF', async () => {
    const { id } = await add();
    const page = { name: 'license.png', mediaType: 'image/png', bytes: new Uint8Array(Buffer.from('<html></html>')) };
    expect(await refusal(client.users.uploadIdProof({ body: { id }, file: page }))).toMatchObject({
      status: 415,
      code: 'E-FILE-TYPE',
    });
  });
});

test('a sync is a job of the queue and stands in the history of the user', async () => {
  const { id } = await add();
  const job = await client.users.sync({ params: { id } });
  const { rows } = await server.database.pool.query('select kind, target_id from outbound_jobs where id = $1', [
    job.jobId,
  ]);
  expect(rows).toEqual([{ kind: 'user.sync', target_id: id }]);
});

test('an unknown user is not found', async () => {
  const params = { id: randomUUID() };
  for (const call of [
    () => client.users.get({ params }),
    () => client.users.update({ params, body: {} }),
    () => client.users.delete({ params }),
    () => client.users.sessions({ params }),
    () => client.users.signOut({ params }),
    () => client.users.signIns({ params }),
    () => client.users.organizations({ params }),
    () => client.users.disableTwoFactor({ params }),
    () => client.users.enable({ body: { ...params, enable: false } }),
    () => client.users.resendInvitation({ body: params }),
  ])
    expect(await refusal(call())).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
});
