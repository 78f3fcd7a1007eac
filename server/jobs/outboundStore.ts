import { and, eq, inArray, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { faxAccounts } from '../database/schema/addresses.ts';
import { outboundJobs } from '../database/schema/records.ts';
import type { Drizzle } from '../database/openDatabase.ts';
import type { Transaction } from '../database/transaction.ts';
import { enqueue } from './enqueue.ts';

export type OutboundRow = typeof outboundJobs.$inferSelect;

/** Begins an attempt; undefined where the job is done already, as after a kill between its end and the queue's. */
export async function beginAttempt(db: Drizzle, id: string): Promise<OutboundRow | undefined> {
  const [begun] = await db
    .update(outboundJobs)
    .set({ status: 'In Progress', attempts: sql`${outboundJobs.attempts} + 1`, nextAttemptAt: null })
    .where(and(eq(outboundJobs.id, id), inArray(outboundJobs.status, ['Pending', 'Retrying', 'In Progress'])))
    .returning();
  return begun;
}

/** Ends the attempt; false where another worker has taken the job over meanwhile, whose word counts then. */
async function settle(
  tx: Transaction,
  job: OutboundRow,
  values: PgUpdateSetSource<typeof outboundJobs>,
): Promise<boolean> {
  const settled = await tx
    .update(outboundJobs)
    .set(values)
    .where(
      and(eq(outboundJobs.id, job.id), eq(outboundJobs.attempts, job.attempts), eq(outboundJobs.status, 'In Progress')),
    )
    .returning({ id: outboundJobs.id });
  return settled.length > 0;
}

export const finish = (
  tx: Transaction,
  job: OutboundRow,
  result: { readonly status: 'Completed' | 'Failed'; readonly lastError: string | null },
): Promise<boolean> => settle(tx, job, { ...result, finishedAt: sql`now()` });

export async function tryAgain(tx: Transaction, job: OutboundRow, lastError: string, inSeconds: number): Promise<void> {
  const nextAttemptAt = sql`now() + make_interval(secs => ${inSeconds}::float8)`;
  if (await settle(tx, job, { status: 'Retrying', lastError, nextAttemptAt })) await putBack(tx, job, inSeconds);
}

/** The attempt that the end of the server cut off does not count. */
export async function park(tx: Transaction, job: OutboundRow): Promise<void> {
  const status = job.attempts > 1 ? 'Retrying' : 'Pending';
  if (await settle(tx, job, { status, attempts: job.attempts - 1 })) await putBack(tx, job, 0);
}

const putBack = (tx: Transaction, job: OutboundRow, inSeconds: number) =>
  enqueue(tx, 'outbound.call', { jobId: job.id }, { key: `outbound:${job.id}`, inSeconds });

export async function markSynced(tx: Transaction, faxAccountId: string): Promise<void> {
  await tx.update(faxAccounts).set({ lastSyncedAt: new Date() }).where(eq(faxAccounts.id, faxAccountId));
}
