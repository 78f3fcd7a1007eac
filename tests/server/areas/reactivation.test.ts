import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../../shared/client/createClient.ts';
import { wire } from '../../../shared/contract/wire.ts';
import { organizationNotice } from '../../../shared/rules/onboarding.ts';
import { injectedHttp } from '../../support/injectedHttp.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { newAdministrator } from '../proofing/proofingVisitor.ts';
import { refusal } from './organizationBuilders.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

/** The administrator of the demo with this name, and one more of the same organization. */
const administratorsOf = async (name: string) => {
  const { rows } = await server.database.pool.query<{ id: string; organization: string }>(
    `select id, organization_id as organization from users where user_name = $1 || '@carepost.example'`,
    [name],
  );
  const { id: subject = '', organization = '' } = rows[0] ?? {};
  const accessToken = await server.app.identity.signAccessToken({ subject, kind: 'user', role: 'Administrator' });
  const token = { accessToken, expiresAt: Date.now() + 600_000 };
  const source = { current: () => token, renew: () => Promise.resolve(token) };
  const first = createClient({ http: injectedHttp(server.app), wire, token: source, retry: { attempts: 1 } });
  return { first, second: (await newAdministrator(server, organization)).client };
};

test('an organization whose period is paid is reactivated at once, by one of two administrators at the same time', async () => {
  const { first, second } = await administratorsOf('reactivate');
  expect(organizationNotice(await first.profile.get({}))).toBe('reactivation');
  // The second one has given the organization a plan for more users.
  const { version, planId } = await second.subscriptionplans.subscriptions();
  const body = { planId };
  expect(await refusal(first.subscriptionplans.reactivate({ body }, { ifMatch: version + 1 }))).toMatchObject({
    status: 412,
  });
  const outcomes = await Promise.allSettled(
    [first, second].map(({ subscriptionplans }) => subscriptionplans.reactivate({ body })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'E-SUBSCRIPTION-ACTIVE' });
  expect(await second.subscriptionplans.subscriptions()).toMatchObject({ status: 'Active', billing: 'Card' });
  expect(organizationNotice(await first.profile.get({}))).toBeNull();
});

test('an organization whose period is over is reactivated by its payment', async () => {
  const { first } = await administratorsOf('reactivatepay');
  const { planId } = await first.subscriptionplans.subscriptions();
  const request = () => first.subscriptionplans.reactivate({ body: { planId } });
  const { status, checkout } = await request();
  expect([status, checkout?.planId]).toEqual(['Canceled', planId]);
  expect(organizationNotice(await first.profile.get({}))).toBe('reactivation');
  const { pathname } = new URL(checkout?.url ?? '');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await server.app.inject({ method: 'POST', url: pathname, headers, payload: '' })).statusCode).toBe(200);
  expect(await request()).toMatchObject({ status: 'Active', cancelAt: null });
  expect(organizationNotice(await first.profile.get({}))).toBeNull();
});

test('a plan has to allow the people who are there, also where the record says fewer', async () => {
  const { first } = await administratorsOf('reactivate');
  const { organizationId, numberOfUsers, memberCount, items } = await first.subscriptionplans.subscriptions();
  const tooSmall = items.find(({ allowedUsers }) => allowedUsers === 5);
  await server.database.pool.query(
    `insert into organization_users (organization_id, user_id, is_administrator)
     select $1, id, false from users where deleted_at is null order by id limit 6 on conflict do nothing`,
    [organizationId],
  );
  const after = await first.subscriptionplans.subscriptions();
  expect([after.numberOfUsers, after.memberCount > Math.max(5, memberCount)]).toEqual([numberOfUsers, true]);
  const call = first.subscriptionplans.change({ query: { planId: tooSmall?.id ?? '' } });
  expect(await refusal(call)).toMatchObject({ status: 400, code: 'E-ORG-PLAN-USERS' });
});
