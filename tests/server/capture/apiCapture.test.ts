import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetExpiredCaptures } from '../../../server/capture/captureStore.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { asOwner } from '../../support/database/databases.ts';
import { startApp, type TestApp } from '../../support/startApp.ts';
import { refusal } from '../areas/organizationBuilders.ts';

let server: TestApp;
let client: Client;
/** The organization the demo's administrator works in. */
let id: string;

beforeAll(async () => {
  server = await startApp();
  client = server.client('SysAdmin');
  const { rows } = await server.database.pool.query<{ id: string }>(
    `select organization_id as id from users where user_name = 'admin@carepost.example'`,
  );
  id = rows[0]?.id ?? '';
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.pool.query('delete from api_captures');
  await capture(true);
});

const capture = (enabled: boolean) => client.organizations.apiCapture({ params: { id }, body: { enabled } });
const captures = async () => (await client.organizations.apiCaptures({ params: { id } })).items;
const asAdministrator = (method: 'GET' | 'POST', url: string, payload?: object) =>
  server.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${server.as('Administrator')}`, 'x-correlation-id': `seen-${url.length}` },
    ...(payload ? { payload } : {}),
  });
/** A call that is captured says that those before it had their chance. */
const settled = async () => {
  // Among the newest, not the newest: two calls of one millisecond have no order.
  const markers = async () => (await captures()).filter(({ route }) => route === '/api/apicaptureconfig').length;
  const before = await markers();
  await asAdministrator('GET', '/api/apicaptureconfig');
  await expect.poll(markers, { timeout: 5000 }).toBeGreaterThan(before);
};

describe('the capture of an organization', () => {
  test('holds the form of its calls and none of their values', async () => {
    await asAdministrator('GET', '/api/users/profiledata?x=canary-query');
    await asAdministrator('POST', '/api/account/change', { orgId: 'canary-body', 'canary-name': 1 });
    await expect.poll(async () => (await captures()).length).toBe(2);
    const [change, profile] = await captures();
    expect(change).toMatchObject({
      method: 'POST',
      route: '/api/account/change',
      status: 400,
      requestId: 'seen-19',
      actorName: expect.any(String),
      requestBody: { orgId: '[len 11]', '[name 2]': '[number]' },
      responseBody: { code: expect.stringMatching(/^\[len /), message: expect.stringMatching(/^\[len /) },
    });
    expect(profile).toMatchObject({ route: '/api/users/profiledata', query: { '[name 1]': '[len 12]' } });
    const { rows } = await server.database.pool.query('select api_captures::text as row from api_captures');
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain('canary');
    expect(stored).not.toContain(server.as('Administrator').slice(-20));
  });

  test('shows ids of the address as placeholders, and refused calls as well', async () => {
    expect((await asAdministrator('GET', `/api/organizations/${id}`)).statusCode).toBe(403);
    await expect
      .poll(async () => (await captures())[0])
      .toMatchObject({ route: '/api/organizations/{id}', status: 403 });
  });

  test('holds nothing of others', async () => {
    await server.database.pool.query(
      `update users set organization_id = (select id from organizations where id <> $1 order by id limit 1)
       where user_name = 'user@carepost.example'`,
      [id],
    );
    await client.profile.get();
    await server.client('User').profile.get();
    await settled();
    expect((await captures()).map(({ route }) => route)).toEqual(['/api/apicaptureconfig']);
  });

  test('ends at once when it is switched off', { tags: ['hard'] }, async () => {
    await settled();
    await capture(false);
    const off = Date.now();
    while (Date.now() < off + 1_000) await asAdministrator('GET', '/api/users/profiledata');
    // What waits to be written is judged when it is written. These calls are of no organization: the user may be of this one.
    while (Date.now() < off + 1_600) await client.profile.get();
    await capture(true);
    await expect
      .poll(async () => {
        await asAdministrator('GET', '/api/apicaptureconfig');
        return (await captures()).length;
      })
      .toBeGreaterThan(1);
    const routes = (await captures()).map(({ route }) => route);
    expect(routes).not.toContain('/api/users/profiledata');
  });

  test('is over after its days: not shown, then deleted', async () => {
    await settled();
    const [taken] = await captures();
    const days = (Date.parse(taken?.expiresAt ?? '') - Date.parse(taken?.at ?? '')) / 86_400_000;
    expect(days).toBe(7);
    await server.database.pool.query(`update api_captures set expires_at = now() - interval '1 second'`);
    expect(await client.organizations.apiCaptures({ params: { id } })).toEqual({ items: [], totalCount: 0 });
    await forgetExpiredCaptures(server.database);
    const { rows } = await server.database.pool.query('select count(*)::int as count from api_captures');
    expect(rows).toEqual([{ count: 0 }]);
  });

  test('fails no call while it cannot be written', async () => {
    await asOwner(server.database, 'alter table api_captures rename to api_captures_gone');
    try {
      expect((await asAdministrator('GET', '/api/users/profiledata')).statusCode).toBe(200);
      const failed = Date.now();
      while (Date.now() < failed + 400) await client.profile.get();
      expect((await asAdministrator('GET', '/api/users/profiledata')).statusCode).toBe(200);
    } finally {
      await asOwner(server.database, 'alter table api_captures_gone rename to api_captures');
    }
    await settled();
  });
});

test('an unknown organization has no captures to show', async () => {
  const call = client.organizations.apiCaptures({ params: { id: crypto.randomUUID() } });
  expect(await refusal(call)).toMatchObject({ code: 'E-NOT-FOUND' });
});

test('where the feature is off nothing is captured', async () => {
  const off = await startApp({ env: { API_CAPTURE_ENABLED: 'false' } });
  try {
    await off.database.pool.query('update organizations set api_capture = true');
    await off.client('Administrator').profile.get();
    await off.app.close();
    const { rows } = await off.database.pool.query('select count(*)::int as count from api_captures');
    expect(rows).toEqual([{ count: 0 }]);
  } finally {
    await off.close();
  }
});
