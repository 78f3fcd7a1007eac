import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPlatform, registerPlatform } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { registerWebApp } from '../../../server/web/webApp.ts';
import { registerWebConfig } from '../../../server/web/webConfig.ts';

const port = 3000;
let folder: string;
const open: FastifyInstance[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carepost-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<div id="root"></div>');
  await writeFile(join(folder, 'assets/main-Ab12Cd34.js'), 'export {}');
});
afterAll(async () => {
  await Promise.all(open.map((app) => app.close()));
  await rm(folder, { recursive: true });
});

/** A listening server with this public address; returns the response to a request whose Host header names another one. */
const serve = async (publicUrl: string) => {
  const config = readConfig({ LOG_LEVEL: 'silent', DEMO: 'true', PUBLIC_URL: publicUrl });
  const app = buildPlatform(config);
  open.push(app);
  await registerPlatform(app, config);
  app.get('/api/things', () => ({}));
  registerWebConfig(app, config);
  await registerWebApp(app, config, folder);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port: listening } = app.server.address() as AddressInfo;
  return (host: string, path: string, { accept = 'text/html', method = 'GET' } = {}) =>
    new Promise<{ status: number | undefined; location: string | undefined }>((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port: listening, path, method, headers: { host, accept } },
        (response) => {
          response.resume();
          resolve({ status: response.statusCode, location: response.headers.location });
        },
      );
      sent.on('error', reject);
      sent.end();
    });
};

test.each([`127.0.0.1:${port}`, `[::1]:${port}`, `127.1:${port}`])(
  'a page opened at %s is redirected to the public address',
  async (host) => {
    const get = await serve(`http://localhost:${port}`);
    for (const path of ['/', '/admin/organizations?filter=%7B%7D&page=2', '//evil.example/admin', '/\\evil.example'])
      expect(await get(host, path)).toEqual({ status: 302, location: `http://localhost:${port}${path}` });
    expect(await get(host, '/admin', { method: 'HEAD' })).toMatchObject({ status: 302 });
  },
);

test('localhost is redirected to a public address with the number of the host', async () => {
  const get = await serve(`http://127.0.0.1:${port}`);
  expect(await get(`localhost:${port}`, '/admin')).toEqual({
    status: 302,
    location: `http://127.0.0.1:${port}/admin`,
  });
  expect(await get(`127.0.0.1:${port}`, '/admin')).toMatchObject({ status: 200 });
});

test('calls, files and settings are not redirected', async () => {
  const get = await serve(`http://localhost:${port}`);
  const host = `127.0.0.1:${port}`;
  for (const path of ['/api/things', '/config.json', '/assets/main-Ab12Cd34.js'])
    expect(await get(host, path), path).toEqual({ status: 200, location: undefined });
  expect(await get(host, '/api/nothing')).toMatchObject({ status: 404 });
  expect(await get(host, '/admin', { accept: 'application/json' })).toMatchObject({ status: 404 });
  expect(await get(host, '/admin', { method: 'POST' })).toMatchObject({ location: undefined });
});

test.each([
  ['http://localhost:3000', 'localhost:3000'],
  ['http://localhost:3000', '127.0.0.1:8080'],
  ['http://localhost:3000', 'other.example:3000'],
  ['https://carepost.example', '127.0.0.1:3000'],
  ['https://carepost.example', 'localhost'],
  ['http://localhost:3000', '127.0.0.1.evil.example:3000'],
  ['http://localhost:3000', 'evil.example#127.0.0.1:3000'],
])('with the public address %s a page at %s is not redirected', async (publicUrl, host) => {
  const get = await serve(publicUrl);
  expect(await get(host, '/admin')).toMatchObject({ location: undefined });
});
