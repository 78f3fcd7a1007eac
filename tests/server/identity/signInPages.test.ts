import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { cleanExpired } from '../../../server/identity/cleanExpired.ts';
import { demoAccounts } from '../../../server/seed/demoAccounts.ts';
import { Browser } from './browser.ts';
import { addUser, startIdentity } from './identityServer.ts';
import { cutOff } from './testDatabase.ts';
import { authorization, codeOf, redeem, refresh, requestTokens, signIn, typePassword, whoIs } from './signIn.ts';

let server: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  // The twelve hours pass without an action of the user.
  server = await startIdentity({ config: { idleSeconds: 13 * 60 * 60 } });
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

const openPage = async (browser = new Browser(server.app, server.origin)) => ({
  browser,
  page: await browser.follow(authorization(server.origin).address),
});

describe('the sign-in page', () => {
  test('labels its fields, runs no inline code and may not be framed', async () => {
    const { page } = await openPage();
    expect(page.text).toContain('<html lang="en">');
    expect(page.text).toContain('<label for="userName">E-mail address</label>');
    expect(page.text).toContain('<label for="password">Password</label>');
    expect(page.text).not.toMatch(/<script>|<style| style=| on\w+=/);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  test('says at the field what is missing, and counts no attempt', async () => {
    const user = await addUser(server.database);
    const { browser, page } = await openPage();
    for (const _ of [1, 2, 3, 4]) {
      const response = await browser.submit(page, { userName: user.userName, password: '' });
      expect(response.status).toBe(400);
      expect(response.text).toContain('<p class="field-error" id="password-error">Enter your password.</p>');
      expect(response.text).toContain('aria-describedby="password-error problem"');
      expect(response.text).toContain('role="alert"');
    }
    expect(codeOf(await browser.submit(page, { userName: user.userName, password: user.password }))).not.toBe('');
  });

  test('comes with style and scripts from this server', async () => {
    const { page } = await openPage();
    const files = [...page.text.matchAll(/(?:src|href)="(\/oidc-assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files).toHaveLength(2);
    for (const file of files) expect((await server.app.inject(file)).statusCode).toBe(200);
  });

  test.each([
    ['names another origin', { origin: 'https://evil.example' }],
    ['hides its origin', { origin: 'null' }],
    ['comes from another site by the browser’s word', { 'sec-fetch-site': 'cross-site' }],
    ['comes from a sister site', { 'sec-fetch-site': 'same-site' }],
  ])('takes no form that %s', async (_name, headers) => {
    const user = await addUser(server.database);
    const { browser, page } = await openPage();
    const form = { userName: user.userName, password: user.password };
    const response = await browser.send(page.url, { method: 'POST', form, headers });
    expect(response.status).toBe(403);
    expect(response.location).toBeUndefined();
  });

  test('takes no form of a browser that did not open it', async () => {
    const user = await addUser(server.database);
    const { page } = await openPage();
    const stranger = new Browser(server.app, server.origin);
    const form = { userName: user.userName, password: user.password };
    const response = await stranger.send(page.url, { method: 'POST', form });
    expect(response).toMatchObject({ status: 400, location: undefined });
    expect(response.text).toContain('This sign-in has expired');
  });

  test('goes on to the application when a person who is signed in comes back to it', async () => {
    const { page } = await openPage();
    const { browser } = await signIn(server, await addUser(server.database));
    expect(await browser.send(page.url)).toMatchObject({ status: 303, location: `${server.origin}/account/login` });
    // Without a session, and with a session cookie without its signature, it is the page that says so.
    const expired = { status: 400, location: undefined };
    expect(await new Browser(server.app, server.origin).send(page.url)).toMatchObject(expired);
    for (const name of browser.cookies.keys()) if (name.endsWith('_session.sig')) browser.cookies.delete(name);
    expect(await browser.send(page.url)).toMatchObject(expired);
  });

  test('takes neither JSON nor a form of 100 kilobytes', async () => {
    const { browser, page } = await openPage();
    const json = await browser.send(page.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      form: { a: 'b' },
    });
    expect(json.status).toBe(415);
    const big = await browser.send(page.url, {
      method: 'POST',
      form: { userName: 'x'.repeat(100_000), password: 'x' },
    });
    expect(big.status).toBe(413);
  });

  test('shows the demo accounts where there are some, and only in demo mode', async () => {
    const { page } = await openPage();
    for (const { userName, isEnabled } of demoAccounts) expect(page.text.includes(userName)).toBe(isEnabled);
    const serious = await startIdentity({ database: server.database, config: { demo: false } });
    expect((await openPage(new Browser(serious.app, serious.origin))).page.text).not.toContain('Demo accounts');
    await serious.close();
  });
});

describe('over https', () => {
  test('cookies carry the prefixes that browsers enforce', async () => {
    const origin = 'https://carepost.example.org';
    const secure = await startIdentity({ database: server.database, origin });
    const { browser } = await signIn(secure, await addUser(server.database));
    expect(browser.setCookieLines.length).toBeGreaterThan(3);
    for (const line of browser.setCookieLines) expect(line).toMatch(/^__(Host|Secure)-carepost_.*; secure/i);
    expect(browser.cookies.get('__Host-carepost_session')?.path).toBe('/');
    await secure.close();
  });

  test('addresses follow the setting, whatever Host and X-Forwarded headers claim', async () => {
    const response = await server.app.inject({
      url: '/oidc/.well-known/openid-configuration',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    });
    expect(response.body).not.toContain('evil');
    expect(response.json()).toMatchObject({ token_endpoint: 'http://localhost:3000/oidc/token' });
  });
});

describe('twelve hours after the sign-in', () => {
  test('session and refresh tokens have ended, however often they were used', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const start = Date.now();
    const { browser, tokens } = await signIn(server, await addUser(server.database));
    let { refresh_token } = tokens;
    let late = tokens;
    for (const hours of [4, 8, 11.9]) {
      vi.setSystemTime(start + hours * 3_600_000);
      const { address, verifier, given: input } = authorization(server.origin, { prompt: 'none' });
      const code = codeOf(await browser.follow(address));
      late = (await redeem(server, { code, verifier, redirect_uri: input.redirect_uri ?? '' })).body;
      const { status, body } = await refresh(server, refresh_token);
      expect(status).toBe(200);
      ({ refresh_token } = body);
    }
    vi.setSystemTime(start + 12 * 3_600_000 + 1000);
    const silent = await browser.follow(authorization(server.origin, { prompt: 'none' }).address);
    expect(silent.location).toContain('error=login_required');
    expect((await refresh(server, refresh_token)).status).toBe(400);
    // What the session gave shortly before ends with it, the access token too.
    expect((await refresh(server, late.refresh_token)).status).toBe(400);
    expect((await whoIs(server, late.access_token)).status).toBe(401);
  });

  test('nothing of it is left in the database', async () => {
    await signIn(server, await addUser(server.database));
    const count = async () =>
      (await server.database.pool.query('SELECT count(*)::int AS n FROM oidc_payloads')).rows[0]?.n as number;
    expect(await count()).toBeGreaterThan(0);
    await cleanExpired(server.database);
    expect(await count()).toBeGreaterThan(0);
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 48 * 3_600_000);
    await cleanExpired(server.database);
    expect(await count()).toBe(0);
  });
});

test('tokens are given to pages of this server and to programs, not to pages of other sites', async () => {
  const { tokens } = await signIn(server, await addUser(server.database));
  const form = { grant_type: 'refresh_token', client_id: 'carepost-web', refresh_token: tokens.refresh_token };
  expect((await requestTokens(server, form, { origin: 'https://evil.example' })).status).toBe(400);
  expect((await requestTokens(server, form, { origin: 'null' })).status).toBe(400);
  expect((await requestTokens(server, form, { origin: server.origin })).status).toBe(200);
});

test('an authorization code is good for a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { address, verifier, given: input } = authorization(server.origin);
  const page = await typePassword(new Browser(server.app, server.origin), address, await addUser(server.database));
  vi.setSystemTime(Date.now() + 61_000);
  const response = await redeem(server, { code: codeOf(page), verifier, redirect_uri: input.redirect_uri ?? '' });
  expect(response.status).toBe(400);
});

test('hostile parameters are refused, never an error of ours', { tags: ['hard'] }, async () => {
  const hostile = [
    '\u0000',
    'a\u0000b',
    '\uFFFD',
    "'; DROP TABLE users --",
    '../../etc/passwd',
    'https://elsewhere.example/callback',
    '//elsewhere.example/callback',
    'javascript:alert(1)',
    '\r\nX: y',
    'x'.repeat(5000),
  ];
  for (const value of hostile) {
    for (const name of [
      'client_id',
      'state',
      'nonce',
      'scope',
      'redirect_uri',
      'connection',
      'login_hint',
      'resource',
      'code_challenge',
    ]) {
      const page = await new Browser(server.app, server.origin).follow(
        authorization(server.origin, { [name]: value }).address,
      );
      expect(page.status, `${name} ${JSON.stringify(value.slice(0, 30))}`).toBeLessThan(500);
      expect(page.location ?? 'http://localhost:3000/callback?').toMatch(/^http:\/\/localhost:3000\/callback\?/);
    }
    for (const grant_type of [
      'authorization_code',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:device_code',
      value,
    ]) {
      const form = {
        grant_type,
        client_id: 'carepost-web',
        code: value,
        refresh_token: value,
        device_code: value,
        redirect_uri: value,
        code_verifier: value,
      };
      expect((await requestTokens(server, form)).status).toBe(400);
      expect((await requestTokens(server, { ...form, client_id: value })).status).toBeLessThan(500);
    }
  }
});

test('while the database is away callers are told to try again', { tags: ['hard'] }, async () => {
  const cut = await startIdentity();
  const { page, browser } = await openPage(new Browser(cut.app, cut.origin));
  await cutOff(cut.database);
  for (const response of [await browser.send(page.url), await browser.follow(authorization(cut.origin).address)]) {
    expect(response.status).toBe(503);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  }
  await cut.close();
});
