import { sql } from 'drizzle-orm';
import type { Database } from '../../database/openDatabase.ts';
import { inTransaction } from '../../database/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { every } from '../../jobs/every.ts';

const everyMs = 1_000;
/** Any number, the same in every process: one of them sweeps at a time. */
const sweepLock = 727_307_022;

const isNeeded = sql`
  select exists (select from retry_jobs where state = 'Running') or exists (select from retry_job_items where status = 'Retried') as needed`;

/** Items whose workflow has come to an end, or is no more. */
const settle = sql`
  update retry_job_items i set at = now(),
    status = case when e.status = 'Completed' then 'Completed' else 'Failed' end,
    reason = case e.status when 'Completed' then null when 'Failed' then e.error_code when 'Canceled' then 'canceled' else 'gone' end
  from (
    select r.job_id, r.ordinal, w.status, w.error_code
    from retry_job_items r left join workflows w on w.id = r.workflow_id
    where r.status = 'Retried' and (w.id is null or w.status in ('Completed', 'Failed', 'Canceled'))
    limit 5000) e
  where i.job_id = e.job_id and i.ordinal = e.ordinal and i.status = 'Retried'`;

const complete = sql`
  update retry_jobs j set state = 'Completed', finished_at = now(), version = version + 1
  where state = 'Running'
    and not exists (select from retry_job_items where job_id = j.id and status in ('Pending', 'Retried'))`;

/** Running jobs with work left that no queue job stands for: that one failed too often, or was lost. */
const orphans = sql`
  select j.id from retry_jobs j
  where j.state = 'Running' and exists (select from retry_job_items where job_id = j.id and status = 'Pending')
    and not exists (select from graphile_worker.jobs q where q.key = 'retryjob:' || j.id and q.attempts < q.max_attempts)
  limit 20`;

/** Writes down what became of retried workflows, ends jobs that are done, and gives work left lying back to the queue. */
export const sweepRetryJobs = (database: Pick<Database, 'pool'>): Promise<void> =>
  inTransaction(database, async (tx) => {
    const { rows: needed } = await tx.execute<{ needed: boolean }>(isNeeded);
    if (!needed[0]?.needed) return;
    const { rows: tried } = await tx.execute<{ locked: boolean }>(
      sql`select pg_try_advisory_xact_lock(${sweepLock}) as locked`,
    );
    if (!tried[0]?.locked) return;
    await tx.execute(settle);
    await tx.execute(complete);
    const { rows } = await tx.execute<{ id: string }>(orphans);
    for (const { id } of rows) await enqueue(tx, 'retryjob.run', { jobId: id }, { key: `retryjob:${id}` });
  });

/** Sweeps every second while the server runs. Gives back how to stop it. */
export function startRetrySweep(
  database: Database,
  log: { warn(details: object, message: string): void },
): () => Promise<void> {
  return every(everyMs, () => sweepRetryJobs(database), log, 'could not sweep the retry jobs');
}
