import { and, eq, inArray, sql } from 'drizzle-orm';
import type { RetryJob, RetryJobItem } from '../../../shared/contract/retryjobs.ts';
import { newId } from '../../database/newId.ts';
import { retryJobItems, retryJobs } from '../../database/schema/workflows.ts';
import type { Transaction } from '../../database/transaction.ts';
import { candidatesSql, type Selection } from './candidates.ts';

type ItemStatus = RetryJobItem['status'];

interface JobRow extends Record<string, unknown> {
  readonly createdAt: string;
  readonly finishedAt: string | null;
}

const iso = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Counted from the items at each reading, so that they add up at any time. */
const jobColumns = sql`j.id, j.created_at as "createdAt", j.created_by_name as "createdBy", j.created_by as "createdById", j.reason, j.state, j.of_job_id as "ofJobId",
  j.per_second as "perSecond", j.finished_at as "finishedAt", j.version, c.*`;
const counts = sql`select count(*)::int as total,
  count(*) filter (where status = 'Pending')::int as pending, count(*) filter (where status = 'Retried')::int as retried,
  count(*) filter (where status = 'Completed')::int as completed, count(*) filter (where status = 'Failed')::int as failed,
  count(*) filter (where status = 'Skipped')::int as skipped
  from retry_job_items where job_id = j.id`;

const retryJobOf = (row: JobRow): RetryJob =>
  ({ ...row, createdAt: iso(row.createdAt), finishedAt: iso(row.finishedAt) }) as unknown as RetryJob; // the statement names its columns, which the compiler does not read

export async function findJob(tx: Transaction, id: string): Promise<RetryJob | undefined> {
  const { rows } = await tx.execute<JobRow>(
    sql`select ${jobColumns} from retry_jobs j cross join lateral (${counts}) c where j.id = ${id}`,
  );
  return rows.map(retryJobOf)[0];
}

export async function jobPage(tx: Transaction, { pageNumber, pageSize }: { pageNumber: number; pageSize: number }) {
  const { rows } = await tx.execute<JobRow>(sql`
    select ${jobColumns} from retry_jobs j cross join lateral (${counts}) c
    order by j.created_at desc, j.id desc limit ${pageSize}::bigint offset ${(pageNumber - 1) * pageSize}::bigint`);
  return { items: rows.map(retryJobOf), totalCount: await tx.$count(retryJobs) };
}

export interface ItemQuery {
  readonly status?: ItemStatus | undefined;
  readonly pageNumber: number;
  readonly pageSize: number;
}

export async function itemPage(tx: Transaction, jobId: string, query: ItemQuery) {
  const { pageNumber, pageSize } = query;
  const where = and(eq(retryJobItems.jobId, jobId), query.status && eq(retryJobItems.status, query.status));
  const rows = await tx
    .select()
    .from(retryJobItems)
    .where(where)
    .orderBy(retryJobItems.ordinal)
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize);
  const items = rows.map(
    ({ workflowId, mailMessageId, stepName, status, reason, at }): RetryJobItem => ({
      workflowId,
      mailMessageId,
      stepName,
      reason,
      status: status as ItemStatus,
      at: at?.toISOString() ?? null,
    }),
  );
  return { items, totalCount: await tx.$count(retryJobItems, where) };
}

export interface NewJob {
  readonly selection: Selection;
  readonly reason: string;
  readonly allowDuplicate: boolean;
  readonly perSecond: number;
  readonly ofJobId: string | null;
  readonly createdBy: { readonly id: string; readonly name: string };
  readonly requestId: string;
}

/** Writes a job with an item for each requested workflow; those that cannot be retried are skipped from the start. */
export async function insertJob(
  tx: Transaction,
  job: NewJob,
): Promise<{ id: string; total: number; eligible: number }> {
  const id = newId();
  const { selection, createdBy, ...columns } = job;
  await tx.insert(retryJobs).values({ id, ...columns, createdBy: createdBy.id, createdByName: createdBy.name });
  const { rows } = await tx.execute<{ total: number; eligible: number }>(sql`
    with made as (
      insert into retry_job_items (job_id, ordinal, workflow_id, mail_message_id, step_name, status, reason, at)
      select ${id}::uuid, place, workflow_id, mail_message_id, step_name,
        case when is_eligible then 'Pending' else 'Skipped' end, reason, case when is_eligible then null else now() end
      from (${candidatesSql(selection, job.allowDuplicate)}) c where place <= ${maxItems + 1}::bigint
      returning status)
    select count(*)::int as total, count(*) filter (where status = 'Pending')::int as eligible from made`);
  return { id, total: rows[0]?.total ?? 0, eligible: rows[0]?.eligible ?? 0 };
}

/** More are no longer repaired one by one. */
export const maxItems = 100_000;

/** State of a job, locked until the transaction ends. */
export async function lockJob(tx: Transaction, id: string) {
  const [job] = await tx.select().from(retryJobs).where(eq(retryJobs.id, id)).for('update');
  return job;
}

export async function setState(tx: Transaction, id: string, state: 'Running' | 'Paused' | 'Canceled'): Promise<void> {
  const finishedAt = state === 'Canceled' ? sql`now()` : null;
  await tx.update(retryJobs).set({ state, finishedAt, version: sql`version + 1` }).where(eq(retryJobs.id, id));
}

export async function skipPending(tx: Transaction, jobId: string, reason: string): Promise<void> {
  await tx
    .update(retryJobItems)
    .set({ status: 'Skipped', reason, at: sql`now()` })
    .where(and(eq(retryJobItems.jobId, jobId), eq(retryJobItems.status, 'Pending')));
}

export async function failedWorkflows(tx: Transaction, jobId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: retryJobItems.workflowId })
    .from(retryJobItems)
    .where(and(eq(retryJobItems.jobId, jobId), inArray(retryJobItems.status, ['Failed'])));
  return rows.map(({ id }) => id);
}
