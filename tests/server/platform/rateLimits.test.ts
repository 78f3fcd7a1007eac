import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../support/startApp.ts';

let running: TestApp;
beforeAll(async () => {
  running = await startApp({ env: { RATE_LIMIT_SIGN_IN: '60', RATE_LIMIT_API: '200', RATE_LIMIT_TOKENS: '80' } });
});
afterAll(() => running.close());

const signIn = (remoteAddress: string, forwardedFor: string, url = '/oidc/interaction/none/login') =>
  running.app.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': forwardedFor },
    payload: 'grant_type=nothing',
  });

const call = (url: string) => running.app.inject({ url, remoteAddress: '203.0.113.9' });

test('the 61st sign-in call of an address within a minute is refused, whatever X-Forwarded-For says', async () => {
  for (let count = 1; count <= 60; count++)
    expect((await signIn('203.0.113.7', `198.51.100.${count}`)).statusCode).not.toBe(429);
  const refused = await signIn('203.0.113.7', '198.51.100.99');
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'E-RATE-LIMITED']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await signIn('203.0.113.8', '')).statusCode).not.toBe(429);
});

test('tokens of many people behind one address have a limit of their own', async () => {
  const renew = async () => (await signIn('203.0.113.10', '', '/oidc/token')).statusCode;
  for (let count = 1; count <= 80; count++) expect(await renew()).not.toBe(429);
  expect(await renew()).toBe(429);
});

test('behind a proxy named in TRUST_PROXY the forwarded address counts, and only there', async () => {
  const proxied = await startApp({ env: { RATE_LIMIT_API: '3', TRUST_PROXY: '10.0.0.5' } });
  const through = async (remoteAddress: string, client: string) => {
    const headers = { 'x-forwarded-for': client };
    return (await proxied.app.inject({ url: '/config.json', remoteAddress, headers })).statusCode;
  };
  for (let count = 1; count <= 3; count++) await through('10.0.0.5', '203.0.113.1');
  expect(await through('10.0.0.5', '203.0.113.1')).toBe(429);
  expect(await through('10.0.0.5', '203.0.113.2')).toBe(200);
  for (let count = 1; count <= 3; count++) await through('10.0.0.6', `203.0.113.${count + 10}`);
  expect(await through('10.0.0.6', '203.0.113.99')).toBe(429);
  await proxied.close();
});

test('other calls have a limit of their own, health checks none', async () => {
  for (let count = 1; count <= 200; count++) expect((await call('/config.json')).statusCode).toBe(200);
  expect((await call('/config.json')).statusCode).toBe(429);
  expect((await call('/health/live')).statusCode).toBe(200);
});
