import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerMachineClient } from '../../../server/identity/machineClients.ts';
import { Browser } from './browser.ts';
import { addUser, startIdentity } from './identityServer.ts';
import { authorization, codeOf, redeem, refresh, requestTokens, signIn, typePassword, whoIs } from './signIn.ts';

let server: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  server = await startIdentity();
});
afterAll(() => server.close());

describe('the loopback sign-in', () => {
  const loopback = { client_id: 'carepost-cli', redirect_uri: 'http://127.0.0.1:49152/callback' };

  test('returns to whatever port the command line listens on', async () => {
    const { address, verifier } = authorization(server.origin, loopback);
    const page = await typePassword(new Browser(server.app, server.origin), address, await addUser(server.database));
    expect(page.location).toMatch(/^http:\/\/127\.0\.0\.1:49152\/callback\?code=/);
    const { body } = await redeem(server, { ...loopback, code: codeOf(page), verifier });
    expect((await whoIs(server, body.access_token)).status).toBe(200);
    expect((await refresh(server, body.refresh_token, 'carepost-cli')).status).toBe(200);
  });

  test('is ended by its own sign-out alone', async () => {
    const user = await addUser(server.database);
    const { browser, tokens: web } = await signIn(server, user);
    const sessions = [];
    for (const _ of [1, 2]) {
      const { address, verifier } = authorization(server.origin, loopback);
      const page = await browser.follow(address);
      sessions.push((await redeem(server, { ...loopback, code: codeOf(page), verifier })).body);
    }
    const [first, second] = sessions;
    await server.app.inject({
      method: 'POST',
      url: '/oidc/token/revocation',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `client_id=carepost-cli&token=${first?.refresh_token}`,
    });
    expect((await refresh(server, first?.refresh_token ?? '', 'carepost-cli')).status).toBe(400);
    expect((await whoIs(server, first?.access_token ?? '')).status).toBe(401);
    expect((await whoIs(server, second?.access_token ?? '')).status).toBe(200);
    expect((await whoIs(server, web.access_token)).status).toBe(200);
    // Nor does signing out in the browser end a command line.
    const end = `/oidc/session/end?id_token_hint=${web.id_token}`;
    await browser.submit(await browser.follow(end));
    expect((await refresh(server, second?.refresh_token ?? '', 'carepost-cli')).status).toBe(200);
  });
});

const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';

const startDevice = async () => {
  const response = await server.app.inject({
    method: 'POST',
    url: '/oidc/device/auth',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'client_id=carepost-cli&scope=openid profile email offline_access api&resource=urn:carepost:api',
  });
  return response.json<
    Record<'device_code' | 'user_code' | 'verification_uri' | 'verification_uri_complete', string>
  >();
};

const poll = (device_code: string) => requestTokens(server, { grant_type, client_id: 'carepost-cli', device_code });

describe('the device sign-in', () => {
  test('waits, asks for code, confirmation and password, and signs the device in once', async () => {
    const user = await addUser(server.database);
    const device = await startDevice();
    expect(device.verification_uri).toBe('http://localhost:3000/oidc/device');
    expect((await poll(device.device_code)).body.error).toBe('authorization_pending');
    const browser = new Browser(server.app, server.origin);
    const codePage = await browser.follow(device.verification_uri);
    const confirmPage = await browser.submit(codePage, { user_code: device.user_code.toLowerCase() });
    expect(confirmPage.text).toContain(device.user_code);
    expect(confirmPage.text).toContain('carepost command line');
    const loginPage = await browser.submit(confirmPage, { confirm: 'yes' });
    const donePage = await browser.submit(loginPage, { userName: user.userName, password: user.password });
    expect(donePage.text).toContain('Your device is signed in');
    const { body } = await poll(device.device_code);
    expect(await whoIs(server, body.access_token)).toMatchObject({ status: 200, body: { id: user.id } });
    expect(decodeJwt(body.id_token)).toMatchObject({ email: user.userName });
    expect((await refresh(server, body.refresh_token, 'carepost-cli')).status).toBe(200);
    expect((await poll(device.device_code)).body.error).toBe('invalid_grant');
  });

  test('takes the code from the address that the device shows', async () => {
    const device = await startDevice();
    const browser = new Browser(server.app, server.origin);
    const sendMail = await browser.follow(device.verification_uri_complete);
    expect(sendMail.headers['content-security-policy']).toContain("'sha256-");
    expect((await browser.submit(sendMail)).text).toContain('Confirm the device');
  });

  test.each([
    ['a form without its cookie', '/oidc/device', { user_code: 'BBBB-BBBB', xsrf: 'x' }],
    ['a way back without its cookie', '/oidc/device/nothing', undefined],
  ])('%s is refused with a page that leads on', async (_, address, form) => {
    const browser = new Browser(server.app, server.origin);
    const page = await browser.send(address, form ? { method: 'POST', form } : {});
    expect(page.status).toBe(400);
    expect(page.text).toContain('This page has expired.');
    expect(page.text).toContain('href="http://localhost:3000/oidc/device"');
    expect((await browser.follow('/oidc/device')).text).toContain('Code shown on your device');
  });

  test('says what is wrong with a code, and that a person cancelled', async () => {
    const browser = new Browser(server.app, server.origin);
    const codePage = await browser.follow('/oidc/device');
    const wrong = await browser.submit(codePage, { user_code: 'BBBB-BBBB' });
    expect(wrong.text).toContain('There is no such code.');
    expect(wrong.text).toContain('aria-describedby="problem"');
    const device = await startDevice();
    const confirmPage = await browser.submit(wrong, { user_code: device.user_code });
    expect((await browser.submit(confirmPage, { abort: 'yes' })).text).toContain('You cancelled');
    expect((await poll(device.device_code)).body.error).toBe('access_denied');
  });
});

const credentials = { grant_type: 'client_credentials', resource: 'urn:carepost:api', scope: 'api' };

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

const assertionBy = (key: CryptoKey, jti: string) =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setIssuer('signer')
    .setSubject('signer')
    .setAudience('http://localhost:3000/oidc')
    .setJti(jti)
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(key);

describe('machine clients', () => {
  test('sign in with a secret, in the header or in the body, and act with their role', async () => {
    await registerMachineClient(server.database, {
      clientId: 'nightly',
      name: 'Nightly',
      role: 'SysAdmin',
      secret: 's3cret-of-nightly',
    });
    const { body } = await requestTokens(server, credentials, basic('nightly', 's3cret-of-nightly'));
    expect(await whoIs(server, body.access_token)).toMatchObject({
      status: 200,
      body: { kind: 'client', id: 'nightly', name: 'Nightly', role: 'SysAdmin' },
    });
    const inBody = { ...credentials, client_id: 'nightly', client_secret: 's3cret-of-nightly' };
    expect((await requestTokens(server, inBody)).status).toBe(200);
    expect((await requestTokens(server, credentials, basic('nightly', 'wrong'))).status).toBe(401);
    expect((await requestTokens(server, credentials, basic('nobody', 's3cret-of-nightly'))).status).toBe(401);
    const stored = await server.database.pool.query<{ secret: string }>(
      "SELECT secret FROM oidc_clients WHERE client_id = 'nightly'",
    );
    expect(stored.rows[0]?.secret).toMatch(/^\$argon2id\$/);
    // What is stored must not itself be a secret that works.
    expect((await requestTokens(server, credentials, basic('nightly', stored.rows[0]?.secret ?? ''))).status).toBe(401);
  });

  test('sign in by a private key whose public part is registered; each assertion counts once', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', use: 'sig', alg: 'ES256' }] };
    await registerMachineClient(server.database, {
      clientId: 'signer',
      name: 'Signer',
      role: 'SysAdminReporting',
      jwks,
    });
    const send = (client_assertion: string) =>
      requestTokens(server, {
        ...credentials,
        client_assertion,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      });
    const good = await assertionBy(privateKey, 'one');
    const { body } = await send(good);
    expect(await whoIs(server, body.access_token)).toMatchObject({
      status: 200,
      body: { id: 'signer', role: 'SysAdminReporting' },
    });
    expect((await send(good)).status).toBe(401);
    const stranger = await generateKeyPair('ES256');
    expect((await send(await assertionBy(stranger.privateKey, 'two'))).status).toBe(401);
  });

  test('are out at once when disabled', async () => {
    await registerMachineClient(server.database, {
      clientId: 'leaver',
      name: 'Leaver',
      role: 'User',
      secret: 'secret-of-leaver',
    });
    const { body } = await requestTokens(server, credentials, basic('leaver', 'secret-of-leaver'));
    await server.database.pool.query("UPDATE oidc_clients SET is_enabled = false WHERE client_id = 'leaver'");
    expect(await whoIs(server, body.access_token)).toMatchObject({ status: 401, body: { code: 'E-TOKEN-REVOKED' } });
    expect((await requestTokens(server, credentials, basic('leaver', 'secret-of-leaver'))).status).toBe(401);
  });

  test('are not registered with a private key', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwks = { keys: [{ ...(await exportJWK(privateKey)) }] };
    await expect(
      registerMachineClient(server.database, { clientId: 'careless', name: 'Careless', role: 'User', jwks }),
    ).rejects.toThrow('public key');
  });
});
