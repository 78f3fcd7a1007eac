import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { organizationUsers, users } from '../../../server/database/schema/people.ts';
import { identityLinks } from '../../../server/database/schema/signIn.ts';
import type { Role } from '../../../shared/contract/endpoint.ts';
import { addOrganization, addUser, startIdentity } from './identityServer.ts';
import { startOtherProvider } from './otherProvider.ts';
import { whoIs } from './signIn.ts';

/** OIDC_ISSUER set: another provider signs people in, this server only checks its tokens. */
let server: Awaited<ReturnType<typeof startIdentity>>;
let issuer: Awaited<ReturnType<typeof startOtherProvider>>;
const claims: Record<string, unknown> = {};
beforeAll(async () => {
  issuer = await startOtherProvider(['http://localhost:3000/oidc-sso/callback'], claims);
  server = await startIdentity({
    config: {
      issuer: issuer.issuer,
      externalIssuer: issuer.issuer,
      roleClaim: 'groups',
      trustedDomains: ['trusted.example'],
    },
  });
});
afterAll(async () => {
  await issuer.close();
  await server.close();
});

async function tokenWith(changes: Record<string, unknown>, audience = 'urn:carepost:api'): Promise<string> {
  for (const name of Object.keys(claims)) delete claims[name];
  Object.assign(claims, changes);
  const response = await fetch(`${issuer.issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('carepost-here:shared-with-the-hospital').toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: audience, scope: 'api' }),
  });
  if (!response.ok) throw new Error(`The other provider refused: ${await response.text()}`);
  return ((await response.json()) as { access_token: string }).access_token;
}

test('there are no sign-in pages here then', async () => {
  expect((await server.app.inject('/oidc/.well-known/openid-configuration')).statusCode).toBe(404);
});

test('people come with the role their provider gives them, the strongest of several', async () => {
  const token = await tokenWith({ groups: ['staff', 'User', 'SysAdmin'], name: 'Ann Other' });
  expect(await whoIs(server, token)).toEqual({
    status: 200,
    body: {
      kind: 'user',
      id: 'carepost-here',
      name: 'Ann Other',
      role: 'SysAdmin',
      organizationId: null,
      networkId: null,
    },
  });
});

const link = (subject: string, userId: string) =>
  server.database.db
    .insert(identityLinks)
    .values({ id: randomUUID(), issuer: issuer.issuer, subject, userId, origin: 'Administrator', createdBy: 'test' });
const call = async (subject: string, changes: Record<string, unknown> = {}) =>
  whoIs(server, await issuer.signToken(subject, changes));

describe('a subject that an administrator linked', () => {
  test('is that account, with the role of its claim or of the account, and is out when it is disabled', async () => {
    const user = await addUser(server.database, { role: 'Administrator' });
    const subject = randomUUID();
    await link(subject, user.id);
    expect(await call(subject, { groups: 'User' })).toMatchObject({ status: 200, body: { id: user.id, role: 'User' } });
    expect((await call(subject)).body).toMatchObject({ id: user.id, role: 'Administrator' });
    await server.database.pool.query('UPDATE users SET is_enabled = false WHERE id = $1', [user.id]);
    expect(await call(subject, { groups: 'User' })).toMatchObject({ status: 401, body: { code: 'E-TOKEN-REVOKED' } });
  });

  test.each<[accountRole: Role, membership: boolean | null, claim: string | undefined, role: Role]>([
    ['User', false, 'SysAdmin', 'User'],
    ['User', false, 'SysAdminReporting', 'User'],
    ['User', false, 'Administrator', 'User'],
    ['User', false, undefined, 'User'],
    ['Administrator', false, 'SysAdmin', 'User'],
    ['Administrator', false, 'Administrator', 'User'],
    ['Administrator', false, undefined, 'User'],
    ['Administrator', true, 'SysAdmin', 'Administrator'],
    ['Administrator', true, 'SysAdminReporting', 'User'],
    ['Administrator', true, 'Administrator', 'Administrator'],
    ['Administrator', true, 'User', 'User'],
    ['Administrator', true, 'Superuser', 'Administrator'],
    ['SysAdmin', null, 'SysAdmin', 'SysAdmin'],
    ['SysAdmin', null, 'SysAdminReporting', 'SysAdminReporting'],
    ['SysAdmin', false, 'Administrator', 'Administrator'],
    ['SysAdmin', null, undefined, 'SysAdmin'],
    ['SysAdminReporting', null, 'SysAdmin', 'SysAdminReporting'],
    ['SysAdminReporting', false, 'Administrator', 'User'],
    ['SysAdminReporting', false, 'User', 'User'],
    ['SysAdminReporting', null, 'SysAdminReporting', 'SysAdminReporting'],
  ])('is %s, administrates there: %s, claims %s: works as %s', async (role, isAdministrator, groups, expected) => {
    const user = await addUser(server.database, { role });
    const subject = randomUUID();
    await link(subject, user.id);
    if (isAdministrator !== null) {
      const organizationId = await addOrganization(server.database);
      await server.database.db.insert(organizationUsers).values({ organizationId, userId: user.id, isAdministrator });
      await server.database.db.update(users).set({ organizationId }).where(eq(users.id, user.id));
    }
    const { body } = await call(subject, groups === undefined ? {} : { groups: ['staff', groups] });
    expect(body).toMatchObject({ id: user.id, role: expected });
  });

  test('is out with the next call in every process when the link is removed, also with a role claim', async () => {
    const user = await addUser(server.database, { role: 'SysAdmin' });
    const subject = randomUUID();
    await link(subject, user.id);
    const other = await startIdentity({ database: server.database, config: server.config });
    const token = await issuer.signToken(subject, {
      groups: 'SysAdmin',
      email: user.userName,
      email_verified: true,
    });
    for (const one of [server, other]) expect((await whoIs(one, token)).status).toBe(200);
    await server.database.pool.query('UPDATE identity_links SET removed_at = now() WHERE subject = $1', [subject]);
    for (const one of [server, other])
      expect(await whoIs(one, token)).toMatchObject({ status: 401, body: { code: 'E-TOKEN-REVOKED' } });
    await other.close();
  });
});

test('a token has to name the issuer exactly, although links compare it without regard to case and the end', async () => {
  const user = await addUser(server.database, { role: 'User' });
  const subject = randomUUID();
  await link(subject, user.id);
  expect((await call(subject)).body).toMatchObject({ id: user.id });
  const { protocol, host } = new URL(issuer.issuer);
  for (const iss of [
    `${issuer.issuer}/`,
    `${protocol.toUpperCase()}//${host}`,
    `${issuer.issuer}?`,
    `${issuer.issuer}#`,
  ])
    expect(await call(subject, { iss }), iss).toMatchObject({ status: 401, body: { code: 'E-TOKEN-INVALID' } });
});

describe('a token that only names the address of an account', () => {
  test.each<[string, (address: string) => Record<string, unknown>]>([
    ['without a word on its check', (email) => ({ email })],
    ['verified by a text', (email) => ({ email, email_verified: 'true' })],
    ['verified by a number', (email) => ({ email, email_verified: 1 })],
    ['not verified', (email) => ({ email, email_verified: false })],
    ['as preferred_username', (address) => ({ preferred_username: address, email_verified: true })],
    ['as upn', (address) => ({ upn: address, email_verified: true })],
  ])('%s is not that account and has not its role', async (_name, claimsOf) => {
    const user = await addUser(server.database, { role: 'SysAdmin', userName: `${randomUUID()}@trusted.example` });
    expect((await call(randomUUID(), claimsOf(user.userName))).status).toBe(401);
    const { body } = await call(randomUUID(), { ...claimsOf(user.userName), groups: 'User' });
    expect(body).toMatchObject({ role: 'User', organizationId: null });
    expect(body['id']).not.toBe(user.id);
    expect(body['name']).not.toBe(user.userName);
  });

  test('verified, of a domain nobody trusts the issuer for, is not that account', async () => {
    const user = await addUser(server.database, { role: 'SysAdmin' });
    expect((await call(randomUUID(), { email: user.userName, email_verified: true })).status).toBe(401);
    const { userName } = await addUser(server.database, { userName: `${randomUUID()}@mail.trusted.example` });
    expect((await call(randomUUID(), { email: userName, email_verified: true })).status).toBe(401);
  });

  test('verified, of a trusted domain, is linked once and stays linked without the address', async () => {
    const user = await addUser(server.database, { role: 'Administrator', userName: `${randomUUID()}@trusted.example` });
    const subject = randomUUID();
    const named = { email: user.userName.toUpperCase(), email_verified: true };
    const responses = await Promise.all(Array.from({ length: 6 }, () => call(subject, named)));
    for (const { body } of responses) expect(body).toMatchObject({ id: user.id, role: 'Administrator' });
    expect((await call(subject)).body).toMatchObject({ id: user.id });
    const { rows } = await server.database.pool.query(
      "SELECT changes FROM audit_entries WHERE action = 'identity.linked' AND target_id = $1",
      [user.id],
    );
    expect(rows).toMatchObject([{ changes: { subject: { after: subject }, issuer: { after: issuer.issuer } } }]);
    // Another subject with the address is a new owner of the mailbox.
    expect((await call(randomUUID(), named)).status).toBe(401);
  });

  test('verified, of a trusted domain and a disabled account, is out even with a role of its own', async () => {
    const { userName } = await addUser(server.database, {
      isEnabled: false,
      userName: `${randomUUID()}@trusted.example`,
    });
    const response = await call(randomUUID(), { email: userName, email_verified: true, groups: 'SysAdmin' });
    expect(response).toMatchObject({ status: 401, body: { code: 'E-TOKEN-REVOKED' } });
  });
});

test('a subject that is the id of an account here is not that account', async () => {
  const user = await addUser(server.database);
  expect((await call(user.id, { groups: 'User' })).status).toBe(401);
});

test('no role, an unknown role or another audience is refused', async () => {
  expect((await whoIs(server, await tokenWith({}))).status).toBe(401);
  expect((await whoIs(server, await tokenWith({ groups: 'Superuser' }))).status).toBe(401);
  expect((await whoIs(server, await tokenWith({ groups: 'SysAdmin' }, 'urn:another:api'))).status).toBe(401);
});

test('a thousand unknown key ids fetch the keys at most once more', async () => {
  await whoIs(server, await tokenWith({ groups: 'User' }));
  const before = issuer.keyFetches();
  const { privateKey } = await generateKeyPair('ES256');
  const forge = (kid: string) =>
    new SignJWT({ groups: 'SysAdmin' })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
      .setIssuer(issuer.issuer)
      .setAudience('urn:carepost:api')
      .setSubject('x')
      .setIssuedAt()
      .setExpirationTime('60s')
      .sign(privateKey);
  await Promise.all(
    Array.from({ length: 1000 }, async (_, index) => {
      const token = await forge(`k${index}`);
      await expect(server.identity.authenticate(token)).rejects.toMatchObject({ code: 'E-TOKEN-INVALID' });
    }),
  );
  expect(issuer.keyFetches() - before).toBeLessThanOrEqual(1);
});

test('while the provider does not answer, callers are told to try again', async () => {
  const token = await tokenWith({ groups: 'User' });
  const cut = await startIdentity({
    database: server.database,
    config: { issuer: 'http://127.0.0.1:1', externalIssuer: 'http://127.0.0.1:1' },
  });
  expect((await whoIs(cut, token)).status).toBe(503);
  await cut.close();
});
