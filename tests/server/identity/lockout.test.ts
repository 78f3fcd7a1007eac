import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Browser, type Page } from './browser.ts';
import { addUser, startIdentity } from './identityServer.ts';
import { authorization, codeOf, type Person } from './signIn.ts';
import { asOwner } from '../../support/database/databases.ts';

let server: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  server = await startIdentity();
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

/** What a caller sees of an answer; the time of day and the random id of the call alone may differ. */
const seen = ({ status, text, headers }: Page) => {
  const { date: _date, 'x-correlation-id': _id, ...others } = headers;
  return { status, text, headers: others };
};

async function attempt(person: Person, app = server.app): Promise<Page> {
  const browser = new Browser(app, server.origin);
  const page = await browser.follow(authorization(server.origin).address);
  return browser.submit(page, { userName: person.userName, password: person.password });
}

const wrong = (person: Person) => ({ ...person, password: 'wrong' });
const isSignedIn = (page: Page) => codeOf(page) !== '';

async function entriesOf(userName: string) {
  const { rows } = await server.database.pool.query<{ action: string; outcome: string }>(
    'SELECT action, outcome FROM audit_entries WHERE target_id IN (SELECT id::text FROM users WHERE user_name = $1 UNION SELECT $1) ORDER BY id',
    [userName],
  );
  return rows;
}
const auditOf = async (userName: string) => (await entriesOf(userName)).map(({ action }) => action);

describe('three wrong passwords', () => {
  test('lock the account: the right one then gets the same answer as a wrong one', async () => {
    const user = await addUser(server.database);
    const responses = [await attempt(wrong(user)), await attempt(wrong(user)), await attempt(wrong(user))];
    expect(responses[0]?.status).toBe(401);
    expect(responses[0]?.text).toContain('After 3 failed attempts an account is locked for 10 minutes.');
    expect(seen(await attempt(user))).toEqual(seen(responses[0] ?? (await attempt(user))));
    expect(await auditOf(user.userName)).toEqual([
      'identity.signInFailed',
      'identity.signInFailed',
      'identity.signInFailed',
      'identity.locked',
      'identity.signInRefused',
    ]);
  });

  test('are refused in the audit trail, and so are the lock and what comes after it; a sign-in is not', async () => {
    const user = await addUser(server.database);
    for (const person of [user, wrong(user), wrong(user), wrong(user), user]) await attempt(person);
    expect((await entriesOf(user.userName)).map(({ outcome }) => outcome)).toEqual([
      'Success',
      ...Array.from({ length: 5 }, () => 'Refused'),
    ]);
  });

  test('are forgotten ten minutes later, and trying meanwhile does not make it longer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const start = Date.now();
    const user = await addUser(server.database);
    for (const _ of [1, 2, 3]) await attempt(wrong(user));
    vi.setSystemTime(start + 599_000);
    expect(isSignedIn(await attempt(user))).toBe(false);
    vi.setSystemTime(start + 602_000);
    expect((await attempt(wrong(user))).status).toBe(401);
    expect(isSignedIn(await attempt(user))).toBe(true);
  });

  test('never come together when right ones are between', async () => {
    const user = await addUser(server.database);
    for (const person of [wrong(user), wrong(user), user, wrong(user), wrong(user)]) await attempt(person);
    expect(isSignedIn(await attempt(user))).toBe(true);
  });

  test('lock in every process and after a restart', async () => {
    const user = await addUser(server.database);
    const other = await startIdentity({ database: server.database });
    await attempt(wrong(user), server.app);
    await attempt(wrong(user), other.app);
    await attempt(wrong(user), server.app);
    await other.close();
    const restarted = await startIdentity({ database: server.database });
    expect(isSignedIn(await attempt(user, restarted.app))).toBe(false);
    await restarted.close();
  });

  test('count whatever the case of the name', async () => {
    const user = await addUser(server.database);
    for (const userName of [user.userName.toUpperCase(), ` ${user.userName} `, user.userName]) {
      await attempt({ userName, password: 'wrong' });
    }
    expect(isSignedIn(await attempt(user))).toBe(false);
  });
});

test('of 50 wrong guesses at the same moment, over two processes, at most three are evaluated', async () => {
  const user = await addUser(server.database);
  const other = await startIdentity({ database: server.database });
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) => attempt(wrong(user), index % 2 === 0 ? server.app : other.app)),
  );
  await other.close();
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]));
  const actions = await auditOf(user.userName);
  expect(actions.filter((action) => action === 'identity.signInFailed')).toHaveLength(3);
  expect(actions.filter((action) => action === 'identity.locked')).toHaveLength(1);
});

test('nobody is let in while it cannot be audited', async () => {
  const user = await addUser(server.database);
  await asOwner(server.database, 'ALTER TABLE audit_entries RENAME TO hidden');
  const responses = [await attempt(user), await attempt(wrong(user))];
  await asOwner(server.database, 'ALTER TABLE hidden RENAME TO audit_entries');
  expect(responses.map(({ status, location }) => [status, location])).toEqual([
    [503, undefined],
    [503, undefined],
  ]);
  expect(isSignedIn(await attempt(user))).toBe(true);
});

test('many right passwords at the same moment are all let in', async () => {
  const user = await addUser(server.database);
  const responses = await Promise.all(Array.from({ length: 8 }, () => attempt(user)));
  expect(responses.every(isSignedIn)).toBe(true);
});

/** Computing time of a refusal: what other programs do meanwhile is not in it. */
const effort = async (person: Person) => {
  const browser = new Browser(server.app, server.origin);
  const page = await browser.follow(authorization(server.origin).address);
  const start = process.cpuUsage();
  await browser.submit(page, { userName: person.userName, password: 'wrong' });
  const { user, system } = process.cpuUsage(start);
  return user + system;
};

describe('nobody can tell', () => {
  test.each([
    ['an unknown name', async () => ({ userName: `nobody-${Date.now()}@example.org`, password: 'wrong' })],
    ['something that is no name', async () => ({ userName: "' OR 1=1 --\u0000", password: '\u0000' })],
    ['a disabled account with the right password', () => addUser(server.database, { isEnabled: false })],
    ['an account without a password', () => addUser(server.database, { passwordHash: null })],
    [
      'a password of 10,000 letters',
      async () => ({ ...(await addUser(server.database)), password: 'x'.repeat(10_000) }),
    ],
  ])('%s from a wrong password, by any byte of the answer', async (_name, person) => {
    const expected = await attempt(wrong(await addUser(server.database)));
    expect(seen(await attempt(await person()))).toEqual(seen(expected));
  });

  test('an unknown name from a known one by the work it makes', { tags: ['hard'] }, async () => {
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      known.push(await effort(await addUser(server.database)));
      unknown.push(await effort({ userName: `nobody-${round}@example.org`, password: '' }));
    }
    // The hash is nearly all of it: leaving it out for unknown names would show at once.
    const ratio = Math.min(...unknown) / Math.min(...known);
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.4);
  });
});

test('demo accounts are refused in production, and so are their tokens', async () => {
  const demo = await addUser(server.database, { isDemo: true, role: 'SysAdmin' });
  expect(isSignedIn(await attempt(demo))).toBe(true);
  const production = await startIdentity({ database: server.database, config: { production: true, demo: false } });
  expect(isSignedIn(await attempt(demo, production.app))).toBe(false);
  const token = await production.identity.signAccessToken({ subject: demo.id, kind: 'user', role: 'SysAdmin' });
  await expect(production.identity.authenticate(token)).rejects.toMatchObject({ code: 'E-TOKEN-REVOKED' });
  await production.close();
});
