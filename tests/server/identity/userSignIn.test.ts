import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { wire } from '../../../shared/contract/wire.ts';
import { type Client, createClient } from '../../../shared/client/createClient.ts';
import { injectedHttp } from '../../support/injectedHttp.ts';
import { refusal } from '../areas/organizationBuilders.ts';
import { Browser, type Page } from './browser.ts';
import { addUser, password, startIdentity } from './identityServer.ts';
import { authorization, codeOf, type Person, refresh, redeem, signIn, typePassword, whoIs } from './signIn.ts';

/** What administrators change about users has its effect on sign-in, tokens and sessions at the next call (quality AZ-5, AU-2, AU-4, AU-5). */

let server: Awaited<ReturnType<typeof startIdentity>>;
let client: Client;
beforeAll(async () => {
  server = await startIdentity();
  client = await clientOf(await addUser(server.database, { role: 'SysAdmin' }));
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

async function clientOf(person: Person): Promise<Client> {
  const { tokens } = await signIn(server, person);
  const token = { accessToken: tokens.access_token, expiresAt: Date.now() + 600_000 };
  return createClient({
    http: injectedHttp(server.app),
    wire,
    token: { current: () => token, renew: () => Promise.resolve(token) },
    retry: { attempts: 1 },
  });
}

const isIn = async (token: string) => (await whoIs(server, token)).status === 200;

async function mailsTo(recipient: string) {
  const { rows } = await server.database.pool.query<{ subject: string; body: string }>(
    'select subject, body from mails where recipient = $1 order by created_at',
    [recipient],
  );
  return rows;
}
const linkIn = (body = '') => /http\S+\/oidc\/password\?token=\S+/.exec(body)?.[0] ?? '';

async function choose(link: string, next: string, repeated = next): Promise<Page> {
  const browser = new Browser(server.app, server.origin);
  const page = await browser.follow(link);
  return browser.submit(page, { password: next, repeated });
}

describe('live tokens', () => {
  test.each([
    ['a disabled user', (id: string) => client.users.enable({ body: { id, enable: false } })],
    ['a deleted user', (id: string) => client.users.delete({ params: { id } })],
    ['a user whose sessions were ended', (id: string) => client.users.signOut({ params: { id } })],
    [
      'a new system administrator',
      (id: string) => client.users.setSystemAdministrator({ params: { id }, body: { enable: true } }),
    ],
  ])('of %s are refused at the next call, refresh tokens and the browser session too', async (_name, change) => {
    const user = await addUser(server.database);
    const { tokens, browser } = await signIn(server, user);
    expect(await isIn(tokens.access_token)).toBe(true);
    expect((await client.users.sessions({ params: { id: user.id } })).items).toMatchObject([
      { clientId: 'carepost-web' },
    ]);
    await change(user.id);
    expect(await isIn(tokens.access_token)).toBe(false);
    expect((await refresh(server, tokens.refresh_token)).status).toBe(400);
    expect((await client.users.sessions({ params: { id: user.id } })).items).toEqual([]);
    const page = await browser.follow(authorization(server.origin, { prompt: 'none' }).address);
    expect(new URL(page.location ?? 'x:').searchParams.get('error')).toBe('login_required');
  });

  test('of a user who was disabled stay refused when the user is enabled again; a new sign-in works', async () => {
    const user = await addUser(server.database);
    const { tokens } = await signIn(server, user);
    for (const enable of [false, true]) await client.users.enable({ body: { id: user.id, enable } });
    expect(await isIn(tokens.access_token)).toBe(false);
    expect(await isIn((await signIn(server, user)).tokens.access_token)).toBe(true);
  });
});

describe('a link for a new password', () => {
  test('arrives by mail, works once, ends all sessions, and the former password works until then', async () => {
    const user = await addUser(server.database);
    const { id, expiresAt } = await client.users.resetPassword({ body: { id: user.id } });
    expect(id).toBe(user.id);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    const { tokens } = await signIn(server, user);
    const [mail] = await mailsTo(user.userName);
    const link = linkIn(mail?.body);
    expect(link).toMatch(new RegExp(`^${server.origin}/oidc/password\\?token=[\\w-]{43}$`));

    const done = await choose(link, 'another long password');
    expect([done.status, done.text.includes('Your password is saved')]).toEqual([200, true]);
    expect(done.text).not.toContain(user.userName);
    expect(done.headers['set-cookie']).toBeUndefined();
    expect(await isIn(tokens.access_token)).toBe(false);
    const usedAgain = await new Browser(server.app, server.origin).follow(link);
    expect([usedAgain.status, usedAgain.text.includes('This link was used')]).toEqual([410, true]);
    expect(usedAgain.text).toContain('/account/login');
    const attempt = async (text: string) =>
      codeOf(
        await typePassword(new Browser(server.app, server.origin), authorization(server.origin).address, {
          ...user,
          password: text,
        }),
      ) !== '';
    expect(await attempt(password)).toBe(false);
    expect(await attempt('another long password')).toBe(true);
    const trail = await client.users.signIns({ params: { id: user.id }, query: {} });
    expect(trail.items.map(({ action }) => action)).toEqual([
      'identity.signIn',
      'identity.signInFailed',
      'identity.passwordChanged',
      'identity.signIn',
    ]);
    expect(trail.totalCount).toBe(4);
  });

  test('leaves the address of the page for a cookie of the page alone, and a reload shows the page again', async () => {
    const user = await addUser(server.database);
    await client.users.resetPassword({ body: { id: user.id } });
    const [mail] = await mailsTo(user.userName);
    const browser = new Browser(server.app, server.origin);
    const page = await browser.follow(linkIn(mail?.body));
    expect(page.url).toBe(`${server.origin}/oidc/password`);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(browser.setCookieLines).toEqual([
      expect.stringMatching(
        /^carepost_link_password=[\w-]{43}; Path=\/oidc\/password; HttpOnly; SameSite=Lax; Max-Age=3600$/,
      ),
    ]);
    expect((await browser.follow(page.url)).text).toBe(page.text);
    // A link that is cut off is not taken for the one before it.
    expect((await browser.follow(`${page.url}?token=x`)).text).toContain('This link is not valid');
    expect((await new Browser(server.app, server.origin).follow(page.url)).text).toContain('This link is not valid');
  });

  test('is stored as a hash only; opening it changes nothing, and a later link replaces it', async () => {
    const user = await addUser(server.database);
    await client.users.resetPassword({ body: { id: user.id } });
    await client.users.resetPassword({ body: { id: user.id } });
    const [first, second] = (await mailsTo(user.userName)).map(({ body }) => linkIn(body));
    const { rows } = await server.database.pool.query('select token_hash from password_links where user_id = $1', [
      user.id,
    ]);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(new URL(second ?? 'x:').searchParams.get('token'));
    const browser = new Browser(server.app, server.origin);
    const replaced = await browser.follow(first ?? '');
    expect([replaced.status, replaced.text.includes('A later mail has another link')]).toEqual([410, true]);
    expect((await browser.follow(`${second}x`)).text).toContain('This link is not valid');
    for (const _ of [1, 2]) expect((await browser.follow(second ?? '')).status).toBe(200);
    expect((await choose(second ?? '', 'another long password')).status).toBe(200);
  });

  test('expires after 24 hours like the one of an invitation, says so, and mails another one once', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const start = Date.now();
    const [user, invited] = [await addUser(server.database), await addUser(server.database, { passwordHash: null })];
    await client.users.resetPassword({ body: { id: user.id } });
    await client.users.resendInvitation({ body: { id: invited.id } });
    const link = async ({ userName }: Person) => linkIn((await mailsTo(userName)).at(-1)?.body);
    const [reset, invitation] = [await link(user), await link(invited)];
    const until = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
    for (const person of [user, invited])
      expect((await mailsTo(person.userName)).at(-1)?.body).toContain(`until ${until.format(start + 24 * 3_600_000)},`);
    const browser = new Browser(server.app, server.origin);
    const open = async (address: string) => (await browser.follow(address)).status;
    vi.setSystemTime(start + 24 * 3_600_000 - 60_000);
    expect([await open(reset), await open(invitation)]).toEqual([200, 200]);
    vi.setSystemTime(start + 24 * 3_600_000 + 60_000);
    for (const [person, late, subject] of [
      [user, reset, /^Choose a new password/],
      [invited, invitation, /^Create your password/],
    ] as const) {
      const page = await browser.follow(late);
      expect([page.status, page.text.includes('This link has expired')]).toEqual([410, true]);
      expect(page.text).not.toContain(person.userName);
      expect((await browser.submit(page, {})).text).toContain('Look into your mail');
      expect((await mailsTo(person.userName)).at(-1)?.subject).toMatch(subject);
      expect((await browser.submit(page, {})).text).toContain('A later mail has another link');
      expect(await mailsTo(person.userName)).toHaveLength(2);
      expect((await choose(await link(person), 'another long password')).status).toBe(200);
    }
  });

  test('that is late mails nothing to a user who was disabled', async () => {
    const user = await addUser(server.database);
    await client.users.resetPassword({ body: { id: user.id } });
    const late = linkIn((await mailsTo(user.userName))[0]?.body);
    const ended = `update password_links set expires_at = now() where user_id = $1`;
    await server.database.pool.query(ended, [user.id]);
    const browser = new Browser(server.app, server.origin);
    const page = await browser.follow(late);
    await server.database.pool.query('update users set is_enabled = false where id = $1', [user.id]);
    expect((await browser.submit(page, {})).text).toContain('This link is not valid');
    expect(await mailsTo(user.userName)).toHaveLength(1);
  });

  test.each([
    ['short', 'short', 'at least 8 characters'],
    ['Password123', 'Password123', 'one of the most common passwords'],
    ['a long password', 'another password', 'not the same'],
  ])('refuses "%s" and says why; the link stays usable', async (next, repeated, text) => {
    const user = await addUser(server.database);
    await client.users.resetPassword({ body: { id: user.id } });
    const [mail] = await mailsTo(user.userName);
    const page = await choose(linkIn(mail?.body), next, repeated);
    expect([page.status, page.text.includes(text)]).toEqual([400, true]);
    expect(page.text).not.toContain(next);
    expect((await choose(linkIn(mail?.body), 'a long password')).status).toBe(200);
  });

  test('does not accept the own user name in any letter case', async () => {
    const user = await addUser(server.database);
    await client.users.resetPassword({ body: { id: user.id } });
    const [mail] = await mailsTo(user.userName);
    const page = await choose(linkIn(mail?.body), user.userName.toUpperCase());
    expect([page.status, page.text.includes('must not be the user name')]).toEqual([400, true]);
  });

  test('of parallel uses one counts, and one of a disabled user none', async () => {
    const user = await addUser(server.database);
    await client.users.resetPassword({ body: { id: user.id } });
    const link = linkIn((await mailsTo(user.userName))[0]?.body);
    const pages = await Promise.all([1, 2, 3, 4].map((number) => choose(link, `a long password ${number}`)));
    // One that opens the page after the use of the link gets no form to send.
    expect(pages.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(pages.filter(({ status }) => status === 410 || status === 400)).toHaveLength(3);
    await client.users.resetPassword({ body: { id: user.id } });
    const later = linkIn((await mailsTo(user.userName)).at(-1)?.body);
    await client.users.enable({ body: { id: user.id, enable: false } });
    expect((await new Browser(server.app, server.origin).follow(later)).status).toBe(400);
    expect(await refusal(client.users.resetPassword({ body: { id: user.id } }))).toMatchObject({
      code: 'E-USER-DISABLED',
    });
  });

  test('is one of an invitation where the user has no password, and is not sent again to one who has', async () => {
    const { id, userName } = await client.users.createSystemAdministrator({
      body: { firstName: 'Ida', lastName: 'Invited', userName: `ida-${Date.now()}@example.org` },
    });
    expect((await mailsTo(userName)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Create your password'),
    ]);
    expect(await refusal(client.users.resetPassword({ body: { id } }))).toMatchObject({ code: 'E-USER-NO-PASSWORD' });
    await client.users.resendInvitation({ body: { id } });
    const [, again] = await mailsTo(userName);
    await choose(linkIn(again?.body), 'her own long password');
    expect(await refusal(client.users.resendInvitation({ body: { id } }))).toMatchObject({
      code: 'E-USER-HAS-PASSWORD',
    });
    const { tokens } = await signIn(server, { userName, password: 'her own long password' });
    expect(await isIn(tokens.access_token)).toBe(true);
  });

  test('does not unlock a locked account', async () => {
    const user = await addUser(server.database);
    const browser = () => new Browser(server.app, server.origin, '198.51.100.9');
    const attempt = (text: string) =>
      typePassword(browser(), authorization(server.origin).address, { ...user, password: text });
    for (const _ of [1, 2, 3]) await attempt('wrong');
    await client.users.resetPassword({ body: { id: user.id } });
    const mails = await mailsTo(user.userName);
    await choose(linkIn(mails.find(({ body }) => linkIn(body) !== '')?.body), 'another long password');
    expect(codeOf(await attempt('another long password'))).toBe('');
    expect((await client.users.get({ params: { id: user.id } })).lockedUntil).not.toBeNull();
  });
});

describe('one-time codes', () => {
  const codeAt = (secret: string, timestamp = Date.now()) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

  /** A user with codes on, and their secret; the clock is the test's. */
  async function withCodes() {
    vi.useFakeTimers({ toFake: ['Date'] });
    const user = await addUser(server.database);
    const own = await clientOf(user);
    const { secret, uri } = await own.users.startTwoFactor({});
    expect(uri).toContain(`secret=${secret}`);
    expect((await own.users.startTwoFactor({})).secret).toBe(secret);
    expect(await refusal(own.users.enableTwoFactor({ body: { code: '000000' } }))).toMatchObject({
      code: 'E-TWO-FACTOR-CODE',
    });
    await own.users.enableTwoFactor({ body: { code: codeAt(secret) } });
    vi.setSystemTime(Date.now() + 120_000);
    return { user, own, secret };
  }

  const begin = async (user: Person) => {
    const browser = new Browser(server.app, server.origin);
    const { address, verifier, given } = authorization(server.origin);
    const page = await typePassword(browser, address, user);
    return { browser, page, verifier, redirect: given.redirect_uri ?? '' };
  };

  test('are requested once they are on, work once, and are not requested once they are off', async () => {
    const { user, own, secret } = await withCodes();
    expect(await refusal(own.users.startTwoFactor({}))).toMatchObject({ code: 'E-TWO-FACTOR-ON' });
    expect((await client.users.get({ params: { id: user.id } })).hasTwoFactor).toBe(true);
    const first = await begin(user);
    expect(codeOf(first.page)).toBe('');
    expect(first.page.text).toContain('Enter your code');
    expect(first.page.text).not.toContain(user.userName);
    const code = codeAt(secret);
    const done = await first.browser.submit(first.page, { code });
    const tokens = await redeem(server, { code: codeOf(done), verifier: first.verifier, redirect_uri: first.redirect });
    expect(await isIn(tokens.body.access_token)).toBe(true);

    const second = await begin(user);
    const replayed = await second.browser.submit(second.page, { code });
    expect([replayed.status, codeOf(replayed)]).toEqual([401, '']);
    vi.setSystemTime(Date.now() + 60_000);
    expect(codeOf(await second.browser.submit(replayed, { code: codeAt(secret) }))).not.toBe('');

    expect(await client.users.disableTwoFactor({ params: { id: user.id } })).toMatchObject({ hasTwoFactor: false });
    expect(codeOf((await begin(user)).page)).not.toBe('');
    const { rows } = await server.database.pool.query(
      `select action, changes from audit_entries where target_id = $1 and action like 'users.%TwoFactor' order by id`,
      [user.id],
    );
    expect(rows.filter(({ changes }) => Object.keys(changes as object).length > 0)).toEqual([
      { action: 'users.enableTwoFactor', changes: { hasTwoFactor: { before: false, after: true } } },
      { action: 'users.disableTwoFactor', changes: { hasTwoFactor: { before: true, after: false } } },
    ]);
  });

  test('that are wrong count together with wrong passwords, and a right password between them ends no count', async () => {
    const { user, secret } = await withCodes();
    await begin({ ...user, password: 'wrong' });
    for (const _ of [1, 2]) {
      const { browser, page } = await begin(user);
      expect((await browser.submit(page, { code: '000000' })).status).toBe(401);
    }
    const { browser, page } = await begin(user);
    // Locked: the password page again, as for a wrong password.
    expect([page.status, page.text.includes('The e-mail address or the password is not right')]).toEqual([401, true]);
    expect((await browser.send(`${page.url}/code`, { method: 'POST', form: { code: codeAt(secret) } })).status).toBe(
      400,
    );
  });

  test('are taken in the sign-in only whose password was right', async () => {
    const { user, secret } = await withCodes();
    const other = await begin({ ...user, password: 'wrong' });
    const page = await other.browser.send(`${other.page.url}/code`, { method: 'POST', form: { code: codeAt(secret) } });
    expect([page.status, codeOf(page)]).toEqual([400, '']);
    const right = await begin(user);
    // The cookie of another browser does not belong to this sign-in.
    const stolen = await other.browser.send(`${right.page.url}/code`, {
      method: 'POST',
      form: { code: codeAt(secret) },
    });
    expect([stolen.status, codeOf(stolen)]).toEqual([400, '']);
  });

  test('have a secret that is encrypted in the database', async () => {
    const { user, secret } = await withCodes();
    const { rows } = await server.database.pool.query<{ secret: string }>(
      'select secret from authenticators where user_id = $1',
      [user.id],
    );
    expect(rows[0]?.secret).toMatch(/^sealed\.v1\./);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

test('an administrator of an organization resets the passwords of its users only', async () => {
  const { pool } = server.database;
  const { rows } = await pool.query<{ id: string }>('select id from organizations order by org_id limit 2');
  const [own, other] = rows.map(({ id }) => id);
  const member = (organizationId = '', role = 'User') => addUser(server.database, { organizationId, role });
  const administrator = await clientOf(await member(own, 'Administrator'));
  const [colleague, stranger, platform] = [await member(own), await member(other), await member(own, 'SysAdmin')];
  await administrator.users.resetPassword({ body: { id: colleague.id } });
  expect(await mailsTo(colleague.userName)).toHaveLength(1);
  for (const { id, userName } of [stranger, platform]) {
    for (const call of ['resetPassword', 'resendInvitation'] as const)
      expect(await refusal(administrator.users[call]({ body: { id } }))).toMatchObject({
        status: 404,
        code: 'E-NOT-FOUND',
      });
    expect(await mailsTo(userName)).toEqual([]);
  }
});
