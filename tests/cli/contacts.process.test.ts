// Property of the process: the addresses its sockets connect to.
/** @module-tag hard */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Writes down every address a process connects to. */
const watch = (file: string) => `
import net from 'node:net';
import { appendFileSync } from 'node:fs';
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...given) {
  const [first] = Array.isArray(given[0]) ? given[0] : given;
  appendFileSync(${JSON.stringify(file)}, (first?.host ?? first?.path ?? 'unknown') + ':' + (first?.port ?? '') + '\\n');
  return connect.apply(this, given);
};
`;

test('contacts only the configured server', async () => {
  const sandbox = await createCliSandbox({ api: server.url, token: server.as('SysAdmin') });
  const file = join(sandbox.home, 'connections');
  const hook = join(sandbox.home, 'watch.mjs');
  await writeFile(hook, watch(file));
  await writeFile(file, '');
  const env = { NODE_OPTIONS: `--import ${hook}` };
  const offline = [
    ['--version'],
    ['--help'],
    ['whoami'],
    ['explain'],
    ['commands'],
    ['config', 'explain'],
    ['guid', '--local'],
    ['profile', 'list'],
  ];
  for (const args of offline) expect((await sandbox.run(args, { env, real: true })).code, args.join(' ')).toBe(0);
  expect(await readFile(file, 'utf8')).toBe('');

  for (const args of [['orgs', 'list', '--all'], ['doctor'], ['whoami', '--check'], ['guid']])
    await sandbox.run(args, { env, real: true });
  const contacted = new Set((await readFile(file, 'utf8')).trim().split('\n'));
  expect([...contacted]).toEqual([`localhost:${new URL(server.url).port}`]);
});
