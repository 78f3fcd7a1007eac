import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { CasingCache } from 'drizzle-orm/casing';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { schema } from '../../../server/database/schema.ts';
import { databaseUrlOf, onServer } from '../../support/database/databases.ts';

const databases = inject('testDatabases');
const name = `${databases.prefix}_migrate_${randomBytes(4).toString('hex')}`;
const url = databaseUrlOf(databases, name);
const target = { target: { connectionString: url } };

beforeAll(() => onServer(databases.adminUrl, (run) => run(`create database ${name}`)));
beforeEach(() => query('drop schema public cascade; drop schema if exists drizzle cascade; create schema public'));
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
    `select table_name || '.' || column_name as name, is_nullable as optional from information_schema.columns where table_schema = 'public'`,
  );
  return rows.map((row) => `${row.name}${row.optional === 'YES' ? '?' : ''}`).sort();
};

const casing = new CasingCache('snake_case');
const columnsInSchema = () =>
  Object.values(schema)
    .flatMap((table: PgTable) =>
      getTableConfig(table).columns.map(
        (column) => `${getTableConfig(table).name}.${casing.getColumnCasing(column)}${column.notNull ? '' : '?'}`,
      ),
    )
    .sort();

test('servers that start together migrate one after the other and end with exactly the tables of the schema', async () => {
  await Promise.all([migrate(target), migrate(target), migrate(target)]);
  expect(await columnsInDatabase()).toEqual(columnsInSchema());
  await migrate(target);
});

test('killed at any moment, the next start completes it', { timeout: 60_000 }, async () => {
  const script = `import { migrate } from './server/database/migrate.ts'; await migrate({ target: { connectionString: process.env.URL } });`;
  for (const wait of [0, 30, 60, 120]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: resolve(import.meta.dirname, '../../..'),
      env: { ...process.env, URL: url },
      stdio: 'ignore',
    });
    const ended = new Promise((done) => {
      child.once('exit', done);
    });
    // Not before it is at work: how long a process takes to begin depends on the machine.
    await Promise.race([ended, expect.poll(() => connections(), { timeout: 10_000, interval: 5 }).toBeGreaterThan(0)]);
    await delay(wait);
    child.kill('SIGKILL');
    await ended;
  }
  await migrate(target);
  expect(await columnsInDatabase()).toEqual(columnsInSchema());
});

const connections = async () => {
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'carepost-migration'`,
  );
  return row?.count ?? 0;
};
