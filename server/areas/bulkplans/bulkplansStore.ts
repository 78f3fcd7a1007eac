import { eq } from 'drizzle-orm';
import type { BulkPlan } from '../../../shared/contract/bulkplans.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { bulkPlans } from '../../database/schema/bulk.ts';
import type { Transaction } from '../../database/transaction.ts';

type PlanRow = typeof bulkPlans.$inferSelect;

/** The description of a plan in a request; the first one is stored. */
export type PlanDescription = Pick<PlanRow, 'id' | 'sha256' | 'action' | 'rowCount' | 'createdBy' | 'expiresAt'>;

export async function findBulkPlan(db: Drizzle, id: string): Promise<PlanRow | undefined> {
  const [record] = await db.select().from(bulkPlans).where(eq(bulkPlans.id, id));
  return record;
}

/** Stores the plan if it is new, and locks it until the transaction ends, so that simultaneous requests run one after the other. */
export async function lockBulkPlan(tx: Transaction, plan: PlanDescription): Promise<PlanRow> {
  await tx.insert(bulkPlans).values(plan).onConflictDoNothing();
  const [locked] = await tx.select().from(bulkPlans).where(eq(bulkPlans.id, plan.id)).for('no key update');
  if (!locked) throw new Error('A stored plan does not exist any more.');
  return locked;
}

interface PlanAction {
  readonly by: string;
  readonly byName: string;
  readonly at: Date;
}

export async function approveBulkPlan(tx: Transaction, id: string, { by, byName, at }: PlanAction): Promise<void> {
  await tx
    .update(bulkPlans)
    .set({ approvedBy: by, approvedByName: byName, approvedAt: at })
    .where(eq(bulkPlans.id, id));
}

export async function claimBulkPlan(
  tx: Transaction,
  id: string,
  { by, byName, at }: PlanAction,
  runId: string,
): Promise<void> {
  await tx.update(bulkPlans).set({ usedBy: by, usedByName: byName, usedAt: at, runId }).where(eq(bulkPlans.id, id));
}

const person = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? id });

export const bulkPlanOf = (row: PlanRow): BulkPlan => ({
  id: row.id,
  sha256: row.sha256,
  action: row.action,
  rows: row.rowCount,
  createdBy: row.createdBy,
  expiresAt: row.expiresAt.toISOString(),
  approvedBy: person(row.approvedBy, row.approvedByName),
  approvedAt: row.approvedAt?.toISOString() ?? null,
  usedBy: person(row.usedBy, row.usedByName),
  usedAt: row.usedAt?.toISOString() ?? null,
  runId: row.runId,
});
