import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { testCertificate } from '../support/testCertificate.ts';
import { openTlsHosts } from '../support/tlsHosts.ts';

const hosts = openTlsHosts();
let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await startServer({ env: { JOBS: 'true', WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin'), keep: true });
});
afterAll(async () => {
  await server.close();
  await hosts.close();
});

const run = async (...args: string[]) => {
  const { code, stdout, stderr } = await sandbox.run(['certificates', ...args, '--output', 'json']);
  return { code, stderr, output: JSON.parse(stdout || '{}') as unknown };
};

test('a check waits for all hosts and exits with 3 while one is not valid; the list has the same ones', async () => {
  const { webhooks, home } = server.client('SysAdmin');
  const [soon, expired] = [testCertificate({ days: 20 }), testCertificate({ days: -1 })];
  hosts.trust(soon, expired);
  const host = await hosts.host(expired);
  const ports = [(await hosts.host(soon)).port, host.port];
  for (const port of ports)
    await webhooks.save({ body: { name: `At ${port}`, url: `https://localhost:${port}/`, events: ['user.created'] } });

  const failed = await run('check');
  expect([failed.code, failed.output]).toMatchObject([3, { hostCount: 2, isReady: true, invalidCount: 1 }]);
  expect(failed.stderr).toContain(`1 certificate is not valid: localhost:${host.port} (expired)`);
  const [invalid, ending] = [await run('list', '--invalid'), await run('list', '--ends-within', '30')];
  expect([invalid.code, invalid.output]).toMatchObject([0, [{ port: host.port, problem: 'expired' }]]);
  expect(ending.output).toMatchObject([{ port: host.port }, { port: ports[0] }]);
  const { items } = await home.numbers({});
  const counts = Object.fromEntries(items.map(({ name, count }) => [name, count]));
  expect([counts['certificatesInvalid'], counts['certificatesEnding']]).toEqual([1, 2]);

  const [{ id = '' } = {}] = invalid.output as { id?: string }[];
  expect((await run('check', id)).code).toBe(3);
  host.renew(soon);
  expect(await run('check', id)).toMatchObject({ code: 0, output: { problem: null, daysLeft: 19 } });
  expect((await run('check')).code).toBe(0);
  expect((await run('check', '019ab600-0000-7000-8000-0000000000ff')).code).toBe(6);
});
