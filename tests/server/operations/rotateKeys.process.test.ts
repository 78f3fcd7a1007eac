import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { databaseUrlsOf, onServer } from '../../support/database/databases.ts';
import { startProcess } from '../../support/processes/startProcess.ts';
import { launchServer, type ServerProcess, temporaryFolder, untilReady } from '../platform/serverProcess.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

const root = resolve(import.meta.dirname, '../../..');
const launch = () => launchServer(folder.path, { CAREPOST_KEY_FILE: '', DEMO: 'false' });
const rotate = (...args: string[]) => rotateIn(folder.path, args);
const rotateIn = (dataFolder: string, args: readonly string[] = [], more: Readonly<Record<string, string>> = {}) => {
  const { PATH, HOME, TMPDIR } = process.env;
  return startProcess({
    program: process.execPath,
    args: ['server/operations/rotateKeys.ts', ...args],
    cwd: root,
    env: { PATH, HOME, TMPDIR, CAREPOST_DATA: dataFolder, ...more },
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

test('the key file lies beside the data folder; keys are rotated while the server runs; without the file the next start ends with a sentence', {
  tags: ['hard'],
  timeout: 180_000,
}, async () => {
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

test('a wrong data folder or an empty database is refused, and nothing is created', { tags: ['hard'] }, async () => {
  const missing = `${folder.path}-missing`;
  const empty = `${folder.path}-empty`;
  await mkdir(empty);
  const refused = [missing, empty].map(async (wrong) => {
    const { code, stderr } = await rotateIn(wrong, ['--key-file']);
    expect([code, stderr]).toEqual([
      1,
      `There is no database in ${wrong}. Set CAREPOST_DATA to the data folder of the installation, or DATABASE_URL to its database.\n`,
    ]);
    await expect(stat(`${wrong}.key`)).rejects.toThrow('ENOENT');
  });
  await Promise.all(refused);
  await expect(stat(missing)).rejects.toThrow('ENOENT');
  expect(await readdir(empty)).toEqual([]);

  const databases = inject('testDatabases');
  const name = `${databases.prefix}_rotate_${process.pid}`;
  await onServer(databases.adminUrl, (run) => run(`create database ${name}`));
  const { databaseUrl, migrationDatabaseUrl } = databaseUrlsOf(databases, name);
  const env = { DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL: migrationDatabaseUrl };
  expect(await rotateIn(missing, [], env)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The database has no keys.*DATABASE_URL/),
  });
  const client = new Client({ connectionString: migrationDatabaseUrl });
  await client.connect();
  const { rows } = await client.query(
    `select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  await client.end();
  await onServer(databases.adminUrl, (run) => run(`drop database ${name}`));
  expect(rows).toEqual([]);
  await expect(stat(`${missing}.key`)).rejects.toThrow('ENOENT');
});
