import { createHash } from 'node:crypto';
import { and, desc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm';
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

const ofPerson = ({ organizationId, userId }: Pick<Initiation, 'organizationId' | 'userId'>) =>
  and(eq(proofingInitiations.organizationId, organizationId), eq(proofingInitiations.userId, userId));

/** The verification of a person for an organization whose result waits to be validated, otherwise the newest one. */
export async function findLatestInitiation(
  db: Drizzle,
  person: Pick<Initiation, 'organizationId' | 'userId'>,
): Promise<Initiation | undefined> {
  const { code, usedAt, expiresAt, createdAt, id } = proofingInitiations;
  const waits = and(isNotNull(code), isNull(usedAt), gt(expiresAt, new Date()));
  const [row] = await db
    .select()
    .from(proofingInitiations)
    .where(ofPerson(person))
    .orderBy(sql`(${waits}) desc`, desc(createdAt), desc(id))
    .limit(1);
  return row;
}

/** Uses a verification up, and those that its person had started before it: their results would replace the newer one. */
export async function endInitiations(tx: Transaction, initiation: Initiation): Promise<void> {
  const { createdAt, id, usedAt } = proofingInitiations;
  // In the database, whose times are finer than those of JavaScript.
  const startedAt = tx.select({ createdAt }).from(proofingInitiations).where(eq(id, initiation.id));
  await tx
    .update(proofingInitiations)
    .set({ usedAt: new Date(), code: null })
    .where(and(ofPerson(initiation), isNull(usedAt), lte(createdAt, sql`(${startedAt})`)));
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
