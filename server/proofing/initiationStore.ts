import { createHash } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import type { Drizzle } from '../database/openDatabase.ts';
import { proofingInitiations } from '../database/schema/proofing.ts';
import type { Transaction } from '../database/transaction.ts';

export type Initiation = typeof proofingInitiations.$inferSelect;

export const stateHashOf = (state: string): string => createHash('sha256').update(state).digest('base64url');

export async function insertInitiation(
  tx: Transaction,
  values: typeof proofingInitiations.$inferInsert,
): Promise<void> {
  await tx.insert(proofingInitiations).values(values);
}

export async function findInitiation(db: Drizzle, id: string): Promise<Initiation | undefined> {
  const [row] = await db.select().from(proofingInitiations).where(eq(proofingInitiations.id, id));
  return row;
}

/** The newest verification of a person for an organization. */
export async function findLatestInitiation(
  db: Drizzle,
  { organizationId, userId }: Pick<Initiation, 'organizationId' | 'userId'>,
): Promise<Initiation | undefined> {
  const [row] = await db
    .select()
    .from(proofingInitiations)
    .where(and(eq(proofingInitiations.organizationId, organizationId), eq(proofingInitiations.userId, userId)))
    .orderBy(desc(proofingInitiations.createdAt), desc(proofingInitiations.id))
    .limit(1);
  return row;
}

/** Holds the verification until the transaction ends. */
export async function lockInitiation(tx: Transaction, id: string): Promise<Initiation | undefined> {
  const [row] = await tx.select().from(proofingInitiations).where(eq(proofingInitiations.id, id)).for('update');
  return row;
}

export async function lockByState(tx: Transaction, state: string): Promise<Initiation | undefined> {
  const { stateHash } = proofingInitiations;
  const [row] = await tx
    .select()
    .from(proofingInitiations)
    .where(eq(stateHash, stateHashOf(state)))
    .for('update');
  return row;
}

export async function updateInitiation(
  tx: Transaction,
  id: string,
  columns: Partial<typeof proofingInitiations.$inferInsert>,
): Promise<void> {
  await tx.update(proofingInitiations).set(columns).where(eq(proofingInitiations.id, id));
}
