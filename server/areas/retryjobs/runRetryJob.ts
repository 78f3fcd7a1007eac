import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { isDatabaseOutage } from '../../database/sqlState.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import { type RetryOutcome, retryStep } from '../../exchange/retryStep.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { Actor } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { TaskRun } from '../../jobs/tasks.ts';
import { eligibleSql, reasonSql } from './candidates.ts';

type Database = Services['database'];

interface NextItem extends Record<string, unknown> {
  readonly ordinal: number;
  readonly workflowId: string;
  readonly allowDuplicate: boolean;
  readonly perSecond: number;
  readonly reason: string;
  readonly createdBy: string;
  readonly createdByName: string;
  readonly requestId: string;
}

/**
 * Works off the pending items of a job at its pace. Each item is a transaction of its own: whoever is killed leaves it pending, and two
 * servers never hold the same one. Pausing and canceling are seen before each item.
 */
export async function runRetryJob(
  { database }: Pick<Services, 'database'>,
  { jobId }: { readonly jobId: string },
  { signal }: TaskRun,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const startedAt = performance.now();
    const item = await retryNext(database, jobId);
    if (!item) return;
    const wait = 1000 / item.perSecond - (performance.now() - startedAt);
    if (wait > 0) await paused(database, jobId, wait, signal);
  }
}

/** Slow jobs look up from time to time, so that a canceled one does not hold its place for ten seconds. */
async function paused(database: Database, jobId: string, ms: number, signal: AbortSignal): Promise<void> {
  const until = performance.now() + ms;
  for (let left = ms; left > 0; left = until - performance.now()) {
    await delay(Math.min(left, 1000), undefined, { signal });
    if (left <= 1000) return;
    const { rows } = await database.db.execute<{ state: string }>(
      sql`select state from retry_jobs where id = ${jobId}`,
    );
    if (rows[0]?.state !== 'Running') return;
  }
}

async function retryNext(database: Database, jobId: string): Promise<NextItem | undefined> {
  let held: NextItem | undefined;
  try {
    return await inTransaction(database, async (tx) => {
      held = await holdNext(tx, jobId);
      if (held) await settle(tx, jobId, held, await retried(tx, jobId, held));
      return held;
    });
  } catch (error) {
    if (!held || isDatabaseOutage(error) || (error instanceof ApiProblem && error.status === 503)) throw error;
    // A workflow that cannot even be tried must not keep the others waiting.
    const broken = held;
    await inTransaction(database, (tx) => settle(tx, jobId, broken, 'E-INTERNAL'));
    return broken;
  }
}

async function holdNext(tx: Transaction, jobId: string): Promise<NextItem | undefined> {
  const { rows } = await tx.execute<NextItem>(sql`
    select i.ordinal, i.workflow_id as "workflowId", j.allow_duplicate as "allowDuplicate", j.per_second as "perSecond", j.reason,
      j.created_by as "createdBy", j.created_by_name as "createdByName", j.request_id as "requestId"
    from retry_job_items i join retry_jobs j on j.id = i.job_id
    where i.job_id = ${jobId} and i.status = 'Pending' and j.state = 'Running'
    order by i.ordinal limit 1 for update of i skip locked`);
  return rows[0];
}

/** In the name of the user who created the job, with its reason; the id of the job groups the entries in the audit trail. */
async function retried(tx: Transaction, jobId: string, item: NextItem): Promise<RetryOutcome> {
  const { rows } = await tx.execute<{ reason: string | null; isEligible: boolean }>(sql`
    select ${reasonSql} as reason, ${eligibleSql(item.allowDuplicate)} as "isEligible"
    from workflows w where w.id = ${item.workflowId} for update`);
  const [now] = rows;
  // Much may have happened since the job was made.
  if (!now?.isEligible) return `E-${now?.reason ?? 'gone'}`;
  const actor: Actor = {
    kind: 'user',
    id: item.createdBy,
    name: item.createdByName,
    role: 'SysAdmin',
    organizationId: null,
    networkId: null,
  };
  const { workflowId, allowDuplicate, requestId, reason } = item;
  return retryStep(tx, { workflowId, allowDuplicate }, { actor, requestId, reason, runId: jobId });
}

/** Codes of the retry itself in the words of plans. */
const skipped: Readonly<Record<string, string>> = {
  'E-STEP-COMPLETED': 'completed',
  'E-STEP-RUNNING': 'running',
  'E-STEP-NOT-REACHED': 'running',
  'E-MAY-DUPLICATE': 'may-duplicate',
  'E-NOT-FOUND': 'gone',
};

async function settle(tx: Transaction, jobId: string, { ordinal }: NextItem, outcome: RetryOutcome): Promise<void> {
  const status = outcome === 'retried' ? 'Retried' : outcome === 'E-INTERNAL' ? 'Failed' : 'Skipped';
  const reason = outcome === 'retried' ? null : (skipped[outcome] ?? outcome.slice(2));
  await tx.execute(sql`
    update retry_job_items set status = ${status}, reason = ${reason}, at = now()
    where job_id = ${jobId} and ordinal = ${ordinal} and status = 'Pending'`);
}
