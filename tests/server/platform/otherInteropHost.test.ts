import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createApiClient } from '../../../admin/providers/client.ts';
import { loadConfig } from '../../../admin/providers/config.ts';
import { buildApp } from '../../../server/app.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { freePort, startServer, type TestServer } from '../../support/startApp.ts';
import { createCliSandbox } from '../../support/runCli.ts';

/** An installation whose interoperability API is a server at another origin. */
let server: TestServer;
let network: FastifyInstance;
let networkUrl = '';
let client: Client;

beforeAll(async () => {
  const port = await freePort();
  networkUrl = `http://localhost:${port}`;
  server = await startServer({ env: { INTEROP_API_URL: networkUrl } });
  // It accepts the tokens of the same issuer; a database of its own would need the same accounts.
  const config = { ...server.config, port, interopUrl: null, corsOrigins: [server.url] };
  network = await buildApp({ config, database: server.database });
  await network.listen({ port, host: config.host });
  const token = { accessToken: server.as('SysAdmin'), expiresAt: Date.now() + 600_000 };
  const webConfig = await loadConfig(() => fetch(`${server.url}/config.json`));
  client = createApiClient(
    { ...webConfig, apiBaseUrl: server.url },
    {
      current: () => token,
      renew: () => Promise.resolve(token),
    },
  );
});
afterAll(async () => {
  await network.close();
  await server.close();
});

const body = { oid: '2.16.840.1.113883.3.81.1', name: 'Agency at another host' };

test('the web application sends the calls of the network there and the others to the API', async () => {
  expect(await client.interop.save({ body })).toMatchObject({ value: body });
  expect((await client.interop.list({})).value).toContainEqual({ ...body, version: 1 });
  expect((await client.emergencies.list({})).totalCount).toBeGreaterThan(0);
});

test.each(['PUT', 'DELETE', 'POST', 'GET'])('a browser of the application may send %s there', async (method) => {
  const origin = server.url;
  const response = await network.inject({
    method: 'OPTIONS',
    url: `/api/emergencies/organizations/${body.oid}`,
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,if-match,idempotency-key',
    },
  });
  expect(response.headers['access-control-allow-origin']).toBe(origin);
  expect(String(response.headers['access-control-allow-methods'])).toContain(method);
  expect(String(response.headers['access-control-allow-headers'])).toContain('if-match');
});

test('the page may connect to both hosts and to no other', async () => {
  const { headers } = await server.app.inject({ url: '/admin/emergencies', headers: { accept: 'text/html' } });
  expect(headers['content-security-policy']).toMatch(new RegExp(`connect-src 'self' ${networkUrl}( ws:|;)`));
});

test('the command line sends them to its setting, and without it says where they belong', async () => {
  const token = server.as('SysAdmin');
  const sandbox = await createCliSandbox({ api: server.url, token, keep: true });
  const get = ['emergencies', 'organizations', 'get', body.oid, '--output', 'json'];
  const refused = await sandbox.run(get);
  expect([refused.code, refused.stderr]).toEqual([8, expect.stringContaining(networkUrl)]);
  const sent = await sandbox.run(get, { env: { CAREPOST_INTEROP: networkUrl } });
  expect(JSON.parse(sent.stdout)).toMatchObject(body);
  const own = await sandbox.run(['emergencies', 'list', '--output', 'json'], { env: { CAREPOST_INTEROP: networkUrl } });
  expect(own.code).toBe(0);
});
