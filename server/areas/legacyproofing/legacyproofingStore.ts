import { and, eq } from 'drizzle-orm';
import type { Drizzle } from '../../database/openDatabase.ts';
import { legacyOnboardings, legacyQuizzes } from '../../database/schema/proofing.ts';
import type { Transaction } from '../../database/transaction.ts';

export async function findProgress(tx: Transaction, organizationId: string) {
  const [row] = await tx.select().from(legacyOnboardings).where(eq(legacyOnboardings.organizationId, organizationId));
  return row ?? { organizationId, step: 'welcome' as const, attempts: 0 };
}

export async function saveProgress(
  tx: Transaction,
  organizationId: string,
  columns: Partial<Omit<typeof legacyOnboardings.$inferInsert, 'organizationId'>>,
): Promise<void> {
  await tx
    .insert(legacyOnboardings)
    .values({ organizationId, ...columns })
    .onConflictDoUpdate({ target: legacyOnboardings.organizationId, set: columns });
}

interface Answerer {
  readonly organizationId: string;
  readonly userId: string;
}

/** The questions that wait for this person, also those that expired a while ago. */
export async function findQuiz(db: Drizzle, { organizationId, userId }: Answerer) {
  const own = and(eq(legacyQuizzes.organizationId, organizationId), eq(legacyQuizzes.userId, userId));
  const [row] = await db.select().from(legacyQuizzes).where(own);
  return row;
}

/** The organization has one quiz at a time. */
export async function replaceQuiz(tx: Transaction, values: typeof legacyQuizzes.$inferInsert): Promise<void> {
  await dropQuiz(tx, values.organizationId);
  await tx.insert(legacyQuizzes).values(values);
}

export async function dropQuiz(tx: Transaction, organizationId: string): Promise<void> {
  await tx.delete(legacyQuizzes).where(eq(legacyQuizzes.organizationId, organizationId));
}
