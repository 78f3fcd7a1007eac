/** @module-tag hard */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoFolder, launchServer, untilReady } from './serverProcess.ts';

let folder: Awaited<ReturnType<typeof demoFolder>>;
beforeAll(async () => {
  folder = await demoFolder();
});
afterAll(() => folder.remove());

test('a server whose log has no reader any more starts, serves and ends in order', { timeout: 120_000 }, async () => {
  const server = await launchServer(folder.path, { LOG_LEVEL: 'debug' });
  server.child.stdout?.destroy();
  server.child.stderr?.destroy();
  await untilReady(server);
  const responses = await Promise.all(Array.from({ length: 50 }, () => fetch(`${server.url}/api/organizations`)));
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 401));
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
