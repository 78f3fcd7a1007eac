import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../shared/client/createClient.ts';
import { type WebhookEvent, webhookEventNames } from '../../../shared/rules/webhook.ts';
import { newId } from '../../../server/database/newId.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { lastAudit, newOrganization, refusal } from './organizationBuilders.ts';

let server: TestApp;
let client: Client;
let administrator: Client;
let own = '';
beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
  administrator = server.client('Administrator');
  own = (await administrator.profile.get({})).organizationId ?? '';
});
afterAll(() => server.close());

type Body = Parameters<Client['webhooks']['save']>[0]['body'];
let made = 0;
const body = (fields: Body = {}): Body => ({
  name: `Hook ${(made += 1)}`,
  url: 'https://hooks.clinic.example/in',
  events: ['message.received'],
  ...fields,
});
const add = (fields: Body = {}, by = client) => by.webhooks.save({ body: body(fields) });
const get = (id: string) => client.webhooks.get({ params: { id } });
const problems = async (call: Promise<unknown>) => {
  const error = await refusal(call);
  expect(error).toMatchObject({ status: 400, code: 'E-REQUEST-INVALID' });
  return error.modelState;
};
const storedSecret = async (id: string) => {
  const { rows } = await server.database.pool.query<{ secret: string | null }>(
    'select secret from webhooks where id = $1',
    [id],
  );
  return rows[0]?.secret;
};

describe('webhooks', () => {
  test('are at most 50 of an organization, also when many are added at once', { tags: ['hard'] }, async () => {
    const { id: organizationId } = await client.organizations.create({ body: newOrganization() });
    const results = await Promise.allSettled(Array.from({ length: 55 }, () => add({ organizationId })));
    const refused = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
    expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'E-WEBHOOK-LIMIT'));
    const { totalCount } = await client.webhooks.list({ query: { organizationId } });
    expect(totalCount).toBe(50);
    await add();
  });

  test('are added, listed, changed and deleted, each with its audit event', async () => {
    const added = await add({ organizationId: own });
    expect(added).toMatchObject({
      organizationId: own,
      organizationName: expect.any(String),
      authenticationType: 'none',
      hasSecret: false,
      isEnabled: true,
      failingSince: null,
      pendingCount: 0,
      failedCount: 0,
      secret: null,
      version: 1,
    });
    const { id } = added;
    expect(await lastAudit(server, id)).toMatchObject({ action: 'webhooks.save' });
    const { secret: _secret, ...record } = added;
    expect(await get(id)).toEqual(record);
    const page = await client.webhooks.list({ query: { search: added.name, organizationId: own } });
    expect(page).toEqual({ items: [record], totalCount: 1 });
    const changed = await client.webhooks.save({ body: { id, isEnabled: false, version: 1 } });
    expect(changed).toMatchObject({ isEnabled: false, version: 2, events: ['message.received'] });
    expect(await lastAudit(server, id)).toMatchObject({
      changes: { isEnabled: { before: true, after: false } },
      version_checked: true,
    });
    expect((await client.webhooks.save({ body: { id, isEnabled: false } })).version).toBe(2);
    await client.webhooks.delete({ params: { id } });
    expect(await refusal(client.webhooks.get({ params: { id } }))).toMatchObject({ status: 404 });
    expect(await lastAudit(server, id)).toMatchObject({ action: 'webhooks.delete' });
  });

  test('have names that are unique in their organization, whatever the case', async () => {
    const { name } = await add({ organizationId: own });
    expect(await refusal(add({ organizationId: own, name: name.toUpperCase() }))).toMatchObject({
      status: 409,
      code: 'E-NAME-TAKEN',
      modelState: { name: [expect.stringContaining('already exists')] },
    });
    expect((await add({ name })).organizationId).toBeNull();
    const both = await Promise.allSettled([1, 2].map(() => client.webhooks.save({ body: body({ name: 'Twice' }) })));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('refuse a save that is based on an older version', async () => {
    const { id } = await add();
    await client.webhooks.save({ body: { id, name: `${id} B` } });
    expect(await refusal(client.webhooks.save({ body: { id, isEnabled: false, version: 1 } }))).toMatchObject({
      code: 'E-VERSION-CONFLICT',
    });
    expect(await refusal(client.webhooks.delete({ params: { id } }, { ifMatch: 1 }))).toMatchObject({ status: 412 });
    const saves = [1, 2].map((number) =>
      client.webhooks.save({ body: { id, url: `https://hooks.clinic.example/${number}`, version: 2 } }),
    );
    const results = await Promise.allSettled(saves);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('name what is missing or does not fit', async () => {
    expect(await problems(client.webhooks.save({ body: {} }))).toEqual({
      name: ['is required'],
      url: ['is required'],
      events: ['is required'],
    });
    expect(await problems(add({ events: [] }))).toMatchObject({ events: expect.anything() });
    expect(await problems(add({ url: 'http://hooks.clinic.example/' }))).toEqual({ url: ['must begin with https://'] });
    expect(await problems(add({ url: 'https://[::ffff:7f00:1]/' }))).toEqual({
      url: [expect.stringContaining('public address')],
    });
    expect(await problems(add({ organizationId: newId() }))).toEqual({
      organizationId: ['There is no such organization.'],
    });
    expect(await problems(add({ organizationId: own, events: ['emergency.created'] }))).toEqual({
      events: [expect.stringContaining('emergency.created')],
    });
    const sent = client.request('PUT', '/api/webhooks', { body: body({ createdBy: 'mallory' }) });
    expect(await problems(sent)).toEqual({ createdBy: ['is set by the server'] });
    const { id } = await add();
    expect(await problems(client.webhooks.save({ body: { id, organizationId: own } }))).toEqual({
      organizationId: [expect.stringContaining('cannot be changed')],
    });
  });

  test('keep an event that nothing causes any more, and others cannot subscribe to it', async () => {
    const retired: WebhookEvent = 'emergency.deleted';
    expect(await problems(add({ organizationId: null, events: [retired] }))).toEqual({
      events: [expect.stringContaining(retired)],
    });
    const { id } = await add({ organizationId: null, events: ['emergency.created'] });
    const events: WebhookEvent[] = ['emergency.created', retired];
    expect(await problems(client.webhooks.save({ body: { id, events } }))).toMatchObject({ events: expect.anything() });
    await server.database.pool.query('update webhooks set events = $2 where id = $1', [id, events]);
    await client.webhooks.save({ body: { id, name: 'Renamed', events } });
    expect(await get(id)).toMatchObject({ name: 'Renamed', events });
  });

  test('that do not exist are not found', async () => {
    const params = { id: newId() };
    for (const call of [
      () => client.webhooks.get({ params }),
      () => client.webhooks.save({ body: { id: params.id, isEnabled: false } }),
      () => client.webhooks.delete({ params }),
      () => client.webhooks.test({ params }),
      () => client.webhooks.delivery({ params }),
      () => client.webhooks.redeliver({ params }),
    ])
      expect(await refusal(call())).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
  });

  test('have events and authentication types to select from', async () => {
    const { items } = await client.webhooks.events({});
    expect(items.map(({ id }) => id)).toEqual(webhookEventNames.filter((name) => name !== 'emergency.deleted'));
    const ofOrganization = (await administrator.webhooks.events({})).items;
    expect(ofOrganization).toEqual(items.filter(({ isPlatformOnly }) => !isPlatformOnly));
    expect((await client.webhooks.authenticationTypes({})).items.map(({ id, secret }) => [id, secret])).toEqual([
      ['none', 'none'],
      ['basic', 'entered'],
      ['bearer', 'entered'],
      ['hmac', 'generated'],
    ]);
  });
});

describe('secrets', () => {
  test('are generated by the server and displayed once; only their encrypted form is stored', async () => {
    const { id, secret, hasSecret } = await add({ authenticationType: 'hmac' });
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(hasSecret).toBe(true);
    expect(JSON.stringify(await get(id))).not.toContain(secret);
    expect(await storedSecret(id)).toMatch(/^sealed\.v1\./);
    expect((await client.webhooks.save({ body: { id, name: `${id} again` } })).secret).toBeNull();
    const renewed = await client.webhooks.save({ body: { id, renewSecret: true } });
    expect(renewed.secret).toMatch(/^whsec_/);
    expect(renewed.secret).not.toBe(secret);
    const trail = await server.database.pool.query('select changes::text from audit_entries where target_id = $1', [
      id,
    ]);
    expect(JSON.stringify(trail.rows)).toContain('(hidden, new)');
    expect(JSON.stringify(trail.rows)).not.toContain('whsec_');
  });

  test('that users enter are never returned, and go with their type', async () => {
    const password = 'canary-password-51';
    const added = await add({ authenticationType: 'basic', userName: 'carepost', secret: password });
    const { id } = added;
    expect(JSON.stringify(added)).not.toContain(password);
    expect(await storedSecret(id)).not.toContain(password);
    const stored = await storedSecret(id);
    await client.webhooks.save({ body: { id, url: 'https://hooks.clinic.example/other' } });
    expect(await storedSecret(id)).toBe(stored);
    const none = await client.webhooks.save({ body: { id, authenticationType: 'none' } });
    expect(none).toMatchObject({ hasSecret: false, userName: null });
    expect(await storedSecret(id)).toBeNull();
  });

  test('must be entered again for another server, so that it cannot be read by sending it there', async () => {
    const { id } = await add({ authenticationType: 'bearer', secret: 'canary-token' });
    const url = 'https://elsewhere.example/in';
    expect(await problems(client.webhooks.save({ body: { id, url } }))).toEqual({
      secret: [expect.stringContaining('leads to another server')],
    });
    expect((await client.webhooks.save({ body: { id, url, secret: 'another-token' } })).url).toBe(url);
  });

  test.each<[string, Body, string]>([
    ['a password without basic', { secret: 'x' }, 'secret'],
    ['a token with a line break', { authenticationType: 'bearer', secret: 'x\r\nX-Other: y' }, 'secret'],
    ['no token', { authenticationType: 'bearer' }, 'secret'],
    ['no user name', { authenticationType: 'basic', secret: 'x' }, 'userName'],
    ['a user name with a colon', { authenticationType: 'basic', userName: 'a:b', secret: 'x' }, 'userName'],
    ['a user name without basic', { authenticationType: 'hmac', userName: 'a' }, 'userName'],
    ['a secret of the user for a signature', { authenticationType: 'hmac', secret: 'x' }, 'secret'],
    ['a new signing secret without signature', { renewSecret: true }, 'renewSecret'],
  ])('%s is refused by its field', async (_name, fields, field) => {
    expect(Object.keys((await problems(add(fields))) ?? {})).toEqual([field]);
  });
});

describe('administrators of an organization', () => {
  test('manage the webhooks of their organization', async () => {
    const added = await add({}, administrator);
    expect(added.organizationId).toBe(own);
    const { id } = added;
    expect((await administrator.webhooks.list({})).items.map((one) => one.id)).toContain(id);
    const { id: deliveryId } = await administrator.webhooks.test({ params: { id } });
    expect((await administrator.webhooks.deliveries({})).items.map((one) => one.id)).toContain(deliveryId);
    expect((await administrator.webhooks.delivery({ params: { id: deliveryId } })).isTest).toBe(true);
    expect((await administrator.webhooks.redeliver({ params: { id: deliveryId } })).status).toBe('Pending');
    expect((await administrator.webhooks.save({ body: { id, isEnabled: false } })).isEnabled).toBe(false);
    await administrator.webhooks.delete({ params: { id } });
  });

  test('neither see nor touch those of another organization or of the platform', async () => {
    const other = await client.organizations.create({ body: newOrganization() });
    for (const organizationId of [other.id, null]) {
      const hook = await add({ organizationId, name: `CANARY ${made}`, authenticationType: 'hmac' });
      const params = { id: hook.id };
      const delivery = { id: (await client.webhooks.test({ params })).id };
      for (const call of [
        () => administrator.webhooks.get({ params }),
        () => administrator.webhooks.save({ body: { id: hook.id, url: 'https://elsewhere.example/' } }),
        () => administrator.webhooks.save({ body: { id: hook.id, renewSecret: true } }),
        () => administrator.webhooks.delete({ params }),
        () => administrator.webhooks.test({ params }),
        () => administrator.webhooks.delivery({ params: delivery }),
        () => administrator.webhooks.redeliver({ params: delivery }),
      ])
        expect(await refusal(call())).toMatchObject({ status: 404, code: 'E-NOT-FOUND' });
      const { secret: _secret, ...record } = hook;
      expect(await get(hook.id)).toEqual({ ...record, pendingCount: 1 });
    }
    const everything = [
      await administrator.webhooks.list({ query: { pageSize: 5000 } }),
      await administrator.webhooks.list({ query: { organizationId: other.id } }),
      await administrator.webhooks.deliveries({ query: { pageSize: 5000 } }),
    ];
    expect(JSON.stringify(everything)).not.toContain('CANARY');
    const problem = { organizationId: ['There is no such organization.'] };
    expect(await problems(add({ organizationId: other.id }, administrator))).toEqual(problem);
    expect(await problems(add({ organizationId: newId() }, administrator))).toEqual(problem);
    expect((await add({ organizationId: null }, administrator)).organizationId).toBe(own);
  });
});
