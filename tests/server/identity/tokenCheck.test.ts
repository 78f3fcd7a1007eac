/** @module-tag scaled */
import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, importJWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { publicPart } from '../../../server/identity/signingKeys.ts';
import { addUser, startIdentity } from './identityServer.ts';
import { authorization, refresh, signIn, whoIs } from './signIn.ts';
import { isHard } from '../../support/isHard.ts';

let server: Awaited<ReturnType<typeof startIdentity>>;
let user: Awaited<ReturnType<typeof addUser>>;
beforeAll(async () => {
  server = await startIdentity();
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await addUser(server.database);
});
afterEach(() => {
  vi.useRealTimers();
});

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

/** A token as ours, signed with our key, but for the changes. */
async function forge(claims: JWTPayload = {}, header: Partial<JWTHeaderParameters> = {}, key?: CryptoKey) {
  const [own] = server.identity.keyRing.keys();
  const good = {
    iss: 'http://localhost:3000/oidc',
    aud: 'urn:carepost:api',
    sub: user.id,
    client_id: 'carepost-web',
    roles: ['User'],
    iat: inSeconds(-10),
    exp: inSeconds(600),
    jti: randomUUID(),
  };
  const signer = key ?? ((await importJWK(own, 'ES256')) as CryptoKey);
  return new SignJWT({ ...good, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: own.kid, ...header })
    .sign(signer);
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('an access token is accepted', () => {
  test('when it is ours', async () => {
    expect(await whoIs(server, await forge())).toMatchObject({ status: 200, body: { id: user.id } });
  });

  test('up to five seconds after its end, and not for a minute', async () => {
    expect((await whoIs(server, await forge({ exp: inSeconds(-3) }))).status).toBe(200);
    expect(await whoIs(server, await forge({ exp: inSeconds(-60) }))).toMatchObject({
      status: 401,
      body: { code: 'E-TOKEN-REVOKED', message: 'Token revoked or expired.' },
    });
  });

  test('no longer than it lasts, although it was accepted before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const token = await forge({ exp: inSeconds(30) });
    expect((await whoIs(server, token)).status).toBe(200);
    vi.setSystemTime(Date.now() + 40_000);
    expect((await whoIs(server, token)).status).toBe(401);
  });
});

describe('an access token is refused', () => {
  test.each<[string, JWTPayload, Partial<JWTHeaderParameters>]>([
    ['for another audience', { aud: 'urn:other' }, {}],
    ['without an audience', { aud: undefined }, {}],
    ['from another issuer', { iss: 'http://localhost:3001/oidc' }, {}],
    ['from no issuer', { iss: undefined }, {}],
    ['before its time', { nbf: inSeconds(60) }, {}],
    ['without an end', { exp: undefined }, {}],
    ['without a subject', { sub: undefined }, {}],
    ['of another type', {}, { typ: 'JWT' }],
    ['of no type', {}, { typ: undefined }],
    ['without a key id', {}, { kid: undefined }],
    ['with an unknown key id', {}, { kid: 'unknown' }],
    ['with a path as key id', {}, { kid: '../../../../dev/null' }],
    ['with SQL as key id', {}, { kid: "' OR '1'='1" }],
    ['for a subject that is no account', { sub: "' OR 1=1 --" }, {}],
    ['for an account that does not exist', { sub: randomUUID() }, {}],
    ['with a role that the account does not have', { roles: ['SysAdmin'] }, {}],
    ['without a role', { roles: undefined }, {}],
  ])('%s', async (_name, claims, header) => {
    expect((await whoIs(server, await forge(claims, header))).status).toBe(401);
  });

  test('with an extension nobody knows', async () => {
    const [own] = server.identity.keyRing.keys();
    const [, payload] = (await forge()).split('.');
    const key = (await importJWK(own, 'ES256')) as CryptoKey;
    const head = part({ alg: 'ES256', typ: 'at+jwt', kid: own.kid, crit: ['x'], x: 1 });
    const signed = Buffer.from(
      await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, Buffer.from(`${head}.${payload}`)),
    );
    expect((await whoIs(server, `${head}.${payload}.${signed.toString('base64url')}`)).status).toBe(401);
  });

  test('without a signature', async () => {
    const [, payload, signature] = (await forge()).split('.');
    const [own] = server.identity.keyRing.keys();
    for (const alg of ['none', 'None', 'nOnE']) {
      const head = part({ alg, typ: 'at+jwt', kid: own.kid });
      for (const last of ['', signature]) expect((await whoIs(server, `${head}.${payload}.${last}`)).status).toBe(401);
    }
  });

  test('signed with our public key as a password', async () => {
    const [own] = server.identity.keyRing.keys();
    const [, payload] = (await forge()).split('.');
    const head = part({ alg: 'HS256', typ: 'at+jwt', kid: own.kid });
    const signature = createHmac('sha256', JSON.stringify(publicPart(own)))
      .update(`${head}.${payload}`)
      .digest('base64url');
    expect((await whoIs(server, `${head}.${payload}.${signature}`)).status).toBe(401);
  });

  test('signed with a key it brings along, in it or by address; the address is never called', async () => {
    let calls = 0;
    const listener = createServer((_request, response) => {
      calls += 1;
      response.end('{"keys":[]}');
    });
    await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready));
    const { port } = listener.address() as { port: number };
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const [own] = server.identity.keyRing.keys();
    for (const kid of [own.kid, 'mine']) {
      const address = `http://127.0.0.1:${port}/keys`;
      const token = await forge({}, { kid, jwk: await exportJWK(publicKey), jku: address, x5u: address }, privateKey);
      expect((await whoIs(server, token)).status).toBe(401);
    }
    expect(calls).toBe(0);
    await new Promise((closed) => listener.close(closed));
  });

  test('when it is an ID token or a refresh token', async () => {
    const { tokens } = await signIn(server, user);
    expect((await whoIs(server, tokens.id_token)).status).toBe(401);
    expect((await whoIs(server, tokens.refresh_token)).status).toBe(401);
    expect((await whoIs(server, '')).body).toMatchObject({ code: 'E-TOKEN-MISSING' });
  });

  test('with any one bit of many turned over, before and after the token was accepted', async () => {
    const token = await forge();
    const flips = Array.from({ length: isHard ? 1000 : 100 }, () => {
      const bytes = Buffer.from(token);
      const at = Math.floor(Math.random() * bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(Math.random() * 7));
      return bytes.toString('latin1');
    });
    for (const _ of [1, 2]) {
      for (const flipped of flips) {
        await expect(server.identity.authenticate(flipped)).rejects.toMatchObject({
          code: expect.stringMatching(/^E-TOKEN-/),
        });
      }
      expect((await whoIs(server, token)).status).toBe(200);
    }
  });

  test('when only the spare bits of its signature differ', async () => {
    const token = await forge();
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const twin = token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1) ?? 'A') ^ 1];
    expect(Buffer.from(twin.split('.')[2] ?? '', 'base64url')).toEqual(
      Buffer.from(token.split('.')[2] ?? '', 'base64url'),
    );
    expect((await whoIs(server, twin)).status).toBe(401);
  });

  test('of a megabyte, without being read', async () => {
    const times: number[] = [];
    for (let attempt = 0; attempt < 5; attempt++) {
      const start = performance.now();
      await expect(server.identity.authenticate(`${'a'.repeat(1 << 20)}.b.c`)).rejects.toMatchObject({
        code: 'E-TOKEN-INVALID',
      });
      times.push(performance.now() - start);
    }
    // The fastest: other programs do not hold up each of them.
    expect(Math.min(...times)).toBeLessThan(50);
  });
});

const expectStopped = async (token: string, change: string, values: unknown[]) => {
  expect((await whoIs(server, token)).status).toBe(200);
  await server.database.pool.query(change, values);
  expect(await whoIs(server, token)).toMatchObject({
    status: 401,
    body: { code: 'E-TOKEN-REVOKED', message: 'Token revoked or expired.' },
  });
};

describe('a token in use stops working at once', () => {
  test.each([
    ['when the account is disabled', 'UPDATE users SET is_enabled = false WHERE id = $1'],
    ['when the role changes', "UPDATE users SET role = 'Administrator' WHERE id = $1"],
    ['when the account is removed', 'DELETE FROM users WHERE id = $1'],
  ])('%s', async (_name, change) => {
    const { tokens } = await signIn(server, user);
    await expectStopped(tokens.access_token, change, [user.id]);
  });

  test('and a disabled person is asked to sign in, even in an open session', async () => {
    const { browser, tokens } = await signIn(server, user);
    await server.database.pool.query('UPDATE users SET is_enabled = false WHERE id = $1', [user.id]);
    expect((await refresh(server, tokens.refresh_token)).status).toBe(400);
    const silent = await browser.follow(authorization(server.origin, { prompt: 'none' }).address);
    expect(silent.location).toContain('error=login_required');
    expect((await browser.follow(authorization(server.origin).address)).text).toContain('<h1>Sign in</h1>');
  });
});

test('a thousand unknown key ids do not reach the database more than once', async () => {
  const fresh = await startIdentity({ database: server.database });
  expect((await whoIs(fresh, await forge())).status).toBe(200);
  const tokens: string[] = [];
  for (let index = 0; index < 1000; index += 1) tokens.push(await forge({}, { kid: `k${index}` }));
  const query = vi.spyOn(server.database.pool, 'query');
  await Promise.all(
    tokens.map((token) =>
      expect(fresh.identity.authenticate(token)).rejects.toMatchObject({ code: 'E-TOKEN-INVALID' }),
    ),
  );
  const requested = query.mock.calls.filter(([text]) => JSON.stringify(text).includes('installation_secrets'));
  expect(requested.length).toBeLessThanOrEqual(1);
  query.mockRestore();
  await fresh.close();
});

test('processes that start together on a new database sign with the same key', { tags: ['hard'] }, async () => {
  await server.database.pool.query('DELETE FROM installation_secrets');
  const [one, other] = await Promise.all([
    startIdentity({ database: server.database }),
    startIdentity({ database: server.database }),
  ]);
  const { tokens } = await signIn(one, user);
  expect((await whoIs(other, tokens.access_token)).status).toBe(200);
  const keys = await Promise.all([one, other].map(async ({ app }) => (await app.inject('/oidc/jwks')).body));
  expect(keys[0]).toBe(keys[1]);
  expect(keys[0]).not.toContain('"d"');
  await Promise.all([one.close(), other.close()]);
});
