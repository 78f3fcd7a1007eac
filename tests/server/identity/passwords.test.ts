import { randomBytes, scryptSync } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oidcClients } from '../../../server/database/schema/records.ts';
import { hashPassword, verifyPassword } from '../../../server/identity/passwords.ts';
import { addUser, password, startIdentity } from './identityServer.ts';
import { requestTokens, signIn } from './signIn.ts';

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
