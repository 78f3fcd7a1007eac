import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chargeAttempt } from '../../../server/identity/login/lockout.ts';
import { registerMachineClient } from '../../../server/identity/machineClients.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { refusal } from './organizationBuilders.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

/** A user of the organization, or a platform administrator. */
async function addUser(organizationId: string | null, role = organizationId === null ? 'SysAdmin' : 'User') {
  const id = randomUUID();
  const userName = `Locked-${id}@example.org`;
  await server.database.pool.query(
    `insert into users (id, first_name, last_name, user_name, role, organization_id) values ($1, 'Lou', $2, $3, $4, $5)`,
    [id, `Locked ${id}`, userName, role, organizationId],
  );
  if (organizationId !== null)
    await server.database.pool.query('insert into organization_users (organization_id, user_id) values ($1, $2)', [
      organizationId,
      id,
    ]);
  return { id, userName };
}

async function lock({ userName }: { userName: string }, addresses = ['192.0.2.1'], kind: 'user' | 'client' = 'user') {
  for (const address of addresses)
    for (const _ of [1, 2, 3])
      await chargeAttempt(server.database, {
        kind,
        userName: kind === 'user' ? userName.toLowerCase() : userName,
        address,
      });
}

async function organizations() {
  const { organizationId } = await server.client('Administrator').profile.get({});
  const { rows } = await server.database.pool.query<{ id: string }>(
    `select id from organizations where id <> $1 and id not in (select m.organization_id from organization_users m
      join users u on u.id = m.user_id where u.user_name = 'admin@carepost.example') limit 1`,
    [organizationId],
  );
  return { own: organizationId ?? '', other: rows[0]?.id ?? '' };
}

describe('a locked account', () => {
  test('is listed and unlocked by a platform administrator, with reason and audit row', async () => {
    const user = await addUser(null);
    await lock(user);
    const client = server.client('SysAdmin');
    const { items, totalCount } = await client.users.locked({ query: { search: user.id } });
    expect(totalCount).toBe(1);
    expect(items).toMatchObject([{ id: user.id, userName: user.userName, role: 'SysAdmin', scope: 'Address' }]);
    const response = await client.users.unlock({ body: { id: user.id } }, { reason: 'Called from the office' });
    expect(response).toEqual({ kind: 'User', ...user, wasLocked: true });
    const { rows } = await server.database.pool.query(
      `select action, reason, changes from audit_entries where target_id = $1 order by id desc limit 1`,
      [user.id],
    );
    expect(rows).toMatchObject([
      {
        action: 'users.unlock',
        reason: 'Called from the office',
        changes: { lockedUntil: { before: items[0]?.lockedUntil, after: null } },
      },
    ]);
    expect((await client.users.locked({ query: { search: user.id } })).totalCount).toBe(0);
    expect(await client.users.unlock({ body: { userName: user.userName.toLowerCase() } })).toEqual({
      kind: 'User',
      ...user,
      wasLocked: false,
    });
  });

  test('is one row, whatever the number of addresses, and says when every unknown address is locked', async () => {
    const user = await addUser(null);
    await lock(user, ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']);
    const { items, totalCount } = await server.client('SysAdmin').users.locked({ query: { search: user.id } });
    expect([totalCount, items.map(({ scope }) => scope)]).toEqual([1, ['Account']]);
    await server.client('SysAdmin').users.unlock({ body: { id: user.id } });
    const charge = { kind: 'user', userName: user.userName.toLowerCase(), address: '192.0.2.1' } as const;
    expect(await chargeAttempt(server.database, charge)).toMatchObject({ failures: 1, locks: null });
  });
});

describe('a locked machine client', () => {
  test('is listed and unlocked by a platform administrator, and no other, with an audit row of the client', async () => {
    const clientId = `Nightly-${randomUUID()}`;
    await registerMachineClient(server.database, { clientId, name: 'Nightly import', role: 'User', secret: 'secret' });
    await lock({ userName: clientId }, ['192.0.2.1', '192.0.2.2'], 'client');
    const client = server.client('SysAdmin');
    for (const search of [clientId, 'night', undefined]) {
      const { items } = await client.users.locked({ query: { search, pageSize: 5000 } });
      const expected = { kind: 'Client', id: clientId, firstName: 'Nightly import', lastName: '', userName: clientId };
      expect(items).toContainEqual(expect.objectContaining({ ...expected, role: 'User', scope: 'Address' }));
    }
    expect((await client.users.locked({ query: { search: clientId } })).totalCount).toBe(1);
    const administrator = server.client('Administrator');
    expect((await administrator.users.locked({ query: { search: clientId } })).totalCount).toBe(0);
    const unlocking = { body: { userName: clientId } };
    expect(await refusal(administrator.users.unlock(unlocking))).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
    const unlocked = { kind: 'Client', id: clientId, userName: clientId };
    expect(await client.users.unlock(unlocking)).toEqual({ ...unlocked, wasLocked: true });
    expect(await client.users.unlock(unlocking)).toEqual({ ...unlocked, wasLocked: false });
    expect((await client.users.locked({ query: { search: clientId } })).totalCount).toBe(0);
    const { rows } = await server.database.pool.query(
      `select target_type, target_id, outcome from audit_entries where action = 'users.unlock' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ target_type: 'client', target_id: clientId, outcome: 'Success' }]);
  });

  test('whose id is that of no client is not listed', async () => {
    const userName = `unknown-${randomUUID()}`;
    await lock({ userName }, ['192.0.2.1'], 'client');
    expect((await server.client('SysAdmin').users.locked({ query: { search: userName } })).totalCount).toBe(0);
  });
});

describe('an administrator of an organization', () => {
  test('sees and unlocks its users only', async () => {
    const { own, other } = await organizations();
    const [member, stranger, platform] = [await addUser(own), await addUser(other), await addUser(null)];
    const reader = await addUser(own, 'SysAdminReporting');
    for (const user of [member, stranger, platform, reader]) await lock(user);
    const client = server.client('Administrator');
    const listed = (await client.users.locked({ query: { pageSize: 5000 } })).items.map(({ id }) => id);
    expect(listed).toContain(member.id);
    for (const user of [stranger, platform, reader]) {
      expect(listed).not.toContain(user.id);
      for (const body of [{ id: user.id }, { userName: user.userName }, { id: member.id, userName: user.userName }])
        expect(await refusal(client.users.unlock({ body }))).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
    }
    expect(await client.users.unlock({ body: { id: member.id } })).toEqual({
      kind: 'User',
      ...member,
      wasLocked: true,
    });
    const { rows } = await server.database.pool.query(
      `select count(*)::int as n from login_failures where user_name = any($1) and locked_until is not null`,
      [[stranger, platform, reader].map(({ userName }) => userName.toLowerCase())],
    );
    expect(rows).toEqual([{ n: 3 }]);
  });
});

test('an unlock that names nobody is refused', async () => {
  const client = server.client('SysAdmin');
  expect(await refusal(client.users.unlock({ body: {} }))).toMatchObject({ status: 400, code: 'E-REQUEST-INVALID' });
  expect(await refusal(client.users.unlock({ body: { id: randomUUID() } }))).toMatchObject({ status: 404 });
});
