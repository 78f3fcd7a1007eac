// Property of the process: the proxy variables of its environment.
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { createCliSandbox } from '../support/runCli.ts';
import { freePort } from '../support/startApp.ts';

/** The proxy variables are read from the environment of the process. */
test('HTTPS_PROXY is the way out, NO_PROXY the exception, this machine always direct; doctor shows the route without the password', async () => {
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

test.each([
  ['HTTPS_PROXY', 'orgs types'],
  ['https_proxy', 'login --device --insecure-storage'],
  ['ALL_PROXY', 'doctor --output json'],
])('an unreachable proxy from %s is named by carepost %s, without a warning of Node', async (variable, command) => {
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
});
