import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProcess } from '../../support/processes/startProcess.ts';
import { type CliSandbox, createCliSandbox } from '../../support/runCli.ts';
import { startServer, type TestServer } from '../../support/startApp.ts';
import { testKeyFile } from '../../support/keyFile.ts';

let server: TestServer;
let sandbox: CliSandbox;
beforeAll(async () => {
  server = await startServer();
  sandbox = await createCliSandbox({ api: server.url, keep: true });
});
afterAll(() => server.close());

/** `npm run clients:set` beside the running server. */
const setClient = (args: readonly string[], input = '') => {
  const { PATH, HOME, TMPDIR } = process.env;
  const { databaseUrl, migrationDatabaseUrl } = server.config;
  return startProcess({
    program: process.execPath,
    args: ['server/operations/machineClient.ts', ...args],
    cwd: resolve(import.meta.dirname, '../../..'),
    env: {
      PATH,
      HOME,
      TMPDIR,
      DATABASE_URL: databaseUrl ?? '',
      MIGRATION_DATABASE_URL: migrationDatabaseUrl ?? '',
      CAREPOST_KEY_FILE: testKeyFile,
    },
    onStart: (started) => started.end(input),
  }).ended;
};
const named = ['--id', 'nightly-reports', '--name', 'Nightly reports', '--role', 'SysAdminReporting'];
const login = ['login', '--client-credentials', '--client-id', 'nightly-reports', '--insecure-storage', '-o', 'json'];

test('a machine client gets a public key, signs in by the command line, gets a secret instead, and is disabled', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const publicFile = join(sandbox.folder, 'key.pub.pem');
  const privateFile = join(sandbox.folder, 'key.pem');
  await writeFile(publicFile, publicKey.export({ type: 'spki', format: 'pem' }));
  await writeFile(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const signIn = () => sandbox.run([...login, '--private-key-file', privateFile]);

  const [withPrivate, added] = [
    await setClient([...named, '--public-key', privateFile]),
    await setClient([...named, '--public-key', publicFile]),
  ];
  expect([withPrivate.code, withPrivate.stderr]).toEqual([2, expect.stringContaining('has a private key')]);
  expect([added.code, added.stdout], added.stderr).toEqual([0, '']);
  const signedIn = await signIn();
  expect(signedIn.code, signedIn.stderr).toBe(0);
  expect(JSON.parse(signedIn.stdout)).toMatchObject({ role: 'SysAdminReporting' });

  const secret = 'a secret of the nightly reports';
  expect((await setClient([...named, '--secret-stdin'], `${secret}\n`)).code).toBe(0);
  expect((await signIn()).code).toBe(4);
  const bySecret = () => sandbox.run([...login, '--client-secret-stdin'], { stdin: secret });
  expect((await bySecret()).code).toBe(0);
  const list = () => sandbox.run(['health', 'channels', '--output', 'json']);
  expect((await list()).code).toBe(0);

  expect((await setClient(['--id', 'nightly-reports', '--disable'])).code).toBe(0);
  expect((await bySecret()).code).toBe(4);
  expect((await list()).code).toBe(4);
  // Enabled again with another secret, it is another sign-in: the token of the one before stays refused.
  expect((await setClient([...named, '--secret-stdin'], 'another secret of the reports')).code).toBe(0);
  expect((await list()).code).toBe(4);
});

test.each([
  [[], '--id is missing'],
  [['--id', 'x', '--disable'], 'There is no machine client with the id x'],
  [['--id', 'x', '--name', 'X', '--role', 'Owner', '--secret-stdin'], '--role must be one of SysAdmin'],
  [['--id', 'carepost-cli', '--name', 'X', '--role', 'SysAdmin', '--secret-stdin'], 'a client of the product itself'],
  [['--id', 'x', '--name', 'X', '--role', 'SysAdmin'], 'Use either --public-key or --secret-stdin'],
  [['--id', 'x', '--name', 'X', '--role', 'SysAdmin', '--secret-stdin'], 'at least 20 characters'],
  [['--id', 'x', '--name', 'X', '--role', 'SysAdmin', '--public-key', '/nonexistent'], 'cannot be read (ENOENT)'],
])('%j is refused with a sentence and the usage', async (args, text) => {
  const { code, stdout, stderr } = await setClient(args, 'short');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(text);
  expect(stderr).toContain('Usage: npm run clients:set');
  expect(stderr).not.toContain('    at ');
});
