import { eq, sql } from 'drizzle-orm';
import { type NamedQuery, namedPage } from '../../database/namedPage.ts';
import { countOrganizations } from '../../database/namedRecords.ts';
import type { Database, Drizzle } from '../../database/openDatabase.ts';
import { plans } from '../../database/schema/lookups.ts';
import { organizations } from '../../database/schema/organizations.ts';
import type { Transaction } from '../../database/transaction.ts';

export async function planPage({ db }: Database, query: NamedQuery) {
  const { where, orderBy, limit, offset } = namedPage(plans, query);
  const [items, totalCount] = await Promise.all([
    db
      .select()
      .from(plans)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset),
    db.$count(plans, where),
  ]);
  return { items, totalCount };
}

export const planUsers = (db: Drizzle, id: string) => countOrganizations(db, organizations.planId, id);

export async function findPlan(db: Drizzle, id: string) {
  const [found] = await db.select().from(plans).where(eq(plans.id, id));
  return found && { ...found, organizationCount: await planUsers(db, id) };
}

/** Holds the plan until the transaction ends. */
export async function lockPlan(tx: Transaction, id: string) {
  const [found] = await tx.select().from(plans).where(eq(plans.id, id)).for('update');
  return found;
}

export async function insertPlan(tx: Transaction, values: typeof plans.$inferInsert): Promise<void> {
  await tx.insert(plans).values(values);
}

export async function updatePlan(tx: Transaction, id: string, columns: Partial<typeof plans.$inferInsert>) {
  await tx
    .update(plans)
    .set({ ...columns, version: sql`${plans.version} + 1` })
    .where(eq(plans.id, id));
}

export async function deletePlan(tx: Transaction, id: string): Promise<void> {
  await tx.delete(plans).where(eq(plans.id, id));
}
