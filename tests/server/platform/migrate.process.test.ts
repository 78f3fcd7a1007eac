import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { CasingCache } from 'drizzle-orm/casing';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { databaseUrlsOf, onServer } from '../../support/database/databases.ts';

const root = resolve(import.meta.dirname, '../../..');
const databases = inject('testDatabases');
const name = `${databases.prefix}_migrate_${randomBytes(4).toString('hex')}`;
const { databaseUrl, migrationDatabaseUrl: url } = databaseUrlsOf(databases, name);
const accounts = { target: { connectionString: databaseUrl }, owner: { connectionString: url } };

beforeAll(() => onServer(databases.adminUrl, (run) => run(`create database ${name}`)));
beforeEach(() =>
  query('drop schema public cascade; drop schema if exists drizzle, graphile_worker cascade; create schema public'),
);
afterAll(() => onServer(databases.adminUrl, (run) => run(`drop database ${name} with (force)`)));

async function query<R extends object>(text: string): Promise<R[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

const columnsInDatabase = async () => {
  const rows = await query<{ name: string; optional: string }>(
    `select table_name || '.' || column_name as name, is_nullable as optional from information_schema.columns
     join information_schema.tables using (table_schema, table_name) where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  return rows.map((row) => `${row.name}${row.optional === 'YES' ? '?' : ''}`).sort();
};

const casing = new CasingCache('snake_case');
const schemaFolder = join(root, 'server/database/schema');
const columnsInSchema = async () => {
  const files = await readdir(schemaFolder);
  const modules: object[] = await Promise.all(files.map((file) => import(join(schemaFolder, file))));
  return modules
    .flatMap((tables): unknown[] => Object.values(tables))
    .filter((value) => is(value, PgTable))
    .flatMap((table) => {
      const { name: tableName, columns } = getTableConfig(table);
      return columns.map((column) => `${tableName}.${casing.getColumnCasing(column)}${column.notNull ? '' : '?'}`);
    })
    .sort();
};

test('servers that start together migrate one after the other and end with exactly the tables of the schema', {
  tags: ['hard'],
}, async () => {
  await Promise.all([migrate(accounts), migrate(accounts), migrate(accounts)]);
  expect(await columnsInDatabase()).toEqual(await columnsInSchema());
  await migrate(accounts);
});

test('killed at any moment, the next start completes it', { tags: ['hard'], timeout: 180_000 }, async () => {
  const script = `import { migrate } from './server/database/migrate.ts'; await migrate(JSON.parse(process.env.ACCOUNTS));`;
  for (const wait of [0, 30, 60, 120]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      env: { ...process.env, ACCOUNTS: JSON.stringify(accounts) },
      stdio: 'ignore',
    });
    const ended = new Promise((done) => {
      child.once('exit', done);
    });
    // Not before it is at work: how long a process takes to begin depends on the machine.
    await Promise.race([ended, expect.poll(() => connections(), { timeout: 40_000, interval: 5 }).toBeGreaterThan(0)]);
    await delay(wait);
    child.kill('SIGKILL');
    await ended;
  }
  await migrate(accounts);
  expect(await columnsInDatabase()).toEqual(await columnsInSchema());
});

const connections = async () => {
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'carepost-migration'`,
  );
  return row?.count ?? 0;
};

/** The database as the release left it whose last migrations these are. */
async function migrateUpTo(count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'carepost-migrations-'));
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await cp(join(root, 'server/database/migrations'), folder, { recursive: true });
    const file = join(folder, 'meta/_journal.json');
    const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: unknown[] };
    await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
    await runMigrations(drizzle({ client }), { migrationsFolder: folder });
  } finally {
    await client.end();
    await rm(folder, { recursive: true });
  }
}

const someId = '01a10000-0000-7000-8000-0000000000aa';

test('what the release before left is kept: addresses become document sources, mail was captured, calls are made', async () => {
  await migrateUpTo(3);
  await query(`insert into organizations (id, name, created_by, modified_by) values ('${someId}', 'Old', 'x', 'x')`);
  await query(`insert into direct_addresses (id, organization_id, address, display_name, is_enabled)
    values ('${someId}', '${someId}', 'old@old.example', 'Old Records', false)`);
  await query(`insert into mails (id, recipient, subject, body) values ('${someId}', 'a@b.example', 'Hello', 'Text')`);
  await query(`insert into outbound_jobs (id, kind, target_id, status)
    values ('${someId}', 'organization.sync', '${someId}', 'Pending')`);

  await migrate(accounts);
  await migrate(accounts);

  expect(
    await query('select id, organization_id, type, address, display_name, is_enabled from document_sources'),
  ).toEqual([
    {
      id: someId,
      organization_id: someId,
      type: 'DirectMessaging',
      address: 'old@old.example',
      display_name: 'Old Records',
      is_enabled: false,
    },
  ]);
  expect(await query('select status from mails')).toEqual([{ status: 'Captured' }]);
  expect(
    await query(`select task_identifier as task from graphile_worker.jobs where key = 'outbound:${someId}'`),
  ).toEqual([{ task: 'outbound.call' }]);
});

test('refresh tokens that were stored in clear stay valid as hashes', { tags: ['hard'] }, async () => {
  await migrateUpTo(12);
  await query(
    `insert into oidc_payloads (model, id, payload) values ('RefreshToken', 'in-clear', '{"jti":"in-clear","kind":"RefreshToken"}')`,
  );
  await migrate(accounts);
  expect(await query(`select id, payload from oidc_payloads`)).toEqual([
    { id: createHash('sha256').update('in-clear').digest('hex'), payload: { kind: 'RefreshToken' } },
  ]);
});

test('links whose issuers differed by their spelling alone become one, and keep the state of the right one', {
  tags: ['hard'],
}, async () => {
  await migrateUpTo(20);
  await query(
    `insert into users (id, first_name, last_name, user_name, role) values ('${someId}', 'A', 'B', 'a@b.example', 'User')`,
  );
  const rows = [
    ['HTTPS://Login.Example.org:443/Tenant', 'one', 'null'],
    ['https://login.example.org/Tenant', 'one', 'now()'],
    ['https://Login.example.org', 'two', 'now()'],
    ['http://localhost:8080/realm', 'three', 'null'],
    ['https://login.example.org:8443', 'four', 'null'],
  ];
  for (const [issuer = '', subject = '', removedAt = ''] of rows)
    await query(`insert into identity_links (id, issuer, subject, user_id, origin, created_by, removed_at)
      values (gen_random_uuid(), '${issuer}', '${subject}', '${someId}', 'Administrator', 'x', ${removedAt})`);
  await migrate(accounts);
  expect(
    await query(`select issuer, subject, removed_at is not null as "isRemoved" from identity_links order by subject`),
  ).toEqual([
    { issuer: 'https://login.example.org:8443', subject: 'four', isRemoved: false },
    { issuer: 'https://login.example.org/Tenant', subject: 'one', isRemoved: true },
    { issuer: 'http://localhost:8080/realm', subject: 'three', isRemoved: false },
    { issuer: 'https://login.example.org', subject: 'two', isRemoved: true },
  ]);
});
