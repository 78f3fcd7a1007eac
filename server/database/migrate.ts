import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { migrateQueue } from '../jobs/migrateQueue.ts';
import type { Database } from './openDatabase.ts';

/** Any number, the same in every process: servers that start together migrate one after the other. */
const migrationLock = 727_307_001;

/**
 * Brings the database to the newest schema; safe to interrupt and to run again (OP-2), because all of it is one transaction.
 *
 * Adding one: change server/database/schema, then `npx drizzle-kit generate --name <what>`. What drizzle cannot say (triggers, functions):
 * `npx drizzle-kit generate --custom --name <what>` and write the SQL by hand, statements separated by `--> statement-breakpoint`.
 * The SQL must run on PostgreSQL 15 and 18. A migration that was released is never edited.
 */
export async function migrate(database: Pick<Database, 'target'>): Promise<void> {
  const client = new Client({
    ...database.target,
    application_name: 'carepost-migration',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Ends by itself with the connection, so a killed server leaves no lock behind.
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await runMigrations(drizzle({ client }), { migrationsFolder: join(import.meta.dirname, 'migrations') });
    await migrateQueue(database.target);
  } finally {
    await client.end().catch(() => undefined);
  }
}
