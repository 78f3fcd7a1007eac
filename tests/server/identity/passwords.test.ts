import { randomBytes, randomUUID, scryptSync } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { organizations } from '../../../server/database/schema/organizations.ts';
import { oidcClients } from '../../../server/database/schema/records.ts';
import { hashPassword, verifyPassword } from '../../../server/identity/passwords.ts';
import { Browser } from './browser.ts';
import { addUser, password, startIdentity } from './identityServer.ts';
import { authorization as authorizationAt, requestTokens, signIn } from './signIn.ts';

let server: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  server = await startIdentity();
});
afterAll(() => server.close());

/** As earlier releases stored it. */
const scryptHash = (text: string) => {
  const salt = randomBytes(16);
  const hashed = scryptSync(text, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 128 * 1024 * 1024 });
  return ['scrypt', 2 ** 15, 8, 1, salt.toString('base64'), hashed.toString('base64')].join('$');
};

const storedHash = async (id: string) => {
  const { rows } = await server.database.pool.query<{ hash: string }>(
    'select password_hash as hash from users where id = $1',
    [id],
  );
  return rows[0]?.hash ?? '';
};

/** OWASP's least, as the hash itself says it. */
const strong = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

test('a password is hashed with argon2id at the least that OWASP names, and the hash carries its parameters', async () => {
  const stored = await hashPassword('pässword ﬁne');
  expect(stored).toMatch(strong);
  expect(await verifyPassword('pässword ﬁne', stored)).toBe(true);
  // The same letters as another keyboard types them.
  expect(await verifyPassword('pa\u0308ssword fine', stored)).toBe(true);
  expect(await verifyPassword('password fine', stored)).toBe(false);
  for (const none of [null, '', 'scrypt$']) expect(await verifyPassword('', none)).toBe(false);
});

test.each([
  ['an earlier release', async () => scryptHash(password)],
  ['weaker parameters', () => hash(password, { memoryCost: 1024, timeCost: 1 })],
])('a hash of %s is replaced at the next sign-in, and only by the right password', async (_name, stored) => {
  const user = await addUser(server.database, { passwordHash: await stored() });
  await signIn(server, { ...user, password: 'wrong' });
  expect(await storedHash(user.id)).toBe(user.passwordHash);
  expect((await signIn(server, user)).tokens.access_token).toBeTruthy();
  const renewed = await storedHash(user.id);
  expect(renewed).toMatch(strong);
  expect((await signIn(server, user)).tokens.access_token).toBeTruthy();
  expect(await storedHash(user.id)).toBe(renewed);
});

test('so is the hash of the secret of a machine client', async () => {
  const secret = 'secret-of-an-earlier-release';
  const client = { clientId: 'earlier', name: 'Earlier', role: 'SysAdmin', secret: scryptHash(secret) };
  await server.database.db.insert(oidcClients).values(client);
  const credentials = { grant_type: 'client_credentials', resource: 'urn:carepost:api', scope: 'api' };
  const authorization = `Basic ${Buffer.from(`earlier:${secret}`).toString('base64')}`;
  for (const _ of [1, 2]) expect((await requestTokens(server, credentials, { authorization })).status).toBe(200);
  const { rows } = await server.database.pool.query(`select secret from oidc_clients where client_id = 'earlier'`);
  expect(rows).toEqual([{ secret: expect.stringMatching(strong) }]);
});

describe('a forgotten password', () => {
  const formPath = '/oidc/password/forgotten';
  const ask = async (userName: string) => {
    const browser = new Browser(server.app, server.origin);
    return browser.submit(await browser.follow(`${server.origin}${formPath}`), { userName });
  };
  /** The mail is written by a job. */
  const untilDone = () =>
    vi.waitFor(
      async () => {
        const { rows } = await server.database.pool.query(
          `select 1 from graphile_worker.jobs where task_identifier = 'password.forgotten'`,
        );
        expect(rows).toEqual([]);
      },
      { timeout: 15_000, interval: 20 },
    );
  const mailsTo = async (recipient: string) => {
    const { rows } = await server.database.pool.query<{ subject: string; body: string }>(
      'select subject, body from mails where recipient = $1 order by created_at',
      [recipient],
    );
    return rows;
  };
  const addLinks = (userId: string, count: number) =>
    server.database.pool.query(
      `insert into password_links (id, user_id, purpose, token_hash, created_at, expires_at)
       select gen_random_uuid(), $1, 'Reset', gen_random_uuid()::text, now() - interval '1 hour', now() + interval '1 hour'
       from generate_series(1, $2::int)`,
      [userId, count],
    );

  test('is replaced by a mailed link; the response is the same for every name, and a second click mails no other link', async () => {
    const user = await addUser(server.database);
    await addLinks(user.id, 4);
    const signInPage = await new Browser(server.app, server.origin).follow(authorizationAt(server.origin).address);
    expect(signInPage.text).toContain(`<a href="${formPath}">Forgot your password?</a>`);
    const [known, unknown] = [await ask(user.userName.toUpperCase()), await ask('unknown@example.org')];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(known.text).toContain('a link is on its way to it');
    await untilDone();
    await ask(user.userName);
    await untilDone();
    const mails = await mailsTo(user.userName);
    expect(mails.map(({ subject }) => subject)).toEqual(['Choose a new password for carepost']);
    const link = /http\S+\/oidc\/password\?token=\S+/.exec(mails[0]?.body ?? '')?.[0] ?? '';
    const browser = new Browser(server.app, server.origin);
    const next = 'a much better password';
    const saved = await browser.submit(await browser.follow(link), { password: next, repeated: next });
    expect(saved.text).toContain('Your password is saved');
    expect((await signIn(server, { ...user, password: next })).tokens.access_token).toBeTruthy();
    const { rows } = await server.database.pool.query(
      `select actor_id from audit_entries where target_id = $1 and action = 'identity.linkRequested'`,
      [user.id],
    );
    expect(rows).toEqual([{ actor_id: 'anonymous' }]);
  });

  test('brings an invited user the invitation again, and nothing to others who cannot sign in with a password or got five links', async () => {
    const organizationId = randomUUID();
    await server.database.db.insert(organizations).values({
      id: organizationId,
      name: 'By connection alone',
      passwordSignIn: false,
      createdBy: 'test',
      modifiedBy: 'test',
    });
    const [invited, ...others] = await Promise.all([
      addUser(server.database, { passwordHash: null, invitedAt: new Date() }),
      addUser(server.database, { passwordHash: null }),
      addUser(server.database, { isEnabled: false }),
      addUser(server.database, { organizationId }),
      addUser(server.database),
    ]);
    const flooded = others.at(-1);
    if (!invited || !flooded) throw new Error('There are five users.');
    await addLinks(flooded.id, 5);
    for (const { userName } of [invited, ...others]) expect((await ask(userName)).status).toBe(200);
    await untilDone();
    const subjects = async (users: readonly { userName: string }[]) =>
      (await Promise.all(users.map(({ userName }) => mailsTo(userName)))).flat().map(({ subject }) => subject);
    expect(await subjects([invited])).toEqual(['Create your password for carepost']);
    expect(await subjects(others)).toEqual([]);
  });

  test('is not requested without an address, or by another site', async () => {
    const refused = await ask('no address');
    expect([refused.status, refused.text.includes('no address')]).toEqual([400, false]);
    const browser = new Browser(server.app, server.origin);
    const form = { userName: 'pat@example.org' };
    const headers = { origin: 'https://elsewhere.example' };
    expect((await browser.send(formPath, { method: 'POST', form, headers })).status).toBe(403);
  });
});
