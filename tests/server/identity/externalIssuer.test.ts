import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUser, startIdentity } from './identityServer.ts';
import { startOtherProvider } from './otherProvider.ts';
import { whoIs } from './signIn.ts';

/** OIDC_ISSUER set: another provider signs people in, this server only checks its tokens. */
let server: Awaited<ReturnType<typeof startIdentity>>;
let issuer: Awaited<ReturnType<typeof startOtherProvider>>;
const claims: Record<string, unknown> = {};
beforeAll(async () => {
  issuer = await startOtherProvider(['http://localhost:3000/oidc-sso/callback'], claims);
  server = await startIdentity({
    config: { issuer: issuer.issuer, externalIssuer: issuer.issuer, roleClaim: 'groups' },
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

test('somebody with an account here is that account, and is out when it is disabled', async () => {
  const user = await addUser(server.database, { role: 'Administrator' });
  expect(await whoIs(server, await tokenWith({ email: user.userName, groups: 'User' }))).toMatchObject({
    status: 200,
    body: { id: user.id, role: 'User' },
  });
  expect((await whoIs(server, await tokenWith({ email: user.userName }))).body).toMatchObject({
    role: 'Administrator',
  });
  const disabled = await addUser(server.database, { isEnabled: false });
  expect(await whoIs(server, await tokenWith({ email: disabled.userName, groups: 'User' }))).toMatchObject({
    status: 401,
    body: { code: 'E-TOKEN-REVOKED' },
  });
});

test('an address that the provider has not verified is nobody here', async () => {
  const user = await addUser(server.database, { role: 'SysAdmin' });
  const token = await tokenWith({ email: user.userName, email_verified: false });
  expect((await whoIs(server, token)).status).toBe(401);
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
