import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from './browser.ts';
import { addUser, startIdentity } from './identityServer.ts';
import { authorization, codeOf, redeem, refresh, signIn, typePassword, whoIs } from './signIn.ts';

let server: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  server = await startIdentity();
});
afterAll(() => server.close());

describe('signing in to the web application', () => {
  test('gives tokens that say who it is, and the API knows the person', async () => {
    const user = await addUser(server.database, { role: 'Administrator' });
    const { tokens, page, given: input } = await signIn(server, user);
    expect(new URL(page.location ?? '').searchParams.get('state')).toBe(input.state);
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    const access = decodeJwt(tokens.access_token);
    expect(access).toMatchObject({
      iss: 'http://localhost:3000/oidc',
      aud: 'urn:carepost:api',
      sub: user.id,
      roles: ['Administrator'],
    });
    expect((access.exp ?? 0) - (access.iat ?? 0)).toBe(900);
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      sub: user.id,
      aud: 'carepost-web',
      nonce: input.nonce,
      name: 'Pat Example',
      email: user.userName,
      email_verified: true,
      role: 'Administrator',
    });
    expect(await whoIs(server, tokens.access_token)).toEqual({
      status: 200,
      body: {
        kind: 'user',
        id: user.id,
        name: 'Pat Example',
        role: 'Administrator',
        organizationId: null,
        networkId: null,
        session: expect.any(String),
        lastActionAt: expect.any(String),
      },
    });
  });

  test('gives a new session id, in cookies that scripts and other sites cannot use and that end with the browser', async () => {
    const user = await addUser(server.database);
    const browser = new Browser(server.app, server.origin);
    await browser.send('/oidc/auth', { headers: { cookie: 'carepost3000_session=planted' } });
    await signIn(server, user, { browser });
    const first = browser.cookies.get('carepost3000_session');
    expect(first?.value).not.toBe('planted');
    expect(first?.line).not.toMatch(/expires|max-age/i);
    for (const line of browser.setCookieLines) expect(line).toMatch(/httponly/i);
    for (const line of browser.setCookieLines) expect(line).toMatch(/samesite=lax/i);
    await typePassword(browser, authorization(server.origin, { prompt: 'login' }).address, user);
    expect(browser.cookies.get('carepost3000_session')?.value).not.toBe(first?.value);
  });

  test('asks nothing again while the session lasts, and nothing at all with prompt=none', async () => {
    const { browser } = await signIn(server, await addUser(server.database));
    const silent = authorization(server.origin, { prompt: 'none', redirect_uri: `${server.origin}/silent.html` });
    const page = await browser.follow(silent.address);
    expect(page.location).toMatch(/^http:\/\/localhost:3000\/silent\.html\?code=/);
    const { body } = await redeem(server, {
      code: codeOf(page),
      verifier: silent.verifier,
      redirect_uri: `${server.origin}/silent.html`,
    });
    expect((await whoIs(server, body.access_token)).status).toBe(200);
  });

  test('tells an application that asks silently that nobody is signed in', async () => {
    const page = await new Browser(server.app, server.origin).follow(
      authorization(server.origin, { prompt: 'none' }).address,
    );
    expect(page.location).toContain('error=login_required');
  });
});

const freshCode = async () => {
  const { address, verifier, given: input } = authorization(server.origin);
  const page = await typePassword(new Browser(server.app, server.origin), address, await addUser(server.database));
  return { code: codeOf(page), verifier, redirect_uri: input.redirect_uri ?? '' };
};

describe('authorization codes', () => {
  test('are redeemed once; the second time ends the tokens of the first', async () => {
    const code = await freshCode();
    const first = await redeem(server, code);
    expect(first.status).toBe(200);
    const second = await redeem(server, code);
    expect(second).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await whoIs(server, first.body.access_token)).toMatchObject({
      status: 401,
      body: { code: 'E-TOKEN-REVOKED' },
    });
    expect((await refresh(server, first.body.refresh_token)).status).toBe(400);
  });

  test('are redeemed once by 20 calls at the same time', async () => {
    const code = await freshCode();
    const responses = await Promise.all(Array.from({ length: 20 }, () => redeem(server, code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test.each([
    ['another verifier', { verifier: 'x'.repeat(43) }],
    ['no verifier', { verifier: '' }],
    ['another return address', { redirect_uri: 'http://localhost:3000/silent.html' }],
    ['another client', { client_id: 'carepost-cli' }],
  ])('are refused with %s', async (_name, change) => {
    const { status, body } = await redeem(server, { ...(await freshCode()), ...change });
    expect(status).toBe(400);
    expect(body).not.toHaveProperty('access_token');
  });

  test.each([
    ['without a challenge', { code_challenge: undefined, code_challenge_method: undefined }],
    ['with a plain challenge', { code_challenge_method: 'plain' }],
    ['with a challenge of no method', { code_challenge_method: undefined }],
  ])('are not given %s', async (_name, changes) => {
    const page = await new Browser(server.app, server.origin).follow(authorization(server.origin, changes).address);
    expect(page.location).toContain('error=invalid_request');
  });
});
