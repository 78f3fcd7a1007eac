import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import type { WebhookDeliveryStatus } from '../../../shared/rules/webhook.ts';
import { isOurWebhook, signatureHeader } from '../../../shared/rules/webhookSignature.ts';
import { inTransaction } from '../../../server/database/transaction.ts';
import { deleteOldDeliveries } from '../../../server/webhooks/deliveryStore.ts';
import { announce } from '../../../server/webhooks/announce.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { exchangeDoors, usableAddresses } from '../exchange/engineSetup.ts';
import { lastAudit, newOrganization, refusal } from '../areas/organizationBuilders.ts';
import { eventIdOf, openReceiver, type Receiver } from './receiver.ts';

const env = { JOBS: 'true', WEBHOOK_RETRY_SECONDS: '0,0', WEBHOOKS_ALLOW_PRIVATE: 'true' };
let server: TestApp;
let client: Client;
const receivers: Receiver[] = [];
beforeAll(async () => {
  server = await startApp({ env });
  client = server.client('SysAdmin');
});
afterAll(async () => {
  await server.close();
  for (const receiver of receivers) await receiver.close();
});

const receive = async (...parameters: Parameters<typeof openReceiver>) => {
  const receiver = await openReceiver(...parameters);
  receivers.push(receiver);
  return receiver;
};

type Body = Parameters<Client['webhooks']['save']>[0]['body'];
let made = 0;
const hook = (url: string, fields: Body = {}) =>
  client.webhooks.save({
    body: { name: `Hook ${(made += 1)}`, url, events: ['organization.updated'], ...fields },
  });
const deliveriesOf = async (webhookId: string) =>
  (await client.webhooks.deliveries({ query: { webhookId, pageSize: 100 } })).items;
const settled = async (webhookId: string, count = 1) => {
  const isOver = (status: WebhookDeliveryStatus) => status === 'Delivered' || status === 'Failed';
  await expect
    .poll(async () => (await deliveriesOf(webhookId)).filter(({ status }) => isOver(status)).length, {
      timeout: 15_000,
    })
    .toBe(count);
  return deliveriesOf(webhookId);
};
const organization = () => client.organizations.create({ body: newOrganization() });
let changes = 0;
const change = (id: string) =>
  client.organizations.update({ params: { id }, body: { name: `Changed Clinic ${(changes += 1)}` } });
const now = () => Math.floor(Date.now() / 1000);

type Verifier = (secret: string, header: string, body: string, now: number) => boolean;
/** The code that docs/webhooks.md offers to receivers. */
const sampleVerifier = async (): Promise<Verifier> => {
  const guide = await readFile(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8');
  const code = /```js\n(.*?)```/s.exec(guide)?.[1] ?? '';
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { isFromCarepost: Verifier };
  return module.isFromCarepost;
};

describe('events', () => {
  test('come from what happens to organizations, users and emergencies, in the order in which it happened', async () => {
    const receiver = await receive();
    const { items } = await client.webhooks.events({});
    const platform = await hook(receiver.url, { events: items.map(({ id }) => id as 'user.created') });
    const { id } = await organization();
    await change(id);
    await client.organizations.enable({ params: { id }, body: { enabled: false } });
    await client.organizations.enable({ params: { id }, body: { enabled: true } });
    const userDetails = { firstName: 'Ann', lastName: 'Ash', userName: 'ann.ash@hooks.example' };
    const user = await client.users.create({
      body: { userDetails, organizationId: id, emailCreatePassword: true },
    });
    await client.users.enable({ body: { id: user.id, enable: false } });
    await client.users.delete({ params: { id: user.id } });
    const emergency = await client.emergencies.create({
      body: { name: 'Hooked emergency', organizations: [{ name: 'Agency', oid: '2.16.840.1.113883.19.71' }] },
    });
    await client.emergencies.disable({ params: { id: emergency.id }, body: {} });
    await client.organizations.delete({ params: { id } });
    await settled(platform.id, 10);
    const bodies = receiver.calls.map(
      ({ body }) => JSON.parse(body) as { type: string; sequence: number; organizationId: string; data: object },
    );
    const inOrder = bodies.toSorted((a, b) => a.sequence - b.sequence);
    const ofOrganization = { organizationId: id };
    expect(inOrder.map(({ type, organizationId, data }) => [type, organizationId, data])).toEqual([
      ['organization.created', id, ofOrganization],
      ['organization.updated', id, ofOrganization],
      ['organization.disabled', id, ofOrganization],
      ['organization.enabled', id, ofOrganization],
      ['user.created', id, { userId: user.id }],
      ['user.disabled', id, { userId: user.id }],
      ['user.deleted', id, { userId: user.id }],
      ['emergency.created', null, { emergencyId: emergency.id }],
      ['emergency.disabled', null, { emergencyId: emergency.id }],
      ['organization.deleted', id, ofOrganization],
    ]);
    // Ids, times and types only.
    expect(JSON.stringify(bodies)).not.toMatch(/Ann|Ash|ann\.ash|Clinic|Agency|Hooked/);
    await client.webhooks.delete({ params: { id: platform.id } });
  });

  test('come from messages that were sent, received or failed, with ids only; the inspector shows the deliveries', async () => {
    const receiver = await receive();
    const doors = exchangeDoors(server);
    const [one, two] = await usableAddresses(server.database);
    if (!one || !two) throw new Error('The demo data have too few direct addresses.');
    const events = ['message.sent', 'message.received', 'message.failed'] as const;
    const platform = await hook(receiver.url, { events: [...events] });
    const sent = await doors.send(one, [two.address]);
    const failed = await doors.send(one, ['unknown@nowhere.example']);
    await settled(platform.id, 3);
    await doors.close();
    const bodies = receiver.calls.map(
      ({ body }) => JSON.parse(body) as { type: string; organizationId: string; data: { messageId: number } },
    );
    const of = (type: string) => bodies.find((body) => body.type === type);
    expect(of('message.sent')).toMatchObject({
      organizationId: one.organizationId,
      data: { messageId: sent.mailMessageId, workflowId: sent.workflowId },
    });
    expect(of('message.failed')?.data.messageId).toBe(failed.mailMessageId);
    expect(of('message.received')?.organizationId).toBe(two.organizationId);
    expect(JSON.stringify(bodies)).not.toMatch(/Referral|Testfall|Greta|attachment|@/);
    const { rows } = await server.database.pool.query(
      'select type, status, event from notifications where workflow_id = $1',
      [failed.workflowId],
    );
    expect(rows).toEqual([{ type: 20, status: 2, event: 'Failed' }]);
    await client.webhooks.delete({ params: { id: platform.id } });
  });

  test('go to the webhooks of their organization, those of the platform, and to no other one', async () => {
    const receiver = await receive();
    const [first, second] = [await organization(), await organization()];
    const own = await hook(receiver.url, { organizationId: first.id });
    const others = await hook(receiver.url, { organizationId: second.id });
    const elsewhere = await hook(receiver.url, { events: ['user.created'] });
    const disabled = await hook(receiver.url, { isEnabled: false });
    const platform = await hook(receiver.url);
    await change(first.id);
    const [[a], [b]] = [await settled(own.id), await settled(platform.id)];
    expect(a?.eventId).toBe(b?.eventId);
    expect(a?.sequence).toBe(b?.sequence);
    expect(receiver.calls).toHaveLength(2);
    for (const { id } of [others, elsewhere, disabled]) expect(await deliveriesOf(id)).toEqual([]);
    await client.webhooks.delete({ params: { id: platform.id } });
  });

  test('of a change that is undone are gone with it; a save that changes nothing is none', async () => {
    const receiver = await receive();
    const { id, name } = await organization();
    const own = await hook(receiver.url, { organizationId: id });
    const undone = inTransaction(server.database, async (tx) => {
      await announce(tx, { type: 'organization.updated', data: {}, organizationIds: [id] });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await client.organizations.update({ params: { id }, body: { name } });
    expect(await deliveriesOf(own.id)).toEqual([]);
  });
});

describe('a delivery', () => {
  test.each<[string, Body, RegExp]>([
    ['none', {}, /^undefined$/],
    [
      'basic',
      { authenticationType: 'basic', userName: 'carepost', secret: 'canary pässword' },
      new RegExp(`^Basic ${Buffer.from('carepost:canary pässword').toString('base64')}$`),
    ],
    ['bearer', { authenticationType: 'bearer', secret: 'canary.token' }, /^Bearer canary\.token$/],
  ])('is authenticated by its type: %s', async (_name, fields, expected) => {
    const receiver = await receive();
    const { id } = await hook(receiver.url, fields);
    const sent = await client.webhooks.test({ params: { id } });
    expect(sent).toMatchObject({ status: 'Pending', isTest: true, eventType: 'webhook.test' });
    await settled(id);
    const [call] = receiver.calls;
    expect(String(call?.headers.authorization)).toMatch(expected);
    expect(call?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'carepost',
      'carepost-event-id': sent.eventId,
      'idempotency-key': sent.eventId,
      'carepost-event-type': 'webhook.test',
      'carepost-event-sequence': String(sent.sequence),
    });
    expect(call?.headers[signatureHeader]).toBeUndefined();
    expect(JSON.stringify(await client.webhooks.delivery({ params: { id: sent.id } }))).not.toContain('canary');
  });

  test('is signed with its time; a changed body, another secret and a replay after 300 seconds are refused', async () => {
    const receiver = await receive();
    const { id, secret } = await hook(receiver.url, { authenticationType: 'hmac' });
    await client.webhooks.test({ params: { id } });
    const [delivery] = await settled(id);
    const [call] = receiver.calls;
    const check = {
      header: String(call?.headers[signatureHeader]),
      body: call?.body ?? '',
      secret: secret ?? '',
      now: now(),
    };
    expect(await isOurWebhook(check)).toBe(true);
    expect(await isOurWebhook({ ...check, body: `${check.body} ` })).toBe(false);
    expect(await isOurWebhook({ ...check, secret: 'whsec_other' })).toBe(false);
    const sentAt = Number(/^t=(\d+)/.exec(check.header)?.[1]);
    expect(await isOurWebhook({ ...check, now: sentAt + 300 })).toBe(true);
    expect(await isOurWebhook({ ...check, now: sentAt + 301 })).toBe(false);
    const verify = await sampleVerifier();
    expect(verify(check.secret, check.header, check.body, sentAt + 300)).toBe(true);
    expect(verify(check.secret, check.header, check.body, sentAt + 301)).toBe(false);
    expect(verify('whsec_other', check.header, check.body, sentAt)).toBe(false);
    const detail = await client.webhooks.delivery({ params: { id: delivery?.id ?? '' } });
    expect(detail.body).toBe(check.body);
    expect(detail.attempts[0]?.requestHeaders[signatureHeader]).toBe(`t=${sentAt},v1=(hidden)`);
  });

  test('has no password in the log where the receiver repeats it as JSON or as an address', async () => {
    const receiver = await receive((response, _number, { headers }) => {
      const credentials = Buffer.from(String(headers.authorization).slice(6), 'base64').toString('utf8');
      response.end(`${JSON.stringify({ credentials })} ${encodeURIComponent(credentials)} ${credentials}`);
    });
    const { id } = await hook(receiver.url, { authenticationType: 'basic', userName: 'ann', secret: 'canary "ä\\' });
    const sent = await client.webhooks.test({ params: { id } });
    await settled(id);
    const { attempts } = await client.webhooks.delivery({ params: { id: sent.id } });
    expect(attempts[0]?.responseBody).toBe('{"credentials":"ann:(hidden)"} ann%3A(hidden) ann:(hidden)');
  });

  test('to a slow receiver holds up no delivery to another webhook', async () => {
    const slow = await receive(() => undefined);
    const fast = await receive();
    const slowHook = await hook(slow.url);
    const fastHook = await hook(fast.url);
    for (let sent = 0; sent < 8; sent += 1) await client.webhooks.test({ params: { id: slowHook.id } });
    await expect.poll(() => slow.calls.length, { timeout: 8_000 }).toBeGreaterThan(1);
    await client.webhooks.test({ params: { id: fastHook.id } });
    expect(await settled(fastHook.id)).toMatchObject([{ status: 'Delivered' }]);
    // All six jobs of the worker at once would be six.
    expect(slow.calls.length).toBeLessThan(6);
    await client.webhooks.delete({ params: { id: slowHook.id } });
  });

  test('has every attempt in the log with the response, and not what authenticates the call', async () => {
    const receiver = await receive((response, number, { headers }) => {
      // An echo of the credentials, and a NUL that the database would refuse.
      if (number === 1) response.writeHead(500).end(`\0 got ${headers.authorization} ${'x'.repeat(5000)}`);
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
    });
    const organizationId = (await organization()).id;
    const { id } = await hook(receiver.url, { organizationId, authenticationType: 'bearer', secret: 'canary-token' });
    await change(organizationId);
    const [delivery] = await settled(id);
    expect(delivery).toMatchObject({ status: 'Delivered', attemptCount: 2, responseStatus: 200, error: null });
    const { attempts } = await client.webhooks.delivery({ params: { id: delivery?.id ?? '' } });
    expect(attempts).toMatchObject([
      { number: 1, responseStatus: 500, error: 'The webhook responded with 500.' },
      { number: 2, responseStatus: 200, responseBody: '{"ok":true}', error: null },
    ]);
    expect(attempts[0]?.requestHeaders['authorization']).toBe('Bearer (hidden)');
    expect(attempts[0]?.responseBody).toMatch(/^ got Bearer \(hidden\) x+$/);
    expect(attempts[0]?.responseBody).toHaveLength(2000);
    const { rows } = await server.database.pool.query('select t::text from webhook_attempts t');
    expect(JSON.stringify(rows)).not.toContain('canary-token');
    expect(receiver.calls.map(eventIdOf)).toEqual([delivery?.eventId, delivery?.eventId]);
  });

  test('fails when its attempts are used up, and is sent again by hand with the same event id', async () => {
    let isRepaired = false;
    const receiver = await receive((response) => response.writeHead(isRepaired ? 204 : 503).end());
    const organizationId = (await organization()).id;
    const { id } = await hook(receiver.url, { organizationId });
    await change(organizationId);
    const [failed] = await settled(id);
    expect(failed).toMatchObject({ status: 'Failed', attemptCount: 3, responseStatus: 503 });
    expect(await client.webhooks.get({ params: { id } })).toMatchObject({
      failedCount: 1,
      failingSince: expect.any(String),
    });
    isRepaired = true;
    const again = await client.webhooks.redeliver({ params: { id: failed?.id ?? '' } });
    expect(again).toMatchObject({ status: 'Pending', attemptCount: 0 });
    const [delivered] = await settled(id);
    expect(delivered).toMatchObject({ status: 'Delivered', attemptCount: 1, eventId: failed?.eventId });
    expect(new Set(receiver.calls.map(eventIdOf)).size).toBe(1);
    expect((await client.webhooks.delivery({ params: { id: failed?.id ?? '' } })).attempts).toHaveLength(4);
    expect(await client.webhooks.get({ params: { id } })).toMatchObject({ failedCount: 0, failingSince: null });
    expect(await lastAudit(server, id)).toMatchObject({ action: 'webhooks.redeliver' });
  });

  test('is not sent again while it is under way, or to a disabled webhook', async () => {
    const receiver = await receive();
    const organizationId = (await organization()).id;
    const { id } = await hook(receiver.url, { organizationId });
    await change(organizationId);
    const [delivery] = await settled(id);
    const params = { id: delivery?.id ?? '' };
    await server.database.pool.query(`update webhook_deliveries set status = 'In Progress' where id = $1`, [params.id]);
    expect(await refusal(client.webhooks.redeliver({ params }))).toMatchObject({
      status: 409,
      code: 'E-WEBHOOK-UNDERWAY',
    });
    await server.database.pool.query(`update webhook_deliveries set status = 'Failed' where id = $1`, [params.id]);
    await client.webhooks.save({ body: { id, isEnabled: false } });
    expect(await refusal(client.webhooks.redeliver({ params }))).toMatchObject({
      status: 409,
      code: 'E-WEBHOOK-DISABLED',
    });
    await client.webhooks.test({ params: { id } });
    await settled(id, 2);
    expect(receiver.calls).toHaveLength(2);
  });

  test('that a test user sends is one attempt and fails with its reason', async () => {
    const receiver = await receive((response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
    const { id } = await hook(receiver.url);
    await client.webhooks.test({ params: { id } });
    expect(await settled(id)).toMatchObject([
      {
        status: 'Failed',
        attemptCount: 1,
        error: 'The webhook responded with 302. Redirects are not followed: set the new address.',
      },
    ]);
    expect(await client.webhooks.get({ params: { id } })).toMatchObject({ failedCount: 0, failingSince: null });
  });
});

test('a webhook to which nothing was delivered for days is disabled, visibly, and enabled again by a user', {
  tags: ['hard'],
}, async () => {
  const receiver = await receive((response) => response.writeHead(503).end());
  const organizationId = (await organization()).id;
  const { id } = await hook(receiver.url, { organizationId });
  await change(organizationId);
  await settled(id);
  expect((await client.webhooks.get({ params: { id } })).isEnabled).toBe(true);
  await server.database.pool.query(`update webhooks set failing_since = now() - interval '121 hours' where id = $1`, [
    id,
  ]);
  await change(organizationId);
  await settled(id, 2);
  expect(await client.webhooks.get({ params: { id } })).toMatchObject({
    isEnabled: false,
    disabledByFailuresAt: expect.any(String),
    version: 2,
  });
  expect(await lastAudit(server, id)).toMatchObject({ action: 'webhooks.disabledByFailures' });
  await change(organizationId);
  expect(await deliveriesOf(id)).toHaveLength(2);
  expect(await client.webhooks.save({ body: { id, isEnabled: true } })).toMatchObject({
    isEnabled: true,
    disabledByFailuresAt: null,
    failingSince: null,
  });
});

test('the log filters by state and event, and forgets deliveries that ended long ago', async () => {
  const receiver = await receive((response, number) => response.writeHead(number === 1 ? 410 : 204).end());
  const organizationId = (await organization()).id;
  const { id } = await hook(receiver.url, { organizationId });
  await change(organizationId);
  await settled(id);
  await client.webhooks.test({ params: { id } });
  await settled(id, 2);
  const page = async (query: object) =>
    (await client.webhooks.deliveries({ query: { webhookId: id, ...query } })).items.map(({ status }) => status);
  expect(await page({})).toEqual(['Delivered', 'Failed']);
  expect(await page({ status: 'Failed' })).toEqual(['Failed']);
  expect(await page({ eventType: 'webhook.test' })).toEqual(['Delivered']);
  expect(await page({ pageSize: 1, pageNumber: 2 })).toEqual(['Failed']);
  await server.database.pool.query(
    `update webhook_deliveries set completed_at = now() - interval '31 days' where webhook_id = $1 and status = 'Failed'`,
    [id],
  );
  await deleteOldDeliveries(server.database, 30);
  expect(await page({})).toEqual(['Delivered']);
});
