import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from './browser.ts';
import { addUser, startIdentity } from './identityServer.ts';
import { authorization, refresh, signIn, whoIs } from './signIn.ts';

let server: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  server = await startIdentity();
});
afterAll(() => server.close());

const endAddress = (parameters: Record<string, string>) =>
  `/oidc/session/end?${new URLSearchParams(parameters).toString()}`;
const returnAddress = 'http://localhost:3000/account/login';

describe('signing out', () => {
  test('needs no click from the application, returns with its state, and ends session and tokens', async () => {
    const { browser, tokens } = await signIn(server, await addUser(server.database));
    const page = await browser.follow(
      endAddress({ id_token_hint: tokens.id_token, post_logout_redirect_uri: returnAddress, state: 'back here' }),
    );
    expect(page.text).toContain('/oidc-assets/logout.js');
    const done = await browser.submit(page);
    expect(done.location).toBe(`${returnAddress}?state=back+here`);
    expect(await whoIs(server, tokens.access_token)).toMatchObject({ status: 401, body: { code: 'E-TOKEN-REVOKED' } });
    expect((await refresh(server, tokens.refresh_token)).status).toBe(400);
    const silent = await browser.follow(authorization(server.origin, { prompt: 'none' }).address);
    expect(silent.location).toContain('error=login_required');
  });

  test('takes effect at once on tokens in use', async () => {
    const { browser, tokens } = await signIn(server, await addUser(server.database));
    expect((await whoIs(server, tokens.access_token)).status).toBe(200);
    await browser.submit(await browser.follow(endAddress({ id_token_hint: tokens.id_token })));
    expect((await whoIs(server, tokens.access_token)).status).toBe(401);
  });

  test('asks first when nothing proves that the application wants it', async () => {
    const { browser, tokens } = await signIn(server, await addUser(server.database));
    for (const address of [
      endAddress({}),
      endAddress({ client_id: 'carepost-web', post_logout_redirect_uri: returnAddress }),
    ]) {
      const page = await browser.follow(address);
      expect(page.text).not.toContain('<script');
      expect(page.text).toContain('Do you want to log out?');
    }
    expect((await whoIs(server, tokens.access_token)).status).toBe(200);
  });

  test('cannot be forced by the ID token of somebody else', async () => {
    const local = await signIn(server, await addUser(server.database));
    const remote = await signIn(server, await addUser(server.database));
    const page = await local.browser.follow(endAddress({ id_token_hint: remote.tokens.id_token }));
    expect(page.text).not.toContain('<script');
  });

  test('cannot be forced by a form of another site', async () => {
    const { browser, tokens } = await signIn(server, await addUser(server.database));
    const forged = await browser.send('/oidc/session/end/confirm', {
      method: 'POST',
      form: { logout: 'yes', xsrf: 'guess' },
    });
    expect(forged.status).toBe(400);
    expect((await whoIs(server, tokens.access_token)).status).toBe(200);
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    'http://localhost:3000/account/login/../../evil',
    'http://localhost:3000@evil.example/account/login',
    'http://localhost:3000/account/login?next=//evil.example',
    'javascript:alert(1)',
  ])('never returns to %s', async (address) => {
    const { browser, tokens } = await signIn(server, await addUser(server.database));
    const page = await browser.follow(
      endAddress({ id_token_hint: tokens.id_token, post_logout_redirect_uri: address }),
    );
    expect(page.status).toBe(400);
    expect(page.location).toBeUndefined();
  });

  test('is written to the audit trail, as signing in is', async () => {
    const user = await addUser(server.database);
    const { browser, tokens } = await signIn(server, user);
    await browser.submit(await browser.follow(endAddress({ id_token_hint: tokens.id_token })));
    const actions = async () => {
      const sql = 'SELECT action FROM audit_entries WHERE target_id = $1 ORDER BY id';
      return (await server.database.pool.query<{ action: string }>(sql, [user.id])).rows.map(({ action }) => action);
    };
    await expect.poll(actions).toEqual(['identity.signIn', 'identity.signOut']);
  });
});

describe('return addresses of a sign-in', () => {
  const web = 'http://localhost:3000/callback';
  const cli = 'http://127.0.0.1:49152/callback';
  test.each([
    ...[
      `${web}/`,
      `${web}x`,
      `${web}/x`,
      `${web}?x=1`,
      `${web}#x`,
      `${web}%2f`,
      `${web}%00`,
      `${web};x`,
      `${web}\\`,
      'http://localhost:3000/CALLBACK',
      'http://localhost:3000//callback',
      'http://localhost:3000/./callback',
      'http://localhost:3000/x/../callback',
      'http://localhost:3000/%63allback',
      'http://localhost:3000/callback%0d%0a',
      'http://LOCALHOST:3000/callback',
      'HTTP://localhost:3000/callback',
      'https://localhost:3000/callback',
      'http://localhost/callback',
      'http://localhost:3001/callback',
      'http://localhost:03000/callback',
      'http://localhost.:3000/callback',
      'http://localhost.evil.example:3000/callback',
      'http://127.0.0.1:3000/callback',
      'http://evil.example/callback',
      '//localhost:3000/callback',
      '/callback',
      'callback',
      'http://user@localhost:3000/callback',
      'http://localhost:3000@evil.example/callback',
      'http://evil.example\\@localhost:3000/callback',
      'javascript:alert(1)//localhost:3000/callback',
      'data:text/html,x',
      ' http://localhost:3000/callback',
      'http://localhost:3000/silent.html/..',
    ].map((address) => ['carepost-web', address] as const),
    ...[
      `${cli}/`,
      `${cli}x`,
      `${cli}?x=1`,
      'http://127.0.0.1:49152/',
      'https://127.0.0.1:49152/callback',
      'http://127.0.0.2:49152/callback',
      'http://localhost:49152/callback',
      'http://[::1]:49152/callback',
      'http://x@127.0.0.1:49152/callback',
      'http://127.0.0.1:49152@evil.example/callback',
      'http://127.0.0.1.evil.example:49152/callback',
      'http://2130706433:49152/callback',
    ].map((address) => ['carepost-cli', address] as const),
  ])('of %s are refused: %s', async (client_id, redirect_uri) => {
    const page = await new Browser(server.app, server.origin).follow(
      authorization(server.origin, { client_id, redirect_uri }).address,
    );
    expect(page.status).toBe(400);
    expect(page.location).toBeUndefined();
    expect(page.text).toContain('You are not signed in');
  });
});
