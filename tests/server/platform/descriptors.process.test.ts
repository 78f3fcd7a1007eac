import { Agent } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { call, signIn } from './machineCaller.ts';
import { launchServer, demoFolder, untilReady } from './serverProcess.ts';
import { silentSockets } from './silentSockets.ts';

let folder: Awaited<ReturnType<typeof demoFolder>>;
beforeAll(async () => {
  folder = await demoFolder();
});
afterAll(() => folder.remove());

test('1,500 silent connections at a limit of 1,024 descriptors: the process lives and callers that are signed in get responses (FT-9)', async () => {
  const server = await launchServer(
    folder.path,
    // Longer than the test, so that silent connections are closed for their number and not for their age.
    { LOG_LEVEL: 'warn', HEADERS_TIMEOUT_MS: '60000', REQUEST_TIMEOUT_MS: '120000' },
    { descriptors: 1024 },
  );
  onTestFinished(() => void server.child.kill('SIGKILL'));
  await untilReady(server);
  const token = await signIn(server);
  const organizations = `${server.url}/api/organizations?pageSize=1`;
  const keepAlive = new Agent({ keepAlive: true, maxSockets: 1 });
  const fresh = new Agent({ keepAlive: false });
  // Started beside other work, it may say at first to come back.
  await expect.poll(() => call(keepAlive, organizations, token)).toBe(200);

  const silent = silentSockets(server.port);
  for (let batch = 0; batch < 15; batch++) {
    await silent.open(100);
    // The connection of the first caller is never closed for a silent one, and a new caller gets a connection.
    expect(await call(keepAlive, organizations, token)).toBe(200);
    expect(await call(fresh, organizations, token)).toBe(200);
    expect(await call(fresh, `${server.url}/health/ready`, token)).toBe(200);
  }
  // More than 1,024 connections cannot be open, so the oldest silent ones were closed.
  expect(silent.closed()).toBeGreaterThan(476);
  expect(server.child.exitCode).toBeNull();
  silent.close();
  expect(await call(fresh, organizations, token)).toBe(200);
  keepAlive.destroy();
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

test('a limit of descriptors that leaves no connections ends the start with the setting that is too low', async () => {
  const server = await launchServer(folder.path, {}, { descriptors: 150 });
  expect(await server.ended).toBe(1);
  expect(server.output()).toMatch(/limit of open files is 150.*at least \d+.*ulimit -n/s);
  expect(server.output()).not.toContain('    at ');
});
