import { Logger, runMigrations } from 'graphile-worker';
import { Pool } from 'pg';
import type { Target } from '../database/connectionPool.ts';

/** What the queue has to say is said by our own log, in our own words. */
export const silentLogger = new Logger(() => () => undefined);

/** Brings the queue's own tables (schema `graphile_worker`) to its newest version. */
export async function migrateQueue(target: Target): Promise<void> {
  const pool = new Pool({ ...target, max: 1, application_name: 'carepost-migration', connectionTimeoutMillis: 10_000 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool, logger: silentLogger });
  } finally {
    await pool.end();
  }
}
