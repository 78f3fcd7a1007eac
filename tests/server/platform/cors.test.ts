import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedServer, startApp, type TestApp } from '../../support/startApp.ts';

const ours = 'https://admin.example.org';
let open: TestApp;
let closed: TestApp;
beforeAll(async () => {
  [open, closed] = await Promise.all([
    startApp({ env: { CORS_ORIGINS: `${ours}, https://other.example.org` } }),
    sharedServer(),
  ]);
});
afterAll(() => open.close());

const preflight = ({ app }: TestApp, origin: string) =>
  app.inject({
    method: 'OPTIONS',
    url: '/api/organizations',
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
  });

test('a web application of an allowed origin may call, without cookies', async () => {
  const response = await preflight(open, ours);
  expect(response.statusCode).toBe(204);
  expect(response.headers['access-control-allow-origin']).toBe(ours);
  expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
  const refused = await open.app.inject({ url: '/api/organizations', headers: { origin: ours } });
  expect(refused.headers['access-control-allow-origin']).toBe(ours);
});

test.each([
  'null',
  'https://evil.example',
  `${ours}.evil.example`,
  'https://evil-admin.example.org',
  'http://admin.example.org',
  `${ours}:8443`,
])('the origin %s is never echoed', async (origin) => {
  for (const app of [open, closed]) {
    expect((await preflight(app, origin)).headers).not.toHaveProperty('access-control-allow-origin', origin);
    const response = await app.app.inject({ url: '/config.json', headers: { origin } });
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
  }
});

const shared = (headers: Readonly<Record<string, unknown>>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

const paths = [
  '/oidc/.well-known/openid-configuration',
  '/oidc/jwks',
  '/oidc/token',
  '/oidc/nothing',
  '/fhir/metadata',
  '/hubs/?EIO=4&transport=polling',
  '/odata/$metadata',
  '/config.json',
  '/docs',
  '/',
];

test.each(paths)('%s shares nothing with an origin that is not configured', async (url) => {
  for (const { app } of [open, closed]) {
    for (const origin of ['https://evil.example', undefined]) {
      for (const method of ['GET', 'POST', 'OPTIONS'] as const) {
        const headers = {
          ...(origin === undefined ? {} : { origin }),
          ...(method === 'OPTIONS' ? { 'access-control-request-method': 'POST' } : {}),
        };
        const response = await app.inject({ method, url, headers });
        expect(response.headers, `${method} ${origin}`).not.toHaveProperty('access-control-allow-origin');
        if (app === closed.app) expect(shared(response.headers), `${method} ${origin}`).toEqual([]);
      }
    }
  }
});

test('an application of a configured origin may sign in', async () => {
  for (const url of ['/oidc/.well-known/openid-configuration', '/oidc/jwks']) {
    const response = await open.app.inject({ url, headers: { origin: ours } });
    expect(response.headers['access-control-allow-origin'], url).toBe(ours);
    const other = await closed.app.inject({ url, headers: { origin: ours } });
    expect(shared(other.headers), url).toEqual([]);
  }
});

test('without a setting there is no sharing at all', async () => {
  expect((await preflight(closed, ours)).statusCode).toBe(405);
});
