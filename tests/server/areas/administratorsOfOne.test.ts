import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { clientOf } from '../../support/secondAdministrator.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { refusal } from './organizationBuilders.ts';

let server: TestApp;
let platform: Client;
beforeAll(async () => {
  server = await startApp();
  platform = server.client('SysAdmin');
});
afterAll(() => server.close());

const clinic = async () =>
  (await platform.organizations.create({ body: { name: `Clinic ${randomUUID()}`, subdomain: `c-${randomUUID()}` } }))
    .id;
const member = async (organizationId: string, roleName: 'Administrator' | 'User') => {
  const userDetails = { firstName: 'Pat', lastName: 'Of Two', userName: `pat-${randomUUID()}@example.org`, roleName };
  return (await platform.users.create({ body: { userDetails, organizationId, emailCreatePassword: true } })).id;
};
/** A token says its role; one that says another role than the user has now is revoked. */
const as = (userId: string, role: 'Administrator' | 'User') => clientOf(server, userId, role);
const isRole = async (userId: string, role: 'Administrator' | 'User') => {
  const other = role === 'User' ? 'Administrator' : 'User';
  expect((await (await as(userId, role)).profile.get({})).roles).toEqual([role]);
  expect(await refusal((await as(userId, other)).profile.get({}))).toMatchObject({ code: 'E-TOKEN-REVOKED' });
};

test('an administrator of one organization has the rights of a user in another one of theirs', async () => {
  const [own, other] = [await clinic(), await clinic()];
  const userId = await member(own, 'Administrator');
  await platform.users.assign({ body: { userId, organizationId: other, isAdministrator: false } });
  const administrator = await as(userId, 'Administrator');
  expect((await administrator.people.list({ query: {} })).items.map(({ id }) => id)).toEqual([userId]);

  await administrator.profile.changeOrganization({ body: { orgId: other } });
  await isRole(userId, 'User');
  const user = await as(userId, 'User');
  expect(await refusal(user.people.list({ query: {} }))).toMatchObject({ status: 403 });

  await user.profile.changeOrganization({ body: { orgId: own } });
  await isRole(userId, 'Administrator');
  await platform.users.unassign({ body: { userId, organizationId: own } });
  await isRole(userId, 'User');
});

test('a user who is made the administrator of an organization administers that one alone', async () => {
  const [own, other] = [await clinic(), await clinic()];
  const userId = await member(own, 'User');
  await platform.users.assign({ body: { userId, organizationId: other, isAdministrator: true } });
  await isRole(userId, 'User');
  await (await as(userId, 'User')).profile.changeOrganization({ body: { orgId: other } });
  await isRole(userId, 'Administrator');
});

test('a role that the platform changes is that of the membership where the user works', async () => {
  const [own, other] = [await clinic(), await clinic()];
  const userId = await member(own, 'User');
  await platform.users.assign({ body: { userId, organizationId: other, isAdministrator: false } });
  const administered = async () =>
    (await platform.users.organizations({ params: { id: userId } })).items
      .filter(({ isAdministrator }) => isAdministrator)
      .map(({ id }) => id);
  await platform.users.update({ params: { id: userId }, body: { roleName: 'Administrator' } });
  expect(await administered()).toEqual([own]);
  await isRole(userId, 'Administrator');
  await platform.users.update({ params: { id: userId }, body: { roleName: 'User' } });
  expect(await administered()).toEqual([]);
  await isRole(userId, 'User');
});
