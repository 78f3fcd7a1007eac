/** @module-tag measured */
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import { signIn } from './machineCaller.ts';
import { launchServer, type ServerProcess, demoFolder, untilReady } from './serverProcess.ts';

let folder: Awaited<ReturnType<typeof demoFolder>>;
beforeAll(async () => {
  folder = await demoFolder();
});
afterAll(() => folder.remove());

interface Sending {
  readonly path: string;
  readonly body: string;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const credentials = new URLSearchParams({
  grant_type: 'client_credentials',
  client_id: 'demo-automation',
  client_secret: 'demo-automation-secret',
});
const signingIn: Sending = {
  path: '/oidc/token',
  body: credentials.toString(),
  type: 'application/x-www-form-urlencoded',
};

async function changing(server: ServerProcess): Promise<Sending> {
  const token = await signIn(server);
  const body = JSON.stringify({ enabled: true, padding: 'x'.repeat(100) });
  const path = '/api/organizations/0198c0de-7a10-7c3e-9f51-2f6d3c1b8a42/enable';
  return { path, body, type: 'application/json', headers: { authorization: `Bearer ${token}` } };
}

/** A call that is running: its head and half of its body are there. `finish` sends the rest. */
function halfway(server: ServerProcess, agent: Agent, { path, body, type, headers }: Sending) {
  const call = request(server.url + path, {
    method: path.endsWith('/enable') ? 'PUT' : 'POST',
    agent,
    headers: { ...headers, 'content-type': type, 'content-length': body.length },
  });
  const responded = new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
    call.once('error', reject);
    call.once('response', (response) => {
      response.resume();
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }),
      );
    });
  });
  responded.catch(() => undefined);
  const sent = new Promise<void>((resolve) => {
    call.write(body.slice(0, 20), () => resolve());
  });
  return { answered: responded, sent, finish: () => call.end(body.slice(20)) };
}

// More time than the default: 43 calls on a busy machine; the shares of the time are the same.
test('SIGTERM: not ready, what runs is finished, then gone with code 0 within the shutdown time', {
  tags: ['hard'],
  timeout: 180_000,
}, async () => {
  const server = await launchServer(folder.path, { LOG_LEVEL: 'warn', SHUTDOWN_SECONDS: '30' });
  await untilReady(server);
  const agent = new Agent({ keepAlive: true, maxSockets: 60 });
  const change = await changing(server);
  const calls = [
    ...Array.from({ length: 40 }, () => ({ status: 400, ...halfway(server, agent, change) })),
    ...Array.from({ length: 3 }, () => ({ status: 200, ...halfway(server, agent, signingIn) })),
  ];
  await Promise.all(calls.map(({ sent }) => sent));
  // What was sent before has been received when these are answered.
  for (let round = 0; round < 10; round++) await fetch(`${server.url}/health/live`);
  await delay(200);

  const began = Date.now();
  server.child.kill('SIGTERM');
  // Polled all the while: the server refuses new connections soon after.
  const requests: Promise<number | undefined>[] = [];
  for (let round = 0; round < 60; round++) {
    requests.push(
      fetch(`${server.url}/health/ready`).then(
        ({ status }) => status,
        () => undefined,
      ),
    );
    await delay(10);
  }
  const statuses = await Promise.all(requests);
  expect(statuses).toContain(503);
  expect(statuses.slice(-10)).not.toContain(200);
  for (const { finish } of calls) finish();
  for (const { answered: responded, status } of calls) expect(await responded).toEqual({ status, connection: 'close' });
  expect(await server.ended).toBe(0);
  expect(Date.now() - began).toBeLessThan(30_000);
  agent.destroy();
});

test('a second signal ends at once', { tags: ['hard'], timeout: 180_000 }, async () => {
  const server = await launchServer(folder.path);
  await untilReady(server);
  const agent = new Agent({ keepAlive: true });
  halfway(server, agent, signingIn);
  await delay(200);
  server.child.kill('SIGTERM');
  await delay(100);
  server.child.kill('SIGTERM');
  // Its own code: the first signal alone ends with 0, after the request or its time.
  expect(await server.ended).toBe(143);
  agent.destroy();
});

test.skipIf(process.getuid?.() !== 0)(
  'a data folder that only root may enter is refused by name',
  { tags: ['hard'] },
  async () => {
    const closed = await mkdtemp(join(tmpdir(), 'cptest-closed-'));
    const server = await launchServer(join(closed, 'data'));
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain(`lies under ${closed}, which only root may enter`);
    expect(server.output()).toContain('CAREPOST_DATA');
    await rm(closed, { recursive: true });
  },
);

test('settings that are not safe end the start with a message and a code', async () => {
  const server = await launchServer(folder.path, { NODE_ENV: 'production', DEMO: 'true' });
  expect(await server.ended).toBe(1);
  expect(server.output()).toMatch(/DEMO must not be true[\s\S]*PUBLIC_URL must be set/);
  expect(server.output()).not.toContain('    at ');
});
