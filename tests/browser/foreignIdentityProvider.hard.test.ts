/** @module-tag hard */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { expectLocator } from '../support/expectLocator.ts';
import { freePort } from '../support/startApp.ts';
import { openSite, type TestSite } from '../support/testSite.ts';

const clientId = 'installation';
const clientSecret = 'sesame';

/** An identity provider at another site than the application: another host, port and process boundary of the browser. */
const startProvider = async (port: number) => {
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const nonces = new Map<string, string>();
  /** Headers of its page. */
  const page: { opener: string } = { opener: 'unsafe-none' };
  const json = (response: ServerResponse, body: unknown) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));

  const authorize = (response: ServerResponse, query: URLSearchParams) => {
    const code = `code-${nonces.size}`;
    nonces.set(code, query.get('nonce') ?? '');
    const back = new URL(query.get('redirect_uri') ?? '');
    back.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString();
    response
      .setHeader('content-type', 'text/html')
      .setHeader('cross-origin-opener-policy', page.opener)
      .end(
        `<!DOCTYPE html><title>Provider</title><h1>Share your identity</h1><a href="${back.href.replaceAll('&', '&amp;')}">Share</a>`,
      );
  };
  const token = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await text(request));
    if (form.get('client_secret') !== clientSecret) return json(response.writeHead(401), { error: 'invalid_client' });
    const claims = {
      nonce: nonces.get(form.get('code') ?? ''),
      identity_verified: true,
      given_name: 'Victor',
      family_name: 'Hale',
      birthdate: '1980-05-17',
    };
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .setIssuer(issuer)
      .setAudience(clientId)
      .setSubject('victor')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
    return json(response, { access_token: 'a', token_type: 'bearer', id_token: idToken });
  };
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256', use: 'sig' };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
    if (pathname === '/authorize') return authorize(response, searchParams);
    if (pathname === '/token') return void token(request, response);
    if (pathname === '/jwks') return void json(response, { keys: [jwk] });
    return void json(response, metadata);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { page, close: () => new Promise((resolve) => server.close(resolve)) };
};

let provider: Awaited<ReturnType<typeof startProvider>>;
let site: TestSite;
beforeAll(async () => {
  const port = await freePort();
  provider = await startProvider(port);
  site = await openSite({
    env: {
      IDPROOFING_URL: `http://127.0.0.1:${port}`,
      IDPROOFING_CLIENT_ID: clientId,
      IDPROOFING_CLIENT_SECRET: clientSecret,
      IDPROOFING_ALLOW_PRIVATE: 'true',
    },
  });
});
afterAll(async () => {
  await site.close();
  await provider.close();
});

const openPopup = async (page: Page, button: string) => {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: button }).click();
  const popup = await opened;
  await expectLocator(popup.getByRole('heading', { name: 'Share your identity' })).toBeVisible();
  expect(new URL(popup.url()).host).not.toBe(new URL(site.url).host);
  return popup;
};

test('a provider at another site returns to the popup, which tells the application and closes', async () => {
  const page = await site.visitAs('verify', '/account/dashboard');
  const popup = await openPopup(page, 'Continue with the identity provider');
  const gone = popup.waitForEvent('close');
  await popup.getByRole('link', { name: 'Share' }).click();
  await gone;
  await expectLocator(page.getByText('5/17/1980')).toBeVisible();

  // A provider that cuts its pages off from the application: the popup looks closed from there, and is used all the same.
  provider.page.opener = 'same-origin';
  const cutOff = await openPopup(page, 'Something is wrong: verify again');
  await expectLocator(page.getByText(/^The new tab was closed before finishing up/)).toBeVisible();
  await cutOff.getByRole('link', { name: 'Share' }).click();
  await expectLocator(cutOff.getByText(/^The verification continues in the window where you started/)).toBeVisible();
  await expectLocator(page.getByText(/^The new tab was closed before finishing up/)).toBeHidden();
  // The box is empty again as soon as the new data are there.
  await vi.waitFor(async () => {
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Confirm' }).click({ timeout: 1_000 });
  }, 15_000);
  await expectLocator(page.getByRole('dialog', { name: 'Welcome!' })).toBeVisible();
  await site.leave(page);
});
