import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identityLinks, ssoConnections } from '../../../server/database/schema/signIn.ts';
import { Browser } from './browser.ts';
import { addUser, startIdentity } from './identityServer.ts';
import { passThrough, startOtherProvider } from './otherProvider.ts';
import { authorization, codeOf, redeem, refresh, whoIs } from './signIn.ts';

const callback = 'http://localhost:3000/oidc-sso/callback';
let server: Awaited<ReturnType<typeof startIdentity>>;
let hospital: Awaited<ReturnType<typeof startOtherProvider>>;
beforeAll(async () => {
  server = await startIdentity();
  hospital = await startOtherProvider([callback]);
  const setUp = { issuer: hospital.issuer, clientId: 'carepost-here', clientSecret: 'shared-with-the-hospital' };
  await server.database.db.insert(ssoConnections).values([
    { ...setUp, name: 'hospital', displayName: 'St. Mary <Hospital>', trustedDomains: ['example.org'] },
    { ...setUp, name: 'stranger', displayName: 'Stranger' },
    { ...setUp, name: 'former', displayName: 'Former', isEnabled: false },
    { ...setUp, name: 'broken', displayName: 'Broken', issuer: 'http://127.0.0.1:1' },
  ]);
});
afterAll(async () => {
  await hospital.close();
  await server.close();
});

const visit = async (connection: string) => {
  const browser = new Browser(server.app, server.origin);
  const request = authorization(server.origin, { connection });
  return { browser, ...request, page: await browser.follow(request.address) };
};

const countUsers = async () => (await server.database.pool.query('SELECT count(*)::int AS n FROM users')).rows;

describe('a connection named by the application', () => {
  test('signs in the account of the verified e-mail address, and the tokens say which way it was', async () => {
    const user = await addUser(server.database, { passwordHash: null });
    hospital.setPerson({ email: user.userName.toUpperCase(), email_verified: true }, user.id);
    const { browser, page, verifier, given: input } = await visit('hospital');
    expect(page.location).toContain('code_challenge_method=S256');
    const response = await passThrough(page.location ?? '', callback);
    const done = await browser.follow(response);
    expect(done.location).toContain(`state=${input.state}`);
    const { body } = await redeem(server, { code: codeOf(done), verifier, redirect_uri: input.redirect_uri ?? '' });
    expect(decodeJwt(body.id_token)).toMatchObject({ sub: user.id, connection: 'hospital' });
    expect(await whoIs(server, body.access_token)).toMatchObject({ status: 200, body: { id: user.id } });
    const renewed = await refresh(server, body.refresh_token);
    expect(decodeJwt(renewed.body.id_token)).toMatchObject({ connection: 'hospital' });
    const { rows } = await server.database.pool.query(
      'SELECT action, changes FROM audit_entries WHERE target_id = $1 ORDER BY id',
      [user.id],
    );
    expect(rows).toMatchObject([
      { action: 'identity.linked', changes: { issuer: { after: hospital.issuer }, subject: { after: user.id } } },
      {
        action: 'identity.signIn',
        changes: { connection: { after: 'hospital' }, address: { after: '127.0.0.1' } },
      },
    ]);
    // The answer counts once.
    expect((await browser.follow(response)).status).toBe(400);
  });

  test('lets nobody in by an answer that was meant for another browser', async () => {
    hospital.setPerson({ email: (await addUser(server.database)).userName, email_verified: true }, 'another browser');
    const { page } = await visit('hospital');
    const response = await passThrough(page.location ?? '', callback);
    const victim = await visit('hospital');
    const done = await victim.browser.follow(response);
    expect(done.status).toBe(400);
    expect(done.text).toContain('This sign-in has expired');
  });

  test.each<[string, () => Promise<{ email?: string; email_verified?: unknown }>]>([
    ['an address nobody has here', async () => ({ email: 'stranger@example.org', email_verified: true })],
    [
      'an address that is not verified',
      async () => ({ email: (await addUser(server.database)).userName, email_verified: false }),
    ],
    [
      'an address that is verified by a text',
      async () => ({ email: (await addUser(server.database)).userName, email_verified: 'true' }),
    ],
    [
      'an address of a domain that the connection is not trusted for',
      async () => {
        const { userName } = await addUser(server.database, { userName: `${randomUUID()}@mail.example.org` });
        return { email: userName, email_verified: true };
      },
    ],
    ['an address of which nothing is said', async () => ({ email: (await addUser(server.database)).userName })],
    ['no address', async () => ({})],
    [
      'the address of a disabled account',
      async () => ({ email: (await addUser(server.database, { isEnabled: false })).userName, email_verified: true }),
    ],
  ])('refuses %s, creates nobody, and shows a way on', async (_name, person) => {
    hospital.setPerson(await person(), randomUUID());
    const before = await countUsers();
    const { browser, page } = await visit('hospital');
    const done = await browser.follow(await passThrough(page.location ?? '', callback));
    expect(done.status).toBe(403);
    expect(done.text).toContain('St. Mary &lt;Hospital&gt; has no enabled account here');
    const wayOn = /href="(\/oidc\/interaction\/[^"]+)"/.exec(done.text)?.[1] ?? '';
    expect((await browser.follow(wayOn)).text).toContain('<h1>Sign in</h1>');
    expect(await countUsers()).toEqual(before);
  });

  test('shows what the other provider refused', async () => {
    const { browser, page } = await visit('hospital');
    const state = new URL(page.location ?? '').searchParams.get('state') ?? '';
    const done = await browser.follow(
      `${callback}?error=access_denied&state=${state}&iss=${encodeURIComponent(hospital.issuer)}`,
    );
    expect(done.status).toBe(403);
    expect(done.text).toContain('was not completed');
  });

  test.each([
    ['unknown', 404, 'There is no such connection'],
    ['former', 404, 'There is no such connection'],
    ['<script>alert(1)</script>', 404, '&lt;script&gt;'],
    ['broken', 502, 'Broken does not answer'],
  ])('that is %s ends on a page with a way back', async (connection, status, text) => {
    const { page } = await visit(connection);
    expect(page.status).toBe(status);
    expect(page.text).toContain(text);
    expect(page.text).toMatch(/href="\/oidc\/interaction\/[^"]+\?password"/);
  });
});

describe('a subject of a connection', () => {
  const arrive = async (connection: string) => {
    const { browser, page } = await visit(connection);
    return browser.follow(await passThrough(page.location ?? '', callback));
  };
  const link = async (subject: string, userId: string) =>
    server.database.db.insert(identityLinks).values({
      id: randomUUID(),
      issuer: hospital.issuer,
      subject,
      userId,
      origin: 'Administrator',
      createdBy: 'test',
    });

  test('that an administrator linked signs in without any address, by every connection of the issuer', async () => {
    const user = await addUser(server.database);
    hospital.setPerson({}, 'linked');
    await link('linked', user.id);
    expect(codeOf(await arrive('stranger'))).not.toBe('');
    expect(codeOf(await arrive('hospital'))).not.toBe('');
  });

  test('is not linked by a verified address where the connection trusts no domain', async () => {
    const user = await addUser(server.database, { role: 'SysAdmin' });
    hospital.setPerson({ email: user.userName, email_verified: true }, randomUUID());
    expect((await arrive('stranger')).status).toBe(403);
    const { rows } = await server.database.pool.query('SELECT 1 FROM identity_links WHERE user_id = $1', [user.id]);
    expect(rows).toEqual([]);
  });

  test('whose link was removed is not linked again by its address', async () => {
    const user = await addUser(server.database);
    hospital.setPerson({ email: user.userName, email_verified: true }, 'removed');
    expect(codeOf(await arrive('hospital'))).not.toBe('');
    await server.database.pool.query("UPDATE identity_links SET removed_at = now() WHERE subject = 'removed'");
    expect((await arrive('hospital')).status).toBe(403);
    // A new owner of the mailbox gets another subject, and not the account.
    hospital.setPerson({ email: user.userName, email_verified: true }, 'new owner');
    expect((await arrive('hospital')).status).toBe(403);
  });
});

test('the sign-in page offers the connections that are switched on', async () => {
  const browser = new Browser(server.app, server.origin);
  const page = await browser.follow(authorization(server.origin).address);
  expect(page.text).toContain('St. Mary &lt;Hospital&gt;');
  expect(page.text).not.toContain('Former');
  const button = /href="(\?connection=hospital)"/.exec(page.text)?.[1] ?? '';
  expect((await browser.follow(new URL(button, page.url).href)).location).toContain(hospital.issuer);
});
