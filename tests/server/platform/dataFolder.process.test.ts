/** @module-tag hard */
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { signIn } from './machineCaller.ts';
import { demoFolder, isReady, launchServer, temporaryFolder, untilReady } from './serverProcess.ts';

let folder: Awaited<ReturnType<typeof demoFolder>>;
beforeAll(async () => {
  folder = await demoFolder();
});
afterAll(() => folder.remove());

const postmaster = async () =>
  Number((await readFile(join(folder.path, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('a data folder has one server; killed ones are taken over; nothing is left running', {
  timeout: 180_000,
}, async () => {
  const first = await launchServer(folder.path);
  await untilReady(first);

  const second = await launchServer(folder.path);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`is in use by process ${first.child.pid}`);
  expect(second.output()).toContain('CAREPOST_DATA');
  expect(first.output()).toContain(`is ready at http://localhost:${first.port}`);
  expect(first.output()).toMatch(/sysadmin@carepost\.example +Carepost-demo/);
  expect(await isReady(first.url)).toBe(true);

  first.child.kill('SIGKILL');
  await first.ended;
  const heir = await launchServer(folder.path);
  await untilReady(heir);
  expect(await signIn(heir)).toMatch(/\S{20,}/);

  const database = await postmaster();
  heir.child.kill('SIGTERM');
  expect(await heir.ended).toBe(0);
  expect(isAlive(database)).toBe(false);
});

test('the database does not outlive a killed server', { timeout: 180_000 }, async () => {
  const server = await launchServer(folder.path);
  await untilReady(server);
  const database = await postmaster();
  server.child.kill('SIGKILL');
  await server.ended;
  await expect.poll(() => isAlive(database), { timeout: 8_000 }).toBe(false);
});

test('a port that is taken and a folder that cannot be made end the start with a way out', {
  tags: ['hard'],
  timeout: 180_000,
}, async () => {
  const taken = createServer().listen(0);
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const otherFolder = await temporaryFolder();
  const samePort = await launchServer(otherFolder.path, { PORT: String(port), DEMO: 'false' });
  expect(await samePort.ended).toBe(1);
  expect(samePort.output()).toContain(`Port ${port} is taken`);
  await expect(stat(otherFolder.path)).rejects.toThrow('ENOENT');
  await otherFolder.remove();

  const noFolder = await launchServer('/dev/null');
  expect(await noFolder.ended).toBe(1);
  expect(noFolder.output()).toMatch(/^The data folder \/dev\/null cannot be made \(\w+\)\. Set CAREPOST_DATA/m);
});
