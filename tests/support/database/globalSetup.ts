import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Connection, startEmbeddedPostgres } from '../../../server/database/embedded/embeddedPostgres.ts';
import { onServer, quietLog, type TestDatabases } from './databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testDatabases: TestDatabases;
  }
}

interface Running {
  readonly databases: TestDatabases;
  users: number;
  stop(): Promise<void>;
}

/** Projects of one run share one PostgreSQL; the module itself is loaded once for each. */
const shared = globalThis as typeof globalThis & { carepostTestDatabase?: Promise<Running> };

/** One PostgreSQL for the whole run and one template: migrated, with the small demo data. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.carepostTestDatabase ??= start();
  const running = await shared.carepostTestDatabase;
  running.users++;
  project.provide('testDatabases', running.databases);
  return async () => {
    running.users--;
    if (running.users === 0) await running.stop();
  };
}

async function start(): Promise<Running> {
  const prefix = `carepost_test_${randomBytes(4).toString('hex')}`;
  const input = process.env['TEST_DATABASE_URL'];
  const own = input ? null : await startOwn();
  const { adminUrl, applicationUrl } = own ?? (await accountsOn(input ?? '', `${prefix}_app`));
  const databases: TestDatabases = { adminUrl, applicationUrl, template: `${prefix}_template`, prefix };
  await onServer(databases.adminUrl, (run) => run(`create database ${databases.template}`));
  // Loaded here: this file itself is loaded for each project.
  const { fillTemplate } = await import('./fillTemplate.ts');
  await fillTemplate(databases);
  return {
    databases,
    users: 0,
    stop: async () => {
      if (own) return own.stop();
      await onServer(databases.adminUrl, async (run) => {
        const match = await run(`select datname from pg_database where datname like '${prefix}%'`);
        for (const { datname } of match.rows as { datname: string }[])
          await run(`drop database if exists ${datname} with (force)`);
        await run(`drop role ${prefix}_app`);
      });
    },
  };
}

/** The accounts on a PostgreSQL that exists: the one of the setting, and one for the application. */
async function accountsOn(adminUrl: string, user: string) {
  const password = randomBytes(16).toString('hex');
  await onServer(adminUrl, (run) => run(`create role ${user} login password '${password}'`));
  const url = new URL(adminUrl);
  url.username = user;
  url.password = password;
  return { adminUrl, applicationUrl: url.href };
}

async function startOwn() {
  const folder = await mkdtemp(join(tmpdir(), 'cptest-'));
  // Nobody needs these data after a power failure.
  const settings = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'shared_buffers=128MB'];
  // PostgreSQL may run under another account, which has to walk in.
  const embedded = await startEmbeddedPostgres(join(await openFolder(folder), 'data'), quietLog, settings);
  const urlOf = ({ host, port, user, password }: Connection) => {
    const address = host.startsWith('/')
      ? `localhost/postgres?host=${encodeURIComponent(host)}`
      : `${host}:${port}/postgres`;
    return `postgres://${user}:${encodeURIComponent(password)}@${address}`;
  };
  return {
    adminUrl: urlOf(embedded.owner),
    applicationUrl: urlOf(embedded.application),
    stop: async () => {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function openFolder(folder: string): Promise<string> {
  const { chmod } = await import('node:fs/promises');
  await chmod(folder, 0o755);
  return folder;
}
