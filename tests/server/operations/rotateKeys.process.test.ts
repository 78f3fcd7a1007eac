import { rename, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProcess } from '../../support/processes/startProcess.ts';
import { launchServer, type ServerProcess, temporaryFolder, untilReady } from '../platform/serverProcess.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

const root = resolve(import.meta.dirname, '../../..');
const launch = () => launchServer(folder.path, { CAREPOST_KEY_FILE: '', DEMO: 'false' });
const rotate = (...args: string[]) => {
  const { PATH, HOME, TMPDIR } = process.env;
  return startProcess({
    program: process.execPath,
    args: ['server/operations/rotateKeys.ts', ...args],
    cwd: root,
    env: { PATH, HOME, TMPDIR, CAREPOST_DATA: folder.path },
  }).ended;
};
const keysOf = async ({ url }: ServerProcess) => {
  const { keys } = (await (await fetch(`${url}/oidc/jwks`)).json()) as { keys: { kid: string }[] };
  return keys.map(({ kid }) => kid);
};
const end = async (server: ServerProcess) => {
  server.child.kill('SIGTERM');
  await server.ended;
};

test('the key file lies beside the data folder; keys are rotated while the server runs; without the file the next start ends with a sentence', async () => {
  const server = await launch();
  await untilReady(server);
  const keyFile = `${folder.path}.key`;
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  const [old] = await keysOf(server);

  const rotated = await rotate();
  expect([rotated.code, rotated.stdout]).toEqual([0, '']);
  const kid = /^The key (\S+) signs from /.exec(rotated.stderr)?.[1];
  expect((await rotate('--key-file')).code).toBe(0);
  expect(await rotate('--now')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Usage: npm run keys:rotate'),
  });
  await end(server);

  const next = await launch();
  await untilReady(next);
  expect(await keysOf(next)).toEqual([old, kid]);
  await end(next);

  await rename(keyFile, `${keyFile}.away`);
  const refused = await launch();
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(`The key file ${keyFile} is missing`);
  expect(refused.output()).not.toContain('    at ');
  await expect(stat(keyFile)).rejects.toThrow('ENOENT');
});
