import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';

type Held = (response: ServerResponse) => void;
let held: Held = () => undefined;
const writes: string[] = [];
const network = { id: 'n-1', name: 'North', isEnabled: true, enabledFeatures: [], version: 1 };

/** Hands the answer of each write to the test. */
const slow = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(network));
      return;
    }
    writes.push(`${request.method} ${request.url}`);
    held(response);
  });
});
let sandbox: CliSandbox;
beforeAll(async () => {
  await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done));
  const { port } = slow.address() as AddressInfo;
  sandbox = await createCliSandbox({ api: `http://127.0.0.1:${port}`, token: 'opaque-token-of-a-test', keep: true });
});
afterAll(() => {
  slow.closeAllConnections();
  slow.close();
});

const done = (response: ServerResponse, status = 201): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(network));
};
const create = ['networks', 'create', '--set', 'name=North', '--yes'];
const lastLine = (text: string) => text.trim().split('\n').at(-1);

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s lets a change that is under way finish, shows it, and is exit %i', async (signal, exit) => {
  writes.length = 0;
  const { code, stdout, stderr } = await sandbox.run([...create, '--output', 'ids'], {
    onStart: (child) => {
      held = (response) => {
        child.kill(signal);
        setTimeout(() => done(response), 300);
      };
    },
  });
  expect([code, stdout, writes], stderr).toEqual([exit, 'n-1\n', ['POST /api/networks']]);
  expect(stderr).toContain('The network was added successfully.');
  expect(stderr).toContain('The change in progress was finished first.');
  expect([stderr, lastLine(stderr)]).toEqual([
    expect.stringContaining(`Stopped by ${signal}.`),
    `exit ${exit} (interrupted)`,
  ]);
});

test('a second Ctrl-C ends at once and says that the outcome is not known', async () => {
  const { code, stdout, stderr } = await sandbox.run([...create, '--output', 'json'], {
    onStart: (child) => {
      held = () => {
        child.kill('SIGINT');
        setTimeout(() => child.kill('SIGINT'), 200);
      };
    },
  });
  expect([code, stdout]).toEqual([130, '']);
  expect(JSON.parse(stderr)).toMatchObject({
    code: 'E-INTERRUPTED',
    exit: 130,
    details: ['A change that was in progress may or may not have been made.'],
  });
});

test('a server that dies over a change leaves it unknown: exit 3, also when a repetition meets the change itself', async () => {
  held = (response) => response.destroy();
  const created = await sandbox.run([...create, '--output', 'json']);
  expect([created.code, JSON.parse(created.stderr)]).toMatchObject([3, { code: 'E-UNKNOWN-OUTCOME' }]);

  let calls = 0;
  held = (response) => {
    calls += 1;
    if (calls === 1) response.destroy();
    else response.writeHead(409, { 'content-type': 'application/json' }).end('{"code":"E-VERSION-CONFLICT"}');
  };
  const update = ['networks', 'update', 'n-1', '--set', 'name=South', '--yes', '--output', 'json'];
  const updated = await sandbox.run(update);
  expect([updated.code, JSON.parse(updated.stderr)]).toMatchObject([3, { code: 'E-UNKNOWN-OUTCOME' }]);
  expect(calls).toBe(2);
});
