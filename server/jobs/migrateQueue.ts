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
    await queueLeftBehind(pool);
  } finally {
    await pool.end();
  }
}

/** Calls noted down by a release that had no queue yet; done now, with what there is to tell by now. */
async function queueLeftBehind(pool: Pool): Promise<void> {
  await pool.query(`select graphile_worker.add_job('outbound.call', json_build_object('jobId', id),
      job_key => 'outbound:' || id, max_attempts => 25)
    from outbound_jobs
    where status = 'Pending' and attempts = 0
      and not exists (select from graphile_worker.jobs where key = 'outbound:' || outbound_jobs.id)`);
}
