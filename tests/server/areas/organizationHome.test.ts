import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import type { OrganizationHome } from '../../../shared/contract/home.ts';
import { clientOf } from '../../support/secondAdministrator.ts';
import { sharedServer, type TestApp } from '../../support/startApp.ts';
import { newOrganization } from './organizationBuilders.ts';

let server: TestApp;
let platform: Client;
beforeAll(async () => {
  server = await sharedServer();
  platform = server.client('SysAdmin');
});

const office = async (allowedUsers: number) => {
  const mark = randomUUID();
  const plan = await platform.plans.create({ body: { name: `Plan ${mark}`, tierCode: 'T', allowedUsers } });
  const { id: organizationId, name } = await platform.organizations.create({
    body: newOrganization({ planId: plan.id }),
  });
  const add = async (roleName: 'Administrator' | 'User', number = 0) => {
    const userName = `${roleName}-${number}-${mark}@example.org`.toLowerCase();
    const userDetails = { firstName: 'Pat', lastName: roleName, userName, roleName };
    return platform.users.create({ body: { userDetails, organizationId, emailCreatePassword: true } });
  };
  const { id: adminId } = await add('Administrator');
  await server.database.pool.query('update users set last_login_date = now() where id = $1', [adminId]);
  return {
    organizationId,
    name,
    planName: plan.name,
    adminId,
    add,
    client: await clientOf(server, adminId, 'Administrator'),
  };
};
const countsOf = ({ numbers }: OrganizationHome) => Object.fromEntries(numbers.map(({ name, count }) => [name, count]));

test('an empty organization has nothing to do, and its numbers are those of its lists', async () => {
  const { client, name, planName } = await office(-1);
  const home = await client.home.organization({});
  expect(home).toMatchObject({
    organizationName: name,
    subscription: { status: 'Active', planName, allowedUsers: -1, memberCount: 1 },
    tasks: [],
    events: [],
  });
  expect(countsOf(home)).toMatchObject({ people: 1, administrators: 1, peopleInvited: 0, webhooks: 0 });
});

test('what is left to do and each number agree with the lists that they lead to; other organizations are not counted', async () => {
  const { client, organizationId, add } = await office(4);
  const other = await office(-1);
  await other.add('User', 9);
  const [invited, disabled, locked] = [await add('User', 1), await add('User', 2), await add('User', 3)];
  await client.people.enable({ params: { id: disabled.id }, query: { enable: 'false' } });
  const { pool } = server.database;
  for (const userName of [locked.userName, (await other.add('User', 8)).userName])
    await pool.query(
      `insert into login_failures (kind, user_name, locked_until) values ('user', $1, now() + interval '5 minutes')`,
      [userName],
    );
  const hook = { url: 'https://hooks.example/', events: ['user.created' as const], organizationId };
  const { id } = await platform.webhooks.save({ body: { ...hook, name: 'Broken' } });
  await pool.query('update webhooks set failing_since = now() where id = $1', [id]);

  // An administrator of another organization is a user here.
  await platform.users.assign({
    body: { userId: invited.id, organizationId: other.organizationId, isAdministrator: true },
  });

  const home = await client.home.organization({});
  const total = async (list: Promise<{ readonly totalCount: number }>) => (await list).totalCount;
  expect(countsOf(home)).toMatchObject({
    people: await total(client.people.list({})),
    administrators: await total(client.people.list({ query: { roleName: 'Administrator' } })),
    peopleDisabled: await total(client.people.list({ query: { isEnabled: 'false' } })),
    peopleInvited: await total(client.people.list({ query: { isInvited: 'true' } })),
    peopleLocked: await total(client.users.locked({})),
    webhooks: await total(client.webhooks.list({})),
    webhooksFailing: await total(client.webhooks.list({ query: { isFailing: 'true' } })),
  });
  expect(countsOf(home)).toMatchObject({
    people: 4,
    administrators: 1,
    peopleDisabled: 1,
    peopleInvited: 3,
    peopleLocked: 1,
  });
  const { items } = await client.people.list({ query: { isInvited: 'true' } });
  expect(items.map((person) => person.id)).toContain(invited.id);
  expect(home.tasks.map(({ name, count }) => [name, count])).toEqual([
    ['unlock', 1],
    ['inviteAgain', 3],
    ['repairWebhooks', 1],
    ['secondAdministrator', 1],
    ['planFull', 1],
  ]);
  expect(home.events).toMatchObject([{ action: 'people.enable', targetId: disabled.id }]);
  expect((await other.client.home.organization({})).events).toEqual([]);
});

test('a subscription that ends and one that has ended are different tasks', async () => {
  const { client, organizationId } = await office(-1);
  const tasksWhenEnding = async (at: string) => {
    await server.database.pool.query(
      'update organizations set cancel_requested_at = now(), cancel_at = now() + $2::interval where id = $1',
      [organizationId, at],
    );
    return (await client.home.organization({})).tasks.map(({ name }) => name);
  };
  expect(await tasksWhenEnding('2 days')).toEqual(['subscriptionEnds']);
  expect(await tasksWhenEnding('-2 days')).toEqual(['subscriptionEnded']);
});

test('a call that changed two records is one line of the newest activity', async () => {
  const { client, adminId, organizationId } = await office(-1);
  const add = (requestId: string, target: string) =>
    server.database.pool.query(
      `insert into audit_entries (actor_id, actor_name, action, target_type, target_id, changes, request_id)
       values ($1, 'pat@example.org', 'registration.complete', 'user', $2, '{}', $3)`,
      [adminId, target, requestId],
    );
  for (const target of [organizationId, adminId]) await add('first', target);
  await add('second', adminId);
  const { events } = await client.home.organization({});
  expect(events.map(({ requestId }) => requestId)).toEqual(['second', 'first']);
});

test('a person without an organization gets "not found"', async () => {
  const { client, adminId } = await office(-1);
  await server.database.pool.query('delete from organization_users where user_id = $1', [adminId]);
  await server.database.pool.query('update users set organization_id = null where id = $1', [adminId]);
  await expect(client.home.organization({})).rejects.toMatchObject({ code: 'E-NOT-FOUND' });
});

test('with 1,000 people who each did something the fastest of five calls takes less than 300 ms', {
  tags: ['hard'],
}, async () => {
  const { client, organizationId } = await office(-1);
  const { pool } = server.database;
  await pool.query(
    `with made as (insert into users (id, first_name, last_name, user_name, role, organization_id)
       select gen_random_uuid(), 'Pat', 'Person ' || n, 'p' || n || '-' || $1 || '@example.org', 'User', $1::uuid
       from generate_series(1, 1000) n returning id),
     members as (insert into organization_users (organization_id, user_id, create_date) select $1::uuid, id, now() - interval '1 day' from made returning user_id)
     insert into audit_entries (at, actor_id, actor_name, action, target_type, target_id, is_read, changes, request_id)
       select now() - make_interval(secs => n), user_id::text, 'Pat', 'people.update', 'user', user_id::text, n % 2 = 0, '{}', 'r'
       from members, generate_series(1, 20) n`,
    [organizationId],
  );
  await pool.query('analyze users, organization_users, audit_entries');
  const times: number[] = [];
  for (let call = 0; call < 5; call += 1) {
    const start = performance.now();
    await client.home.organization({});
    times.push(performance.now() - start);
  }
  const { events, numbers } = await client.home.organization({});
  expect(events).toHaveLength(10);
  // By the name of the member, whatever the audit trail calls the actor.
  for (const { actorName } of events) expect(actorName).toMatch(/^Pat Person \d+$/);
  expect(numbers[0]?.count).toBe(1001);
  expect(Math.min(...times)).toBeLessThan(300);
});
