/** @module-tag hard */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoFolder, launchServer, type ServerProcess, untilReady } from './serverProcess.ts';

let folder: Awaited<ReturnType<typeof demoFolder>>;
beforeAll(async () => {
  folder = await demoFolder();
});
afterAll(() => folder.remove());

const end = async (server: ServerProcess) => {
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
};

test('the data of the demo are not served by a server without the demo, nor the other way round', {
  timeout: 180_000,
}, async () => {
  const opened = await launchServer(folder.path, {
    DEMO: 'false',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://demo.example.org',
  });
  expect(await opened.ended).toBe(1);
  expect(opened.output()).toContain(`The database in ${folder.path} was filled by the demo`);
  expect(opened.output()).not.toContain('    at ');

  const plain = await launchServer(`${folder.path}-plain`, { DEMO: 'false' });
  await untilReady(plain);
  await end(plain);
  const filled = await launchServer(`${folder.path}-plain`);
  expect(await filled.ended).toBe(1);
  expect(filled.output()).toContain(`The database in ${folder.path}-plain belongs to an installation without the demo`);
  const again = await launchServer(`${folder.path}-plain`, { DEMO: 'false' });
  await untilReady(again);
  await end(again);
});
