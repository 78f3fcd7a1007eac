import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findDemo } from '../../../server/payments/embedded/demoPaymentsStore.ts';
import { sweepCheckouts } from '../../../server/areas/organizations/subscription/checkoutSweep.ts';
import { fastSpring } from '../../../server/payments/fastSpring.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import type { OrganizationCreate } from '../../../shared/contract/organizationSchemas.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { lastAudit, lookupId, newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;
let administrator: Client;
/** The organization of the administrator. */
let own = '';
const plan: Record<'starter' | 'small' | 'group' | 'clinic' | 'stay', string> = {
  starter: '',
  small: '',
  group: '',
  clinic: '',
  stay: '',
};

beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
  administrator = server.client('Administrator');
  for (const [key, code] of [
    ['starter', 'START'],
    ['small', 'SMALL'],
    ['group', 'GROUP'],
    ['clinic', 'CLINIC'],
    ['stay', 'STAY'],
  ] as const)
    plan[key] = await lookupId(server, 'plans', `tier_code = '${code}'`);
  const { rows } = await server.database.pool.query<{ id: string }>(
    `select organization_id as id from users where user_name = 'admin@carepost.example'`,
  );
  own = rows[0]?.id ?? '';
});
afterAll(() => server.close());

const subscriptions = () => client.subscriptionplans;
const read = (organizationId: string) => subscriptions().subscriptions({ query: { organizationId } });
const history = async (organizationId: string) => (await subscriptions().history({ query: { organizationId } })).items;
const create = (fields: Partial<OrganizationCreate> = {}) =>
  client.organizations.create({
    body: newOrganization({ contact: { email: 'billing@clinic.example' }, numberOfUsers: 2, ...fields }),
  });
/** The organization of the administrator as a new one: without plan, card, reseller and cancellation. */
const resetOwn = async (columns: Readonly<Record<string, unknown>> = {}) => {
  const { pool } = server.database;
  await pool.query('delete from subscription_payments where organization_id = $1', [own]);
  // The customer of an earlier test has subscriptions.
  await pool.query(`delete from demo_payments where data ->> 'custom' = $1`, [own]);
  const values = {
    plan_id: null,
    reseller_id: null,
    number_of_users: 2,
    cancel_at: null,
    cancel_requested_at: null,
    contact_email: 'owner@clinic.example',
    ...columns,
  };
  const assignments = Object.keys(values).map((column, index) => `${column} = $${index + 2}`);
  await pool.query(`update organizations set ${assignments.join(', ')} where id = $1`, [own, ...Object.values(values)]);
};
const paidByCard = async (planId: string) => {
  const organization = await create({ planId });
  const [product] = (
    await server.database.pool.query<{ code: string }>('select lower(tier_code) as code from plans where id = $1', [
      planId,
    ])
  ).rows;
  const reference = `card${organization.orgId}`;
  const account = `account${organization.orgId}`;
  const next = Date.now() + 12 * 86_400_000;
  const add = 'insert into demo_payments (id, kind, data) values ($1, $2, $3)';
  await server.database.pool.query(add, [
    account,
    'account',
    { custom: organization.id, company: 'Clinic', key: 'secret', subscriptions: [reference] },
  ]);
  await server.database.pool.query(add, [
    reference,
    'subscription',
    { account, product: product?.code, state: 'active', next, end: null },
  ]);
  await server.database.pool.query(
    'insert into subscription_payments (organization_id, account_id, subscription_id) values ($1, $2, $3)',
    [organization.id, account, reference],
  );
  return { id: organization.id, reference, account, next };
};
const atProvider = (reference: string) => findDemo(server.database.db, 'subscription', reference);
const pay = async (url: string | undefined) => {
  const { pathname } = new URL(url ?? '');
  const page = await server.app.inject({ method: 'GET', url: pathname });
  expect(page.body).toContain('Nothing is charged');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const paid = await server.app.inject({ method: 'POST', url: pathname, headers, payload: '' });
  expect(paid.body).toContain('Thank you');
};

describe('the plans of an organization', () => {
  test('are compared with the present one by price, users and features', async () => {
    const { id } = await create({ planId: plan.small, numberOfUsers: 8 });
    const subscription = await read(id);
    expect(subscription).toMatchObject({ planId: plan.small, status: 'Active', billing: 'Other', reference: null });
    expect(subscription.items[0]).toMatchObject({ id: 'free', monthlyPriceCents: 0, isAvailable: false });
    expect(subscription.items.find((item) => item.id === plan.small)).toMatchObject({ isCurrent: true });
    expect(subscription.items.find((item) => item.id === plan.group)).toMatchObject({
      isAvailable: true,
      difference: { monthlyPriceCents: 7000, users: 15, added: ['triage', 'cdaDownload'], removed: [] },
    });
    expect(subscription.items.find((item) => item.id === plan.stay)).toMatchObject({
      isAvailable: false,
      unavailableReason: 'This plan allows fewer users than the organization has.',
      difference: { removed: ['forward', 'reply', 'release'] },
    });
    expect(subscription.items.map((item) => item.monthlyPriceCents)).toEqual(
      subscription.items.map((item) => item.monthlyPriceCents).toSorted((a, b) => a - b),
    );
  });

  test('are those of the own organization without an id; another one does not exist for its administrator', async () => {
    await resetOwn();
    expect(await administrator.subscriptionplans.subscriptions({})).toMatchObject({
      organizationId: own,
      planId: 'free',
    });
    const { id: organizationId } = await create({ planId: plan.small });
    const card = await paidByCard(plan.small);
    const { subscriptionplans } = administrator;
    for (const call of [
      () => subscriptionplans.subscriptions({ query: { organizationId } }),
      () => subscriptionplans.history({ query: { organizationId } }),
      () => subscriptionplans.change({ query: { organizationId, planId: plan.group } }),
      () => subscriptionplans.cancel({ query: { organizationId }, body: { cancelReason: 'Not mine' } }),
      () => subscriptionplans.reactivate({ query: { organizationId }, body: { planId: plan.group } }),
      () => subscriptionplans.fastspring({ params: { id: card.reference } }),
    ])
      expect(await refusal(call())).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
    expect(await read(organizationId)).toMatchObject({ planId: plan.small, status: 'Active' });
  });
});

describe('a change of the plan', () => {
  test('reaches the payment provider, the audit trail and the history', async () => {
    const { id, reference, account } = await paidByCard(plan.small);
    const before = await read(id);
    expect(before).toMatchObject({ billing: 'Card', reference });
    const query = { organizationId: id, planId: plan.group };
    expect(await subscriptions().change({ query }, { reason: 'They grow' })).toMatchObject({
      planId: plan.group,
      monthlyPriceCents: 11_900,
      checkout: null,
      version: before.version + 1,
    });
    expect(await atProvider(reference)).toMatchObject({ product: 'group', state: 'active' });
    expect(await lastAudit(server, id)).toMatchObject({
      action: 'subscriptionplans.change',
      changes: { planId: { before: plan.small, after: plan.group } },
    });
    const [change] = await history(id);
    expect(change).toMatchObject({
      action: 'Changed',
      fromPlan: 'Small Practice',
      fromPriceCents: 4900,
      toPlan: 'Group Practice',
      toPriceCents: 11_900,
      reason: 'They grow',
    });
    expect(await subscriptions().fastspring({ params: { id: reference } })).toMatchObject({
      state: 'active',
      product: 'group',
      priceCents: 11_900,
      organizationId: id,
      manageUrl: expect.stringContaining(`/fastspring/account/${account}/`),
    });
    // The record editor changes the same plan, and its history is the same.
    await client.organizations.update({ params: { id }, body: { planId: plan.clinic } });
    expect((await history(id)).map(({ toPlan }) => toPlan)).toEqual(['Clinic', 'Group Practice']);
  });

  test('ends the card subscription where the Free Plan follows', async () => {
    const { id, reference } = await paidByCard(plan.small);
    const query = { organizationId: id, planId: 'free' };
    expect(await subscriptions().change({ query })).toMatchObject({
      planId: 'free',
      billing: 'Other',
      reference: null,
    });
    expect(await atProvider(reference)).toMatchObject({ state: 'deactivated' });
  });

  test('is refused for too many users, an unknown plan, an older version and a canceled subscription', async () => {
    const { id: organizationId } = await create({ planId: plan.group, numberOfUsers: 20 });
    const change = (planId: string, options = {}) =>
      subscriptions().change({ query: { organizationId, planId } }, options);
    expect(await refusal(change(plan.small))).toMatchObject({ status: 400, code: 'E-ORG-PLAN-USERS' });
    expect(await refusal(change('018f2b6c-5a3e-7c41-9d20-3b6f1e4a7e11'))).toMatchObject({
      code: 'E-REQUEST-INVALID',
      modelState: { planId: ['There is no such plan.'] },
    });
    expect(await refusal(change(plan.clinic, { ifMatch: 99 }))).toMatchObject({ code: 'E-PRECONDITION-FAILED' });
    await subscriptions().cancel({ query: { organizationId }, body: { cancelReason: 'Too big' } });
    expect(await refusal(change(plan.clinic))).toMatchObject({ status: 409, code: 'E-SUBSCRIPTION-CANCELED' });
    expect(await history(organizationId)).toHaveLength(1);
  });

  test('that two users send at the same time ends with the same plan here and at the provider', async () => {
    const { id: organizationId, reference } = await paidByCard(plan.small);
    const planIds = [plan.group, plan.clinic, plan.starter, plan.stay];
    await Promise.all(planIds.map((planId) => subscriptions().change({ query: { organizationId, planId } })));
    const { items, planId } = await read(organizationId);
    const { tierCode } = items.find(({ id }) => id === planId) ?? {};
    expect(await atProvider(reference)).toMatchObject({ product: tierCode?.toLowerCase() });
    const entries = (await history(organizationId)).toReversed();
    expect(entries.slice(1).map(({ fromPlan }) => fromPlan)).toEqual(entries.slice(0, -1).map(({ toPlan }) => toPlan));
  });

  test('of a licensing reseller is for platform administrators', async () => {
    const reseller = await lookupId(server, 'resellers', 'type = 1');
    await resetOwn({ plan_id: plan.small, reseller_id: reseller });
    const { subscriptionplans } = administrator;
    expect(await subscriptionplans.subscriptions({})).toMatchObject({ billing: 'Reseller', canCancel: false });
    expect(await read(own)).toMatchObject({ billing: 'Reseller', canCancel: true });
    const refused = { status: 409, code: 'E-SUBSCRIPTION-LICENSED' };
    expect(await refusal(subscriptionplans.change({ query: { planId: plan.group } }))).toMatchObject(refused);
    expect(await refusal(subscriptionplans.cancel({ body: { cancelReason: 'No' } }))).toMatchObject(refused);
    const free = subscriptions().change({ query: { organizationId: own, planId: 'free' } });
    expect(await refusal(free)).toMatchObject({ code: 'E-ORG-PLAN-USERS' });
    const changed = await subscriptions().change({ query: { organizationId: own, planId: plan.group } });
    expect(changed).toMatchObject({ planId: plan.group, billing: 'Reseller' });
  });
});

describe('an administrator without a card subscription', () => {
  test('pays a plan first; the plan changes once the provider knows the payment', async () => {
    await resetOwn();
    const query = { planId: plan.small };
    const waiting = await administrator.subscriptionplans.change({ query });
    expect(waiting).toMatchObject({ planId: 'free', checkout: { planId: plan.small, planName: 'Small Practice' } });
    expect((await administrator.home.organization({})).tasks.map(({ name }) => name)).toContain('payCheckout');
    // Not paid yet: the same checkout.
    expect(await administrator.subscriptionplans.change({ query })).toMatchObject({ checkout: waiting.checkout });
    await pay(waiting.checkout?.url);
    await pay(waiting.checkout?.url).catch(() => undefined);
    const paid = await administrator.subscriptionplans.change({ query });
    expect(paid).toMatchObject({ planId: plan.small, billing: 'Card', checkout: null });
    expect((await administrator.home.organization({})).tasks.map(({ name }) => name)).not.toContain('payCheckout');
    expect(await atProvider(paid.reference ?? '')).toMatchObject({ product: 'small' });
    // From now on the card pays changes at once.
    const next = await administrator.subscriptionplans.change({ query: { planId: plan.group } });
    expect(next).toMatchObject({ planId: plan.group, checkout: null, reference: paid.reference });
  });

  test('never pays twice: a checkout that was replaced counts when it was paid, and so does one before a cancellation', async () => {
    await resetOwn();
    const { subscriptionplans } = administrator;
    const first = await subscriptionplans.change({ query: { planId: plan.group } });
    const second = await subscriptionplans.change({ query: { planId: plan.small } });
    expect(second.checkout?.planId).toBe(plan.small);
    await pay(first.checkout?.url);
    // The page of the first tab: its plan is paid.
    const paid = await subscriptionplans.change({ query: { planId: plan.group } });
    expect(paid).toMatchObject({ planId: plan.group, billing: 'Card', checkout: null });
    // The other page is still open in a tab.
    await pay(second.checkout?.url);
    const after = await subscriptionplans.change({ query: { planId: plan.small } });
    expect(after).toMatchObject({ planId: plan.small, billing: 'Card' });
    expect(await atProvider(paid.reference ?? '')).toMatchObject({ state: 'deactivated' });
    expect(await atProvider(after.reference ?? '')).toMatchObject({ state: 'active', product: 'small' });

    await resetOwn();
    const waiting = await subscriptionplans.change({ query: { planId: plan.clinic } });
    await pay(waiting.checkout?.url);
    const canceled = await subscriptionplans.cancel({ body: { cancelReason: 'Too late' } });
    expect(canceled).toMatchObject({ planId: plan.clinic, billing: 'Card', status: 'Canceling' });
    expect(await atProvider(canceled.reference ?? '')).toMatchObject({ state: 'canceled' });
  });

  test('gets a plan that was paid without coming back, by the job', async () => {
    await resetOwn();
    const { checkout } = await administrator.subscriptionplans.change({ query: { planId: plan.clinic } });
    // Outside of the transaction, as the provider is.
    const { db } = server.database;
    const payments = fastSpring(async ({ method, path, body }) => {
      expect([method, body]).toEqual(['GET', undefined]);
      const id = path.split('/').at(-1) ?? '';
      const account = await findDemo(db, 'account', id);
      const one = await findDemo(db, 'subscription', id);
      const json = account ?? { ...one, id, price: 249, currency: 'USD', account: one?.account };
      return { status: 200, text: JSON.stringify(json) };
    }, 'https://store.example');
    const services = { config: server.config, database: server.database, payments };
    await sweepCheckouts(services);
    expect(await read(own)).toMatchObject({ planId: 'free' });
    await pay(checkout?.url);
    await sweepCheckouts(services);
    expect(await read(own)).toMatchObject({ planId: plan.clinic, billing: 'Card', checkout: null });
    expect((await history(own))[0]).toMatchObject({ actorName: 'system', reason: 'Paid at the payment provider.' });
    expect(await lastAudit(server, own)).toMatchObject({ action: 'subscriptionplans.paid' });
  });

  test('cannot pay without the e-mail address of a contact', async () => {
    await resetOwn({ contact_email: null });
    expect(await refusal(administrator.subscriptionplans.change({ query: { planId: plan.small } }))).toMatchObject({
      code: 'E-PAYMENT-REFUSED',
      message: expect.stringContaining('e-mail address of the primary contact'),
    });
  });
});

describe('a cancellation', () => {
  test('requires a reason, ends with the paid period, and is taken back', async () => {
    const { id, reference, next } = await paidByCard(plan.small);
    const query = { organizationId: id };
    const empty = subscriptions().cancel({ query, body: { cancelReason: ' ' } });
    expect(await refusal(empty)).toMatchObject({ status: 400, modelState: { cancelReason: expect.any(Array) } });
    const canceled = await subscriptions().cancel({ query, body: { cancelReason: 'Moving\nto another vendor' } });
    expect(canceled).toMatchObject({ status: 'Canceling', cancelAt: new Date(next).toISOString() });
    expect(await client.organizations.get({ params: { id } })).toMatchObject({ isPendingCancellation: true });
    const again = subscriptions().cancel({ query, body: { cancelReason: 'Again' } });
    expect(await refusal(again)).toMatchObject({
      status: 409,
      code: 'E-SUBSCRIPTION-CANCELED',
      message: expect.stringMatching(
        /^The subscription is canceled since 20.+ UTC, with the reason "Moving\nto another vendor"\.$/,
      ),
    });
    const active = await subscriptions().reactivate({ query, body: { planId: plan.group } });
    expect(active).toMatchObject({ status: 'Active', planId: plan.group, cancelAt: null, reference });
    expect(await atProvider(reference)).toMatchObject({ state: 'active', product: 'group', end: null });
    const twice = subscriptions().reactivate({ query, body: { planId: plan.group } });
    expect(await refusal(twice)).toMatchObject({ status: 409, code: 'E-SUBSCRIPTION-ACTIVE' });
    expect(await history(id)).toMatchObject([
      { action: 'Reactivated', fromPlan: 'Small Practice', toPlan: 'Group Practice' },
      { action: 'Canceled', cancelAt: new Date(next).toISOString(), reason: 'Moving\nto another vendor' },
    ]);
  });

  test('without a card leaves 30 days; the clearing of the list reaches the provider too', async () => {
    const { id } = await create({ planId: plan.small });
    const { cancelAt } = await subscriptions().cancel({
      query: { organizationId: id },
      body: { cancelReason: 'Closing' },
    });
    const days = (Date.parse(cancelAt ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    const card = await paidByCard(plan.small);
    await subscriptions().cancel({ query: { organizationId: card.id }, body: { cancelReason: 'Closing' } });
    expect(await atProvider(card.reference)).toMatchObject({ state: 'canceled' });
    await client.organizations.clearCancel({ params: { id: card.id } });
    expect(await atProvider(card.reference)).toMatchObject({ state: 'active' });
    expect((await history(card.id))[0]).toMatchObject({ action: 'Cleared' });
  });

  test('that is over needs a new payment of the administrator, and none of a platform administrator', async () => {
    await resetOwn({ plan_id: plan.small, cancel_at: new Date(Date.now() - 86_400_000) });
    const { account, reference } = await paidByCard(plan.small);
    const { pool } = server.database;
    await pool.query('delete from subscription_payments where account_id = $1', [account]);
    await pool.query(
      'insert into subscription_payments (organization_id, account_id, subscription_id) values ($1, $2, $3)',
      [own, account, reference],
    );
    await pool.query(`update demo_payments set data = data || '{"state":"deactivated","end":1}' where id = $1`, [
      reference,
    ]);
    const waiting = await administrator.subscriptionplans.reactivate({ body: { planId: plan.small } });
    expect(waiting).toMatchObject({ status: 'Canceled', checkout: { planId: plan.small } });
    await pay(waiting.checkout?.url);
    const active = await administrator.subscriptionplans.reactivate({ body: { planId: plan.small } });
    expect(active).toMatchObject({ status: 'Active', billing: 'Card', cancelAt: null });
    expect(active.reference).not.toBe(reference);

    const other = await paidByCard(plan.small);
    await pool.query(`update demo_payments set data = data || '{"state":"deactivated","end":1}' where id = $1`, [
      other.reference,
    ]);
    await pool.query(`update organizations set cancel_at = now() - interval '1 day' where id = $1`, [other.id]);
    const query = { organizationId: other.id };
    expect(await subscriptions().reactivate({ query, body: { planId: plan.small } })).toMatchObject({
      status: 'Active',
      billing: 'Other',
      reference: null,
    });
  });
});

test('the demo provider refuses callers without the password, and pages that it did not make', async () => {
  const get = (url: string) => server.app.inject({ method: 'GET', url });
  expect((await get('/fastspring/subscriptions/demoSubscription00000')).statusCode).toBe(401);
  expect((await get('/fastspring/session/unknown')).statusCode).toBe(404);
  const card = await paidByCard(plan.small);
  expect((await get(`/fastspring/account/${card.account}/wrong`)).statusCode).toBe(404);
  expect((await get(`/fastspring/account/${card.account}/secret`)).body).toContain('Small Practice: $49.00 a month');
});
