import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { chargeAttempt } from '../../../server/identity/login/lockout.ts';
import { Browser, type Page } from './browser.ts';
import { addUser, startIdentity } from './identityServer.ts';
import { authorization, codeOf, type Person } from './signIn.ts';

let server: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  server = await startIdentity();
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

const home = '198.51.100.7';
const hotel = '203.0.113.9';
const stranger = (number: number) => `192.0.2.${number}`;

async function attempt(person: Person, address: string, app = server.app): Promise<Page> {
  const browser = new Browser(app, server.origin, address);
  const page = await browser.follow(authorization(server.origin).address);
  return browser.submit(page, { userName: person.userName, password: person.password });
}

const wrong = (person: Person) => ({ ...person, password: 'wrong' });
const isSignedIn = (page: Page) => codeOf(page) !== '';

async function lockFrom(address: string, person: Person) {
  for (const _ of [1, 2, 3]) await attempt(wrong(person), address);
}

/** Failures of strangers, counted as the server counts them before it looks at a password; the last one is a request. */
async function failFromAddresses(count: number, { userName, password }: Person) {
  for (let number = 1; number < count; number += 1)
    await chargeAttempt(server.database, { kind: 'user', userName, address: stranger(number) });
  await attempt(wrong({ userName, password }), stranger(count));
}

async function auditOf(id: string) {
  const { rows } = await server.database.pool.query<{ action: string; changes: unknown; actor_id: string }>(
    'SELECT action, changes, actor_id FROM audit_entries WHERE target_id = $1 ORDER BY id',
    [id],
  );
  return rows;
}

async function mailsTo(recipient: string) {
  const { rows } = await server.database.pool.query<{ body: string; subject: string }>(
    'SELECT subject, body FROM mails WHERE recipient = $1 ORDER BY created_at',
    [recipient],
  );
  return rows;
}

/** The mail is written by a job. */
const untilMailed = (recipient: string, count = 1) =>
  vi.waitFor(
    async () => {
      const mails = await mailsTo(recipient);
      expect(mails).toHaveLength(count);
      return mails;
    },
    { timeout: 15_000, interval: 50 },
  );

const untilQueueIsEmpty = () =>
  vi.waitFor(
    async () => {
      const { rows } = await server.database.pool.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM graphile_worker.jobs WHERE task_identifier = 'unlock.mail'`,
      );
      expect(rows[0]?.n).toBe(0);
    },
    { timeout: 15_000, interval: 50 },
  );

const linkIn = (body = '') => /http\S+\/oidc\/unlock\?token=\S+/.exec(body)?.[0] ?? '';

async function openLink(link: string, address = home, headers: Record<string, string> = {}) {
  const browser = new Browser(server.app, server.origin, address);
  const page = await browser.follow(link);
  const token = new URL(link).searchParams.get('token') ?? '';
  return browser.send('/oidc/unlock', { method: 'POST', form: { token }, headers: { referer: page.url, ...headers } });
}

describe('strangers who fail on purpose', () => {
  test('lock an account for their own address only', async () => {
    const user = await addUser(server.database);
    await lockFrom(stranger(1), user);
    expect(isSignedIn(await attempt(user, stranger(1)))).toBe(false);
    expect(isSignedIn(await attempt(user, hotel))).toBe(true);
  });

  test('get 12 guesses from all addresses together, and none of them locks an address the owner has signed in from', async () => {
    const user = await addUser(server.database);
    expect(isSignedIn(await attempt(user, home))).toBe(true);
    for (let number = 1; number <= 20; number += 1) await attempt(wrong(user), stranger(number));
    const failed = (await auditOf(user.id)).filter(({ action }) => action === 'identity.signInFailed');
    expect(failed).toHaveLength(12);
    expect(isSignedIn(await attempt(user, hotel))).toBe(false);
    expect(isSignedIn(await attempt(user, home))).toBe(true);
  });

  test('cannot make the lock of a fresh address longer, and it ends after 10 minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const start = Date.now();
    const user = await addUser(server.database);
    await failFromAddresses(12, user);
    vi.setSystemTime(start + 590_000);
    await failFromAddresses(12, user);
    expect(isSignedIn(await attempt(user, hotel))).toBe(false);
    vi.setSystemTime(start + 605_000);
    expect(isSignedIn(await attempt(user, hotel))).toBe(true);
  });

  test('count as one address with the others of their IPv6 network', async () => {
    const user = await addUser(server.database);
    for (const last of ['1', '2:3', 'ffff:ffff:ffff:ffff']) {
      const address = last.includes(':ffff:') ? `2001:db8:0:7:${last}` : `2001:db8:0:7::${last}`;
      await attempt(wrong(user), address);
    }
    expect(isSignedIn(await attempt(user, '2001:db8:0:7::99'))).toBe(false);
    expect(isSignedIn(await attempt(user, '2001:db8:0:8::99'))).toBe(true);
  });

  test('of 24 parallel guesses from 8 addresses over two processes at most 12 are evaluated', {
    tags: ['hard'],
  }, async () => {
    const user = await addUser(server.database);
    const other = await startIdentity({ database: server.database });
    await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        attempt(wrong(user), stranger(index % 8), index % 2 === 0 ? server.app : other.app),
      ),
    );
    await other.close();
    const failed = (await auditOf(user.id)).filter(({ action }) => action === 'identity.signInFailed');
    expect(failed).toHaveLength(12);
  });
});

describe('the link in the mail to the owner', () => {
  test('is sent once for a lock and unlocks once, without a sign-in and without signing in', async () => {
    const user = await addUser(server.database);
    await lockFrom(home, user);
    await attempt(wrong(user), home);
    const [mail] = await untilMailed(user.userName);
    await lockFrom(stranger(1), user);
    await untilQueueIsEmpty();
    expect(await mailsTo(user.userName)).toHaveLength(1);

    const link = linkIn(mail?.body);
    expect(link).toMatch(new RegExp(`^${server.origin}/oidc/unlock\\?token=[\\w-]{43}$`));
    // Opening the address, as a mail scanner does, changes nothing.
    expect((await new Browser(server.app, server.origin).follow(link)).text).toContain('<h1>Unlock your account</h1>');
    expect(isSignedIn(await attempt(user, home))).toBe(false);

    const done = await openLink(link);
    expect(done.status).toBe(200);
    expect(done.text).toContain('Your account is unlocked');
    expect(done.text).not.toContain(user.userName);
    expect(done.headers['set-cookie']).toBeUndefined();
    expect(isSignedIn(await attempt(user, home))).toBe(true);
    const again = await new Browser(server.app, server.origin).follow(link);
    expect([again.status, again.text.includes('This link is not valid')]).toEqual([400, true]);
    expect((await openLink(link)).status).toBe(400);

    const unlocked = (await auditOf(user.id)).filter(({ action }) => action === 'identity.unlocked');
    expect(unlocked).toMatchObject([{ actor_id: user.id, changes: { method: { after: 'link' } } }]);
    const { rows } = await server.database.pool.query('SELECT token_hash FROM unlock_links WHERE user_id = $1', [
      user.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain(new URL(link).searchParams.get('token'));
  });

  test('makes the address of the owner a known one while the attack goes on', async () => {
    const user = await addUser(server.database);
    await failFromAddresses(12, user);
    const [mail] = await untilMailed(user.userName);
    await openLink(linkIn(mail?.body), hotel);
    await failFromAddresses(14, user);
    expect(isSignedIn(await attempt(user, hotel))).toBe(true);
  });

  test('expires, and a later lock sends another one', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const start = Date.now();
    const user = await addUser(server.database);
    await lockFrom(home, user);
    const [mail] = await untilMailed(user.userName);
    vi.setSystemTime(start + 700_000);
    expect((await openLink(linkIn(mail?.body))).status).toBe(400);
    await lockFrom(home, user);
    await untilMailed(user.userName, 2);
  });

  test.each([
    ['an account that is disabled', () => addUser(server.database, { isEnabled: false })],
    ['an account without a password', () => addUser(server.database, { passwordHash: null })],
    ['an unknown name', async () => ({ userName: `nobody-${Date.now()}@example.org`, password: 'x' })],
  ])('is not sent to %s', async (_name, person) => {
    const user = await person();
    await lockFrom(home, user);
    await untilQueueIsEmpty();
    expect(await mailsTo(user.userName)).toEqual([]);
  });

  test('is refused with one page, whatever is wrong with it, and from another site', async () => {
    const unknown = `${server.origin}/oidc/unlock?token=${'A'.repeat(43)}`;
    const refused = await openLink(unknown);
    expect(refused.status).toBe(400);
    const malformed = await openLink(`${server.origin}/oidc/unlock?token=x`);
    expect([malformed.status, malformed.text]).toEqual([refused.status, refused.text]);
    expect((await openLink(unknown, home, { origin: 'https://elsewhere.example' })).status).toBe(403);
  });
});
