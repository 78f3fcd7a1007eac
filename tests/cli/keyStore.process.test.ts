// Property of the process: the key store of the system, in the packed package, and several processes that renew one sign-in.
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allOrSome } from '../support/isHard.ts';
import { type CliSandbox, createCliSandbox } from '../support/runCli.ts';
import { startServer, type TestServer } from '../support/startApp.ts';
import { browserLogin, expireToken, secretFile } from './signInVisitor.ts';
import { type InstalledCli, installPackedCli } from './packedCli.ts';

let server: TestServer;
let packed: InstalledCli;
beforeAll(async () => {
  [server, packed] = await Promise.all([startServer(), installPackedCli()]);
}, 120_000);
afterAll(() => Promise.all([server.close(), packed.remove()]));

/** Replaces the native key store: the computers that run tests have none, or one that cannot be unlocked. */
const keyStore = async (behaviour: 'works' | 'hangs' | 'refuses', file: string) => {
  const folder = join(packed.folder, 'node_modules', '@napi-rs', 'keyring');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: '@napi-rs/keyring', version: '0.0.0', main: 'index.cjs' }),
  );
  const source = `
const fs = require('node:fs');
const file = ${JSON.stringify(file)};
const all = () => { try { return JSON.parse(fs.readFileSync(file, 'utf8')); } catch { return {}; } };
const act = async (work) => {
  if (${behaviour === 'hangs'}) await new Promise((done) => setTimeout(done, 60_000));
  if (${behaviour === 'refuses'}) throw new Error('Couldn\\'t access platform storage: locked');
  const stored = all();
  const result = work(stored);
  fs.writeFileSync(file, JSON.stringify(stored));
  return result;
};
exports.AsyncEntry = class {
  constructor(service, name) { this.key = service + '/' + name; }
  setPassword(text) { return act((stored) => { stored[this.key] = text; }); }
  getPassword() { return act((stored) => stored[this.key] ?? null); }
  deleteCredential() { return act((stored) => delete stored[this.key]); }
};
`;
  await writeFile(join(folder, 'index.cjs'), source);
};

const login = async (sandbox: CliSandbox) => {
  await writeFile(join(sandbox.home, 'secret'), 'demo-automation-secret');
  const file = join(sandbox.home, 'secret');
  return run(sandbox, [
    'login',
    '--client-credentials',
    '--client-id',
    'demo-automation',
    '--client-secret-file',
    file,
    '--output',
    'json',
  ]);
};
const run = (sandbox: CliSandbox, args: readonly string[]) =>
  sandbox.run(args, { program: [process.execPath, packed.launcher] });

test('stores the sign-in in the key store only, and logout removes it', async () => {
  const sandbox = await createCliSandbox({ api: server.url });
  const file = join(sandbox.home, 'key-store.json');
  await keyStore('works', file);
  const signedIn = await login(sandbox);
  expect(signedIn.code, signedIn.stderr).toBe(0);
  expect(JSON.parse(signedIn.stdout)).toMatchObject({ storage: 'key store' });
  expect(Object.keys(JSON.parse(await readFile(file, 'utf8')) as object)).toEqual(['carepost/default']);
  await expect(stat(join(sandbox.stateFolder, 'secrets'))).rejects.toThrow('ENOENT');
  expect((await run(sandbox, ['orgs', 'types', '--output', 'ids'])).code).toBe(0);
  expect((await run(sandbox, ['doctor', '--where', 'check=key store', '--output', 'csv'])).stdout).toContain(
    'key store,ok',
  );
  expect((await run(sandbox, ['logout'])).code).toBe(0);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({});
});

test.each(allOrSome(['refuses', 'hangs'] as const, 1))(
  'a key store that %s stops the sign-in within seconds, before any prompt',
  { tags: ['scaled'] },
  async (behaviour) => {
    const sandbox = await createCliSandbox({ api: server.url });
    await keyStore(behaviour, join(sandbox.home, 'key-store.json'));
    const started = Date.now();
    const result = await login(sandbox);
    expect(result.code).toBe(78);
    expect(JSON.parse(result.stderr)).toMatchObject({ code: 'E-KEY-STORE' });
    expect(result.stderr).toContain('--insecure-storage');
    expect(Date.now() - started).toBeLessThan(10_000);
    await expect(stat(join(sandbox.stateFolder, 'sessions'))).rejects.toThrow('ENOENT');
  },
);

test('eight processes that find the token expiring renew it once and all succeed', {
  tags: ['hard'],
  timeout: 60_000,
}, async () => {
  const sandbox = await createCliSandbox({ api: server.url });
  await browserLogin(sandbox, server.url);
  const before = await readFile(secretFile(sandbox), 'utf8');
  await expireToken(sandbox);
  const all = await Promise.all(
    Array.from({ length: 8 }, () => sandbox.run(['orgs', 'types', '--output', 'ids'], { real: true })),
  );
  expect(all.map(({ code, stderr }) => [code, stderr])).toEqual(all.map(() => [0, '']));
  expect(await readFile(secretFile(sandbox), 'utf8')).not.toBe(before);
  await expireToken(sandbox);
  expect((await sandbox.run(['orgs', 'types', '--output', 'ids'])).code).toBe(0);
});
