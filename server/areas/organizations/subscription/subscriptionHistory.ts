import { desc, eq } from 'drizzle-orm';
import type { SubscriptionChange } from '../../../../shared/contract/subscriptionplans.ts';
import { freePlan, type PricedPlan, type SubscriptionAction } from '../../../../shared/rules/subscription.ts';
import type { Database, Drizzle } from '../../../database/openDatabase.ts';
import { plans } from '../../../database/schema/lookups.ts';
import { subscriptionChanges } from '../../../database/schema/subscriptions.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { OrganizationColumns, OrganizationRecord } from '../record/organizationFields.ts';

type Named = Pick<PricedPlan, 'name' | 'monthlyPriceCents'>;

async function planNamed(tx: Drizzle, id: string | null): Promise<Named> {
  if (id === null) return freePlan;
  const [plan] = await tx
    .select({ name: plans.name, monthlyPriceCents: plans.monthlyPriceCents })
    .from(plans)
    .where(eq(plans.id, id));
  return plan ?? freePlan;
}

const actionOf = (columns: OrganizationColumns, isClearing: boolean): SubscriptionAction => {
  if (columns.cancelAt) return 'Canceled';
  if (columns.cancelAt === null) return isClearing ? 'Cleared' : 'Reactivated';
  return 'Changed';
};

interface Change {
  readonly before: OrganizationRecord;
  /** The columns that change. */
  readonly columns: OrganizationColumns;
  readonly actorName: string;
  readonly isClearing: boolean;
  readonly reason: string | undefined;
}

/** Records a change of plan or cancellation, whichever call made it. */
export async function recordSubscriptionChange(
  tx: Transaction,
  { before, columns, actorName, isClearing, reason }: Change,
): Promise<void> {
  if (columns.planId === undefined && columns.cancelAt === undefined) return;
  const from = await planNamed(tx, before.planId);
  const to = columns.planId === undefined ? from : await planNamed(tx, columns.planId);
  await tx.insert(subscriptionChanges).values({
    organizationId: before.id,
    actorName,
    action: actionOf(columns, isClearing),
    fromPlan: from.name,
    fromPriceCents: from.monthlyPriceCents,
    toPlan: to.name,
    toPriceCents: to.monthlyPriceCents,
    cancelAt: columns.cancelAt ?? null,
    reason: reason ?? null,
  });
}

/** Changes of an organization, newest first. */
export async function subscriptionHistory(
  { db }: Database,
  organizationId: string,
  { pageNumber, pageSize }: { readonly pageNumber: number; readonly pageSize: number },
): Promise<{ items: SubscriptionChange[]; totalCount: number }> {
  const own = eq(subscriptionChanges.organizationId, organizationId);
  const [rows, totalCount] = await Promise.all([
    db
      .select()
      .from(subscriptionChanges)
      .where(own)
      .orderBy(desc(subscriptionChanges.id))
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db.$count(subscriptionChanges, own),
  ]);
  const items = rows.map(({ at, cancelAt, organizationId: _organizationId, ...change }) => ({
    ...change,
    at: at.toISOString(),
    cancelAt: cancelAt?.toISOString() ?? null,
  }));
  return { items, totalCount };
}
