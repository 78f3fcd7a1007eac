import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { z } from 'zod';
import { migrateQueue } from '../jobs/migrateQueue.ts';
import { grantApplication } from './accounts.ts';
import { projectFolder } from '../projectFolder.ts';
import type { Target } from './connectionPool.ts';
import { DatabaseStartError } from './embedded/startError.ts';
import type { Database } from './openDatabase.ts';

/** Any number, the same in every process: servers that start together migrate one after the other. */
const migrationLock = 727_307_001;
const migrationsFolder = join(projectFolder, 'server/database/migrations');

/**
 * Brings the database to the newest schema; safe to interrupt and to run again (OP-2), because all of it is one transaction. It runs as
 * the account that owns the tables, and grants the application's account its rights (AD-3).
 *
 * Adding one: change server/database/schema, then `npx drizzle-kit generate --name <what>`. What drizzle cannot say (triggers, functions):
 * `npx drizzle-kit generate --custom --name <what>` and write the SQL by hand, statements separated by `--> statement-breakpoint`.
 * The SQL must run on PostgreSQL 15 and 18. A migration that was released is never edited.
 */
export async function migrate({ owner, target }: Pick<Database, 'owner' | 'target'>): Promise<void> {
  const application = await accountOf(target);
  await withClient(owner, async (client) => {
    if (!(await mayMigrate(client))) return requireNewestSchema(client);
    await takeMigrationLock(client);
    await runMigrations(drizzle({ client }), { migrationsFolder });
    await migrateQueue(owner);
    if (application !== (await currentUser(client))) await grantApplication(client, application);
  });
}

/** Runs what only one process may do at a time when servers start together, on a connection without the limits of the pool. */
export const underMigrationLock = <T>(
  { target }: Pick<Database, 'target'>,
  work: (client: Client) => Promise<T>,
): Promise<T> =>
  withClient(target, async (client) => {
    await takeMigrationLock(client);
    return work(client);
  });

/** Ends by itself with the connection, so a killed server leaves no lock behind. */
const takeMigrationLock = (client: Client) => client.query('select pg_advisory_lock($1)', [migrationLock]);

async function withClient<T>(target: Target, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...target, application_name: 'carepost-migration', connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const currentUser = async (client: Client): Promise<string> =>
  (await client.query<{ name: string }>('select current_user as name')).rows[0]?.name ?? '';

const accountOf = (target: Target): Promise<string> => withClient(target, currentUser);

/** Every migration account may create schemas; an application's account may not. */
async function mayMigrate(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_database_privilege(current_database(), 'create') as may`,
  );
  return rows[0]?.may === true;
}

const journal = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) });

/** A server without the account of the migrations serves a database that another one has migrated. */
async function requireNewestSchema(client: Client): Promise<void> {
  const { entries } = journal.parse(JSON.parse(await readFile(join(migrationsFolder, 'meta/_journal.json'), 'utf8')));
  const newest = Math.max(...entries.map(({ when }) => when));
  const { rows } = await client
    .query<{ applied: string | null }>('select max(created_at) as applied from drizzle.__drizzle_migrations')
    .catch(() => ({ rows: [] }));
  if (Number(rows[0]?.applied ?? 0) >= newest) return;
  throw new DatabaseStartError(
    'The database has to be migrated, which the account of DATABASE_URL may not do. Start one server with MIGRATION_DATABASE_URL, the address with the account that owns the tables (docs/operations.md, Database accounts).',
  );
}
