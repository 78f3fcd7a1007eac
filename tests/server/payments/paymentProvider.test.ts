import type { RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PaymentFailure } from '../../../server/payments/payments.ts';
import { fastSpring } from '../../../server/payments/fastSpring.ts';
import { httpPaymentTransport, paymentLimits } from '../../../server/payments/paymentTransport.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { newOrganization, refusal } from '../areas/organizationBuilders.ts';
import { type FakeDirectory as FakeServer, startDirectory as startFake } from '../fhir/fakeDirectory.ts';

const running: FakeServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((fake) => fake.close()));
});

const access = (fake: FakeServer, allowPrivate = true) => ({
  url: fake.url.origin,
  user: 'shop',
  password: 'sesame',
  allowPrivate,
});
const json =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** What reading a subscription of a provider with this response fails with. */
const failureOf = async (answer: RequestListener, limits = paymentLimits, allowPrivate = true) => {
  const fake = await startFake(answer);
  running.push(fake);
  const payments = fastSpring(httpPaymentTransport(access(fake, allowPrivate), limits), 'https://store.example');
  const failure = await payments.subscription('s1', new AbortController().signal).then(
    (found) => new Error(`found ${JSON.stringify(found)}`),
    (error: unknown) => error,
  );
  if (!(failure instanceof PaymentFailure)) throw failure;
  return { message: failure.message, isRefusal: failure.isRefusal, requested: fake.requested, headers: fake.headers };
};

describe('a payment provider over the network', () => {
  test('that is silent, slow or endless is given up', async () => {
    const silent = await failureOf(() => undefined, { ...paymentLimits, timeoutMs: 100 });
    expect(silent).toMatchObject({ message: 'The payment provider did not respond in time.', isRefusal: false });
    const dripping: RequestListener = (_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(timer));
    };
    expect(await failureOf(dripping, { ...paymentLimits, timeoutMs: 200 })).toMatchObject({
      message: 'The payment provider did not respond in time.',
    });
    const endless: RequestListener = (_request, response) => {
      response.writeHead(200);
      const write = () => {
        while (!response.destroyed && response.write(' '.repeat(8192)));
        response.once('drain', write);
      };
      write();
    };
    expect((await failureOf(endless)).message).toBe('The response of the payment provider is larger than 256 kB.');
  });

  test('that breaks off, redirects, fails or responds with something else changes nothing', async () => {
    const cut = await failureOf((request) => request.socket.destroy());
    expect(cut.message).toBe('The payment provider cannot be reached (ECONNRESET).');
    const half: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"id":');
      setImmediate(() => response.destroy());
    };
    expect((await failureOf(half)).message).toContain('cannot be reached');
    const elsewhere: RequestListener = (_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    const redirected = await failureOf(elsewhere);
    expect(redirected).toMatchObject({
      message: 'The payment provider responded 302.',
      requested: ['/subscriptions/s1'],
    });
    expect(redirected.headers[0]?.authorization).toBe(`Basic ${Buffer.from('shop:sesame').toString('base64')}`);
    expect(await failureOf(json({}, 500))).toMatchObject({
      message: 'The payment provider responded 500.',
      isRefusal: false,
    });
    expect(await failureOf(json({}, 401))).toMatchObject({ isRefusal: false });
    expect(await failureOf(json({}, 422))).toMatchObject({ isRefusal: true });
    const unreadable = 'The response of the payment provider cannot be read.';
    expect((await failureOf(json({ id: 's1' }))).message).toBe(unreadable);
    expect((await failureOf((_request, response) => response.end('<html>'))).message).toBe(unreadable);
  });

  test('with a private address is called only where that is allowed', async () => {
    const failure = await failureOf(json({}), paymentLimits, false);
    expect(failure.message).toContain('private network');
    expect(failure.requested).toEqual([]);
  });
});

describe('an organization that pays by card at a provider with faults', () => {
  let fake: FakeServer;
  let server: TestApp;
  beforeAll(async () => {
    fake = await startFake(json({}, 500));
    server = await startApp({
      env: {
        PAYMENT_PROVIDER_URL: fake.url.origin,
        PAYMENT_PROVIDER_USER: 'shop',
        PAYMENT_PROVIDER_PASSWORD: 'sesame',
        PAYMENT_STORE_URL: 'https://store.example',
        PAYMENT_PROVIDER_ALLOW_PRIVATE: 'true',
      },
    });
  });
  afterAll(async () => {
    await server.close();
    await fake.close();
  });

  test('keeps its plan and its state; the error says whether the provider refused or did not respond', async () => {
    const client = server.client('SysAdmin');
    const [small, group] = (await client.plans.list({ query: { pageSize: 100 } })).items
      .filter(({ tierCode }) => ['SMALL', 'GROUP'].includes(tierCode))
      .toSorted((a, b) => a.allowedUsers - b.allowedUsers);
    const { id: organizationId } = await client.organizations.create({
      body: newOrganization({ planId: small?.id ?? '' }),
    });
    await server.database.pool.query(
      `insert into subscription_payments (organization_id, account_id, subscription_id) values ($1, 'a1', 's1')`,
      [organizationId],
    );
    const before = await client.subscriptionplans.subscriptions({ query: { organizationId } });
    const query = { organizationId, planId: group?.id ?? '' };
    const unavailable = { status: 503, code: 'E-PAYMENT-UNAVAILABLE' };
    expect(await refusal(client.subscriptionplans.change({ query }))).toMatchObject({
      ...unavailable,
      retryAfterMs: expect.any(Number),
    });
    fake.answer = (request) => request.socket.destroy();
    const cancel = client.subscriptionplans.cancel({ query: { organizationId }, body: { cancelReason: 'Closing' } });
    expect(await refusal(cancel)).toMatchObject(unavailable);
    expect(await refusal(client.subscriptionplans.fastspring({ params: { id: 's1' } }))).toMatchObject(unavailable);
    fake.answer = json({
      subscriptions: [{ subscription: 's1', result: 'error', error: { product: 'Card was declined' } }],
    });
    expect(await refusal(client.subscriptionplans.change({ query }))).toMatchObject({
      status: 409,
      code: 'E-PAYMENT-REFUSED',
      message: 'The payment provider refused the change: Card was declined',
    });
    expect(await client.subscriptionplans.subscriptions({ query: { organizationId } })).toEqual(before);
    expect((await client.subscriptionplans.history({ query: { organizationId } })).items).toEqual([]);
    fake.answer = json({ subscriptions: [{ subscription: 's1', result: 'success' }] });
    expect(await client.subscriptionplans.change({ query })).toMatchObject({ planId: group?.id });
  });
});
