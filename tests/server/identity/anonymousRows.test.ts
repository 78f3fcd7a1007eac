import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { ssoConnections } from '../../../server/database/schema/signIn.ts';
import { Browser } from './browser.ts';
import { addUser, startIdentity } from './identityServer.ts';
import { startOtherProvider } from './otherProvider.ts';
import { authorization, codeOf, signIn } from './signIn.ts';

/** Two processes that share the counts; 20 rows per client address, 100 of all. */
const rateLimit = { ...readConfig({}).rateLimit, signInPerMinute: 20, pendingSignIns: 100 };
let server: Awaited<ReturnType<typeof startIdentity>>;
let other: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  server = await startIdentity({ config: { rateLimit } });
  other = await startIdentity({ database: server.database, config: { rateLimit } });
});
afterAll(async () => {
  await other.close();
  await server.close();
});
afterEach(async () => {
  vi.useRealTimers();
  await server.database.pool.query('DELETE FROM oidc_payloads');
});

const attacker = '192.0.2.66';
const visitor = '198.51.100.7';

const countRows = async () =>
  (await server.database.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM oidc_payloads')).rows[0]?.n;

const start = (address: string, index = 0, headers: Record<string, string> = {}) =>
  (index % 2 === 0 ? server : other).app.inject({
    url: authorization(server.origin).address,
    remoteAddress: address,
    headers,
  });

/** A person opens the sign-in page; what comes back finishes the sign-in. */
async function beginSignIn(address = visitor) {
  const user = await addUser(server.database);
  const browser = new Browser(server.app, server.origin, address);
  const page = await browser.follow(authorization(server.origin).address);
  return async () => codeOf(await browser.submit(page, { userName: user.userName, password: user.password })) !== '';
}

describe('a flood of sign-ins that nobody completes', () => {
  test('leaves 20 rows of its address, is told to wait, and does not push out the sign-in of another address', {
    tags: ['hard'],
  }, async () => {
    const finish = await beginSignIn();
    const responses = await Promise.all(Array.from({ length: 300 }, (_, index) => start(attacker, index)));
    const refused = responses.filter(({ statusCode }) => statusCode === 429);
    // On a busy machine some find the database busy instead (503).
    expect(responses.filter(({ statusCode }) => statusCode === 429 || statusCode === 503).length).toBeGreaterThan(250);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(refused[0]?.body).toContain('Too many sign-ins were started from your network address');
    // One for the visitor; each process may store one more than the limit at the same time.
    expect(await countRows()).toBeLessThanOrEqual(1 + 20 + 2);
    expect(await finish()).toBe(true);
  });

  test('cannot hide behind X-Forwarded-For', async () => {
    for (let index = 0; index < 30; index += 1) {
      await start(attacker, index, { 'x-forwarded-for': `203.0.113.${index}` });
    }
    expect(await countRows()).toBe(20);
    expect((await start(attacker, 0, { 'x-forwarded-for': '203.0.113.99' })).statusCode).toBe(429);
  });

  test('from many addresses stays below the common limit, and the address with most rows makes room', {
    tags: ['hard'],
  }, async () => {
    const finish = await beginSignIn();
    const finishLater = await (async () => {
      for (let index = 0; index < 120; index += 1) await start(`192.0.2.${index % 6}`, index);
      return beginSignIn('203.0.113.5');
    })();
    expect(await countRows()).toBeLessThanOrEqual(100);
    expect(await finish()).toBe(true);
    expect(await finishLater()).toBe(true);
  });

  test('is refused where every address has one, until the rows are 10 minutes old', { tags: ['hard'] }, async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    for (let index = 0; index < 100; index += 1) await start(`192.0.2.${index}`, index);
    expect((await start(visitor)).statusCode).toBe(429);
    vi.setSystemTime(Date.now() + 601_000);
    expect((await start(visitor)).statusCode).toBe(303);
  });
});

test('the ring of an address goes on after a minute: its oldest row makes room', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  for (let index = 0; index < 20; index += 1) await start(attacker, index);
  expect((await start(attacker)).statusCode).toBe(429);
  vi.setSystemTime(Date.now() + 61_000);
  expect((await start(attacker)).statusCode).toBe(303);
  expect(await countRows()).toBe(20);
});

test('sign-ins that were completed do not count', async () => {
  const user = await addUser(server.database);
  for (let round = 0; round < 3; round += 1) {
    const browser = new Browser(server.app, server.origin, visitor);
    await signIn(server, user, { browser });
  }
  const { rows } = await server.database.pool.query(
    'SELECT model FROM oidc_payloads WHERE anonymous_address IS NOT NULL',
  );
  expect(rows).toEqual([]);
});

test.each([
  ['the page for device codes', 'GET', '/oidc/device', {}],
  ['the sign-out page', 'GET', '/oidc/session/end', {}],
  ['requests for device codes', 'POST', '/oidc/device/auth', { client_id: 'carepost-cli', scope: 'openid' }],
] as const)('%s is limited in the same way', async (_name, method, url, form) => {
  const statuses = new Set<number>();
  for (let index = 0; index < 25; index += 1) {
    const { statusCode, headers } = await server.app.inject({
      method,
      url,
      remoteAddress: attacker,
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'POST' ? { payload: new URLSearchParams(form).toString() } : {}),
    });
    statuses.add(statusCode);
    expect(headers['retry-after'] === undefined).toBe(statusCode !== 429);
  }
  expect(await countRows()).toBe(20);
  expect([...statuses]).toEqual([200, 429]);
});

test('the way to another provider is limited in the same way', async () => {
  const hospital = await startOtherProvider([`${server.origin}/oidc-sso/callback`]);
  await server.database.db.insert(ssoConnections).values({
    name: 'hospital',
    displayName: 'Hospital',
    issuer: hospital.issuer,
    clientId: 'carepost-here',
    clientSecret: 'shared-with-the-hospital',
  });
  const browser = new Browser(server.app, server.origin, attacker);
  const page = await browser.follow(authorization(server.origin).address);
  const statuses = new Set<number>();
  for (let index = 0; index < 25; index += 1)
    statuses.add((await browser.send(`${new URL(page.url).pathname}?connection=hospital`)).status);
  expect([...statuses]).toEqual([303, 429]);
  expect(await countRows()).toBe(20);
  await hospital.close();
});
