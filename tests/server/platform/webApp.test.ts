import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPlatform, registerPlatform } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { registerWebApp } from '../../../server/web/webApp.ts';
import { registerWebConfig } from '../../../server/web/webConfig.ts';

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carepost-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<meta property="csp-nonce" nonce="__CSP_NONCE__"><div id="root"></div>');
  await writeFile(join(folder, 'silent.html'), '<title>silent</title>');
  await writeFile(join(folder, 'assets/main-Ab12Cd34.js'), 'export {}');
  await writeFile(join(folder, 'assets/main-Ab12Cd34.js.br'), 'packed by brotli');
  await writeFile(join(folder, 'assets/main-Ab12Cd34.js.map'), '{}');
  const config = readConfig({
    LOG_LEVEL: 'silent',
    OIDC_ISSUER: 'https://idp.example.org/realm',
    WEST_FAX_INTERFACE: 'true',
    BRAND_NAME: 'North Star',
  });
  app = buildPlatform(config);
  await registerPlatform(app, config);
  app.get('/api/things', { exposeHeadRoute: false }, () => ({}));
  registerWebConfig(app, config);
  await registerWebApp(app, config, folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const visit = (url: string, accept = 'text/html,*/*') => app.inject({ url, headers: { accept } });

describe('the web application', () => {
  test.each([
    '/',
    '/admin/organizations',
    '/admin/organizations/add/contact',
    '/account/login/north-star',
    '/intake',
    '/release/7',
  ])('answers %s with its page', async (url) => {
    const page = await visit(url);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<div id="root">');
  });

  test('leaves an API address its own answer: HEAD of a call is a wrong method', async () => {
    const response = await app.inject({ method: 'HEAD', url: '/api/things' });
    expect([response.statusCode, response.headers['allow']]).toEqual([405, 'GET']);
    expect((await app.inject({ method: 'HEAD', url: '/api/nothing' })).statusCode).toBe(404);
  });

  test('has a fresh nonce for styles on each page and allows no inline script', async () => {
    const [first, second] = [await visit('/'), await visit('/')];
    const policy = String(first.headers['content-security-policy']);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(first.body).toContain(`nonce="${nonce}"`);
    expect(first.body).not.toBe(second.body);
    expect(policy).toMatch(/script-src 'self';/);
    expect(policy).toMatch(/connect-src 'self' https:\/\/idp\.example\.org ws:\/\/[^; ]+;/);
    expect(policy).toContain("object-src 'none'; base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(first.headers['cache-control']).toBe('no-store');
  });

  test('may be opened beside a popup, except for the page the popup ends in', async () => {
    expect((await visit('/admin')).headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    expect((await visit('/callback?code=x')).headers).not.toHaveProperty('cross-origin-opener-policy');
  });

  test('gives its files packed and for good, and no source maps', async () => {
    const packed = await app.inject({ url: '/assets/main-Ab12Cd34.js', headers: { 'accept-encoding': 'br' } });
    expect(packed.body).toBe('packed by brotli');
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect((await app.inject({ url: '/assets/main-Ab12Cd34.js' })).body).toBe('export {}');
    for (const url of [
      '/assets/main-Ab12Cd34.js.map',
      '/assets/main-Ab12Cd34.js.br',
      '/assets/gone.js',
      '/index.html.br',
      '/.git/config',
      '/.env',
      '/assets/..%2f..%2fpackage.json',
    ]) {
      expect((await visit(url)).statusCode, url).toBe(404);
    }
  });

  test('lets only itself frame the page that renews a session', async () => {
    const { headers } = await visit('/silent.html');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  });

  test.each(['/api/nothing', '/oidc/nothing', '/odata/nothing', '/health/nothing', '/wp-login.php'])(
    'is not the answer to %s',
    async (url) => {
      const response = await visit(url, 'application/json');
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, 'E-ROUTE-NOT-FOUND']);
    },
  );
});

test('the configuration of the installation is read at run time', async () => {
  expect((await app.inject('/config.json')).json()).toEqual({
    apiBaseUrl: '',
    interopBaseUrl: '',
    issuer: 'https://idp.example.org/realm',
    clientId: 'carepost-web',
    hubUrl: '/hubs',
    features: { apiCaptureEnabled: true, WestFaxInterface: true },
    brand: { name: 'North Star', primaryColor: '#0b5f73', supportEmail: 'support@carepost.example' },
    // Sessions of an external provider end by its own rules.
    idleSeconds: null,
    demo: true,
  });
});
