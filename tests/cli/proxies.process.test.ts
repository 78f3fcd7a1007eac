// Property of the process: the proxy variables of its environment.
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { allOrSome } from '../support/isHard.ts';
import { createCliSandbox } from '../support/runCli.ts';
import { freePort } from '../support/startApp.ts';
import { addressCertificate } from './addressCertificate.ts';

/** The proxy variables are read from the environment of the process. */
test('HTTPS_PROXY sets the proxy, NO_PROXY exceptions, localhost is direct; doctor shows the proxy without its password', async () => {
  const tunnels: string[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket) => {
    tunnels.push(request.url ?? '');
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  const port = await freePort();
  await new Promise<void>((done) => proxy.listen(port, '127.0.0.1', done));
  const sandbox = await createCliSandbox();
  const env = { HTTPS_PROXY: `http://someone:proxy-secret@127.0.0.1:${port}` };
  const args = ['doctor', '--output', 'json', '--max-wait', '0s', '--timeout', '2s', '--api'];
  const through = await sandbox.run([...args, 'https://carepost.example.test'], { env, real: true });
  expect(tunnels[0]).toBe('carepost.example.test:443');
  expect(through.stdout).toContain(`refused the connection to carepost.example.test with status 403`);
  expect(through.stdout).toContain(`through http://127.0.0.1:${port} (from HTTPS_PROXY)`);
  expect(through.stdout + through.stderr).not.toContain('proxy-secret');
  tunnels.length = 0;
  const direct = await sandbox.run([...args, 'https://carepost.example.test'], {
    env: { ...env, NO_PROXY: '.example.test' },
    real: true,
  });
  expect(direct.stdout).toContain('direct');
  await sandbox.run([...args, 'https://localhost:1'], { env, real: true });
  expect(tunnels).toEqual([]);
  expect(direct.code).toBe(69);
  proxy.close();
});

test.each(
  allOrSome(
    [
      ['HTTPS_PROXY', 'orgs types'],
      ['https_proxy', 'login --device --insecure-storage'],
      ['ALL_PROXY', 'doctor --output json'],
    ] as const,
    1,
  ),
)(
  'an unreachable proxy from %s is named by carepost %s, without a warning of Node',
  { tags: ['scaled'] },
  async (variable, command) => {
    const port = await freePort();
    const sandbox = await createCliSandbox({ token: 'a.b.c' });
    const env = { [variable]: `http://someone:proxy-secret@127.0.0.1:${port}` };
    const args = [...command.split(' '), '--api', 'https://carepost.example.test', '--max-wait', '0s'];
    const result = await sandbox.run(args, { env, real: true });
    expect(result.code).toBe(69);
    const text = result.stdout + result.stderr;
    expect(text).toContain(`The proxy http://127.0.0.1:${port} (from ${variable}) cannot be reached (ECONNREFUSED)`);
    expect(text).not.toContain('proxy-secret');
    expect(text).not.toMatch(/Warning|DEP\d{4}/);
  },
);

/** The port of a server that ends with the test. */
const listen = async (server: Server): Promise<number> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

test.each([
  ['does not respond', () => undefined, 'did not respond within 300 ms'],
  ['closes the connection', (socket: Socket) => void socket.end(), 'closed the connection before it responded'],
] as const)('a proxy that %s before the tunnel is open is named', async (_what, onConnection, text) => {
  const port = await listen(createSocketServer((socket) => onConnection(socket.resume())));
  const sandbox = await createCliSandbox({ token: 'a.b.c' });
  const args = ['orgs', 'types', '--api', 'https://carepost.example.test', '--timeout', '300ms', '--max-wait', '0s'];
  const { code, stderr } = await sandbox.run(args, { env: { HTTPS_PROXY: `http://127.0.0.1:${port}` }, real: true });
  expect([code, stderr]).toEqual([
    69,
    expect.stringContaining(`The proxy http://127.0.0.1:${port} (from HTTPS_PROXY) ${text}.`),
  ]);
});

test('behind a proxy the certificate of a server is checked for its IP address', { tags: ['hard'] }, async () => {
  const secure = await listen(
    createSecureServer(addressCertificate, (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[]}'),
    ),
  );
  const proxy = createServer();
  proxy.on('connect', (_request, socket) => {
    const server = connect(secure, '127.0.0.1');
    // The command line resets its connections when it ends.
    for (const end of [socket, server]) end.on('error', () => undefined);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.pipe(server).pipe(socket);
  });
  const port = await listen(proxy);
  const sandbox = await createCliSandbox({ token: 'a.b.c' });
  const authority = join(sandbox.home, 'authority.pem');
  await writeFile(authority, addressCertificate.cert);
  const env = { HTTPS_PROXY: `http://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: authority };
  const listFrom = (address: string) =>
    sandbox.run(['orgs', 'types', '--api', `https://${address}`, '--max-wait', '0s', '--output', 'json'], {
      env,
      real: true,
    });
  expect(await listFrom('192.0.2.7')).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
  const other = await listFrom('192.0.2.8');
  expect([other.code, other.stderr]).toEqual([69, expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID')]);
});
