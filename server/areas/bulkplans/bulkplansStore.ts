import { eq } from 'drizzle-orm';
import type { BulkPlan } from '../../../shared/contract/bulkplans.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { bulkPlans } from '../../database/schema/bulk.ts';
import type { Transaction } from '../../database/transaction.ts';

type PlanRow = typeof bulkPlans.$inferSelect;

/** What a caller says of a plan; the first word about it counts. */
export type PlanFacts = Pick<PlanRow, 'id' | 'sha256' | 'action' | 'rowCount' | 'createdBy' | 'expiresAt'>;

export async function findBulkPlan(db: Drizzle, id: string): Promise<PlanRow | undefined> {
  const [record] = await db.select().from(bulkPlans).where(eq(bulkPlans.id, id));
  return record;
}

/** Registers the plan if nobody did, and holds it until the transaction ends, so that of all that want it one comes first. */
export async function lockBulkPlan(tx: Transaction, facts: PlanFacts): Promise<PlanRow> {
  await tx.insert(bulkPlans).values(facts).onConflictDoNothing();
  const [held] = await tx.select().from(bulkPlans).where(eq(bulkPlans.id, facts.id)).for('no key update');
  if (!held) throw new Error('A registered plan is gone.');
  return held;
}

interface Deed {
  readonly by: string;
  readonly byName: string;
  readonly at: Date;
}

export async function approveBulkPlan(tx: Transaction, id: string, { by, byName, at }: Deed): Promise<void> {
  await tx
    .update(bulkPlans)
    .set({ approvedBy: by, approvedByName: byName, approvedAt: at })
    .where(eq(bulkPlans.id, id));
}

export async function claimBulkPlan(
  tx: Transaction,
  id: string,
  { by, byName, at }: Deed,
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
