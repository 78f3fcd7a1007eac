import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { registerMachineClient } from '../../../server/identity/machineClients.ts';
import { asOwner } from '../../support/database/databases.ts';
import { startIdentity } from './identityServer.ts';

let server: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  server = await startIdentity();
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

const office = '198.51.100.7';
const stranger = (number: number) => `192.0.2.${number}`;
const secret = 'a secret that is right';

async function addClient() {
  const clientId = `client-${randomUUID()}`;
  await registerMachineClient(server.database, { clientId, name: 'Nightly', role: 'SysAdmin', secret });
  return clientId;
}

interface Call {
  readonly address?: string;
  readonly app?: typeof server.app;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
}

async function call(clientId: string, given: string, { address = office, app = server.app, ...more }: Call = {}) {
  const { url = '/oidc/token', headers = {}, form = {} } = more;
  const response = await app.inject({
    method: 'POST',
    url,
    remoteAddress: address,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${clientId}:${encodeURIComponent(given)}`).toString('base64')}`,
      ...headers,
    },
    payload: new URLSearchParams({
      grant_type: 'client_credentials',
      resource: 'urn:carepost:api',
      scope: 'api',
      ...form,
    }).toString(),
  });
  const { date: _date, 'x-correlation-id': _id, ...others } = response.headers;
  return { status: response.statusCode, body: response.body, headers: others };
}

async function auditOf(clientId: string) {
  const { rows } = await server.database.pool.query<{
    action: string;
    actor_id: string;
    target_type: string;
    outcome: string;
  }>('SELECT action, actor_id, target_type, outcome FROM audit_entries WHERE target_id = $1 ORDER BY id', [clientId]);
  return rows;
}
const actionsOf = async (clientId: string) => (await auditOf(clientId)).map(({ action }) => action);

describe('a machine client', () => {
  test('is locked for 10 minutes after 3 wrong secrets, with the same response to a right one, in every process', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const start = Date.now();
    const clientId = await addClient();
    const other = await startIdentity({ database: server.database });
    const first = await call(clientId, 'wrong');
    await call(clientId, 'wrong', { app: other.app });
    await call(clientId, 'wrong');
    expect(first.status).toBe(401);
    expect(await call(clientId, secret)).toEqual(first);
    expect(await call(clientId, secret, { app: other.app })).toEqual(first);
    expect(await actionsOf(clientId)).toEqual([
      'identity.signInFailed',
      'identity.signInFailed',
      'identity.signInFailed',
      'identity.locked',
      'identity.signInRefused',
      'identity.signInRefused',
    ]);
    await other.close();
    vi.setSystemTime(start + 601_000);
    expect((await call(clientId, secret)).status).toBe(200);
  });

  test('is audited by its id when it signs in, and its failures are nobody’s', async () => {
    const clientId = await addClient();
    await call(clientId, 'wrong');
    await call(clientId, secret);
    expect(await auditOf(clientId)).toMatchObject([
      { action: 'identity.signInFailed', actor_id: 'anonymous', target_type: 'client', outcome: 'Refused' },
      { action: 'identity.signIn', actor_id: clientId, target_type: 'client', outcome: 'Success' },
    ]);
  });

  test('cannot be kept out by strangers', async () => {
    const clientId = await addClient();
    expect((await call(clientId, secret)).status).toBe(200);
    for (let number = 1; number <= 20; number += 1) await call(clientId, 'wrong', { address: stranger(number) });
    const failed = (await actionsOf(clientId)).filter((action) => action === 'identity.signInFailed');
    expect(failed).toHaveLength(12);
    expect((await call(clientId, secret)).status).toBe(200);
  });

  test('gets at most 3 of 20 parallel wrong secrets evaluated over two processes', { tags: ['hard'] }, async () => {
    const clientId = await addClient();
    const other = await startIdentity({ database: server.database });
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => call(clientId, 'wrong', index % 2 === 0 ? {} : { app: other.app })),
    );
    await other.close();
    const actions = await actionsOf(clientId);
    expect(actions.filter((action) => action === 'identity.signInFailed')).toHaveLength(3);
    expect(actions.filter((action) => action === 'identity.locked')).toHaveLength(1);
  });

  test('gets all of 8 parallel right secrets accepted', async () => {
    const clientId = await addClient();
    const responses = await Promise.all(Array.from({ length: 8 }, () => call(clientId, secret)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  });

  test('is counted at the revocation endpoint as well, and by no request that evaluates nothing', async () => {
    const clientId = await addClient();
    const revocation = { url: '/oidc/token/revocation', form: { token: 'x' } };
    for (const _ of [1, 2]) await call(clientId, 'wrong', revocation);
    // Refused by the provider before the secret is looked at: neither a failure nor a success.
    const attested = { headers: { 'oauth-client-attestation': 'x.y.z' }, form: { client_id: clientId } };
    expect((await call(clientId, 'wrong', attested)).status).toBe(400);
    await call(clientId, 'wrong', revocation);
    expect((await call(clientId, secret)).status).toBe(401);
  });

  test('is not let in while it cannot be audited', async () => {
    const clientId = await addClient();
    await asOwner(server.database, 'ALTER TABLE audit_entries RENAME TO hidden');
    const refused = await call(clientId, secret);
    await asOwner(server.database, 'ALTER TABLE hidden RENAME TO audit_entries');
    expect(refused.status).toBe(503);
    expect(refused.body).not.toContain('access_token');
    expect((await call(clientId, secret)).status).toBe(200);
  });

  test('is audited without its id where no client has it: it may be a secret in the wrong field', async () => {
    const clientId = `nobody-${randomUUID()}`;
    await call(clientId, 'wrong');
    expect(await auditOf(clientId)).toEqual([]);
    expect((await actionsOf('(unknown client)')).at(-1)).toBe('identity.signInFailed');
  });
});

test('wrong signatures lock a client with a key, and a right one gets the same response then', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const clientId = `signer-${randomUUID()}`;
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', use: 'sig', alg: 'ES256' }] };
  await registerMachineClient(server.database, { clientId, name: 'Signer', role: 'User', jwks });
  const another = await generateKeyPair('ES256');
  const send = async (key: CryptoKey) => {
    const assertion = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(`${server.origin}/oidc`)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime('60s')
      .sign(key);
    const response = await server.app.inject({
      method: 'POST',
      url: '/oidc/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        grant_type: 'client_credentials',
        resource: 'urn:carepost:api',
        scope: 'api',
        client_assertion: assertion,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      }).toString(),
    });
    return { status: response.statusCode, body: response.body };
  };
  expect((await send(privateKey)).status).toBe(200);
  const wrong = await send(another.privateKey);
  for (const _ of [1, 2]) await send(another.privateKey);
  expect(await send(privateKey)).toEqual(wrong);
  expect((await actionsOf(clientId)).slice(-2)).toEqual(['identity.locked', 'identity.signInRefused']);
});
