import type { Database } from '../database/openDatabase.ts';
import { statement } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import { enqueue } from '../jobs/enqueue.ts';

/** Any number, the same in every process: one of them looks at a time. */
const sweepLock = 727_307_061;
const maxBatch = 500;

/**
 * Enqueues workflows in progress that no job continues any more: followers of one whose job has used up its attempts, and those whose own job
 * has. Workflows younger than a minute may still be in progress without a job. Returns their number.
 */
export function enqueueStranded(database: Pick<Database, 'pool'>): Promise<number> {
  return inTransaction(database, async (tx) => {
    const [turn] = await takeTurn(tx, [sweepLock]);
    if (!turn?.isOurs) return 0;
    const rows = await stranded(tx, [maxBatch]);
    for (const { id } of rows) await enqueue(tx, 'workflow.run', { workflowId: id }, { key: `workflow:${id}` });
    return rows.length;
  });
}

const takeTurn = statement<{ isOurs: boolean }>(
  'exchange-sweep-turn',
  'select pg_try_advisory_xact_lock($1) as "isOurs"',
);

/** A follower belongs to the job of the first one in its line. */
const stranded = statement<{ id: string }>(
  'exchange-stranded',
  `select w.id from workflows w left join workflows p on p.id = w.parent_id
   where w.status in ('Pending', 'In Progress', 'Retrying') and w.created_time < now() - interval '60 seconds'
     and not exists (
       select from graphile_worker.jobs j
       where j.key in ('workflow:' || w.id, 'workflow:' || p.id, 'workflow:' || p.parent_id) and j.attempts < j.max_attempts)
   order by w.created_time limit $1`,
);
