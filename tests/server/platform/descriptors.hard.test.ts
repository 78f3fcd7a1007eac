/** @module-tag measured */
/** @module-tag hard */
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { call, signIn } from './machineCaller.ts';
import { launchServer, temporaryFolder, untilReady } from './serverProcess.ts';
import { silentSockets } from './silentSockets.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

test.each([256, 1024])('10,000 silent connections at a limit of %i descriptors (FT-9)', async (descriptors) => {
  const server = await launchServer(
    folder.path,
    {
      LOG_LEVEL: 'warn',
      HEADERS_TIMEOUT_MS: '60000',
      REQUEST_TIMEOUT_MS: '120000',
      SMTP_INBOUND: 'true',
      SMTP_INBOUND_PORT: '0',
    },
    { descriptors },
  );
  await untilReady(server);
  const token = await signIn(server);
  const keepAlive = new Agent({ keepAlive: true, maxSockets: 4 });
  const fresh = new Agent({ keepAlive: false });
  const lists = `${server.url}/api/organizations?pageSize=5`;
  await Promise.all(Array.from({ length: 4 }, () => call(keepAlive, lists, token)));
  const silent = silentSockets(server.port);
  const flooded = new AbortController();
  const flood = silent.open(10_000).then(() => flooded.abort());
  const statuses = new Map<string, number>();
  const count = (name: string, status: number | string) =>
    statuses.set(`${name} ${status}`, (statuses.get(`${name} ${status}`) ?? 0) + 1);
  const callers = [
    ...Array.from({ length: 4 }, () => ({ name: 'list', agent: keepAlive, path: '/api/organizations?pageSize=5' })),
    { name: 'fresh', agent: fresh, path: '/api/organizations?pageSize=5' },
    // Reads through a connection of its own to the database.
    { name: 'report', agent: fresh, path: '/api/admin/reports/organizations' },
    { name: 'page', agent: fresh, path: '/' },
    { name: 'ready', agent: fresh, path: '/health/ready' },
  ];
  await Promise.all([
    flood,
    ...callers.map(async ({ name, agent, path }) => {
      while (!flooded.signal.aborted) {
        count(name, await call(agent, server.url + path, token));
        await delay(50);
      }
    }),
  ]);
  // With 42 connections in all a new one can be the oldest that has sent nothing before its request arrives; its caller connects again.
  const mayBeReset = descriptors < 1024 ? / (?!list)\w+ ECONNRESET$/ : /^$/;
  const unexpected = [...statuses.keys()].filter((key) => !/ (200|302|404)$/.test(key) && !mayBeReset.test(` ${key}`));
  expect(unexpected, JSON.stringify([...statuses])).toEqual([]);
  expect(statuses.get('list 200')).toBeGreaterThan(10);
  expect(silent.closed()).toBeGreaterThan(10_000 - descriptors);
  expect(server.child.exitCode).toBeNull();
  expect(server.output()).not.toMatch(/EMFILE|ENFILE|uncaught/i);
  silent.close();
  for (const { agent, path } of callers) expect(await call(agent, server.url + path, token)).toBeLessThan(500);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  keepAlive.destroy();
});

test('a limit of descriptors that leaves no connections ends the start with the setting that is too low', async () => {
  const server = await launchServer(folder.path, {}, { descriptors: 150 });
  expect(await server.ended).toBe(1);
  expect(server.output()).toMatch(/limit of open files is 150.*at least \d+.*ulimit -n/s);
  expect(server.output()).not.toContain('    at ');
});
