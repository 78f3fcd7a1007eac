import { newId } from '../database/newId.ts';
import { outboundJobs } from '../database/schema/records.ts';
import type { Transaction } from '../database/transaction.ts';
import { enqueue } from './enqueue.ts';

/** Calls to other systems: `targetId` is the organization, the fax account or the user. */
export type OutboundKind = 'organization.sync' | 'westfax.sync' | 'user.sync';

/** Stores a call to another system and puts it into the queue, in the transaction of the change that requests it. */
export async function queueOutbound(
  tx: Transaction,
  kind: OutboundKind,
  targetId: string,
): Promise<{ jobId: string; status: string }> {
  const jobId = newId();
  const status = 'Pending';
  await tx.insert(outboundJobs).values({ id: jobId, kind, targetId, status });
  await enqueue(tx, 'outbound.call', { jobId }, { key: `outbound:${jobId}` });
  return { jobId, status };
}
