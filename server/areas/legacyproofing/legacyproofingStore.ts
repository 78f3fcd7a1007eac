import { and, eq } from 'drizzle-orm';
import { questions as questionsSchema } from '../../../shared/contract/legacyproofing.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { legacyOnboardings, legacyQuizzes } from '../../database/schema/proofing.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { InstallationSecrets } from '../../identity/secrets/installationSecrets.ts';
import type { KnowledgeQuiz } from '../../proofing/knowledge/knowledge.ts';

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

type Secrets = Pick<InstallationSecrets, 'sealIdentity' | 'openIdentity'>;

/** The questions that wait for this person, also those that expired a while ago. */
export async function findQuiz(
  db: Drizzle,
  secrets: Secrets,
  { organizationId, userId }: Answerer,
): Promise<KnowledgeQuiz | undefined> {
  const own = and(eq(legacyQuizzes.organizationId, organizationId), eq(legacyQuizzes.userId, userId));
  const [row] = await db.select().from(legacyQuizzes).where(own);
  if (!row) return undefined;
  const { id, expiresAt, questions } = row;
  const clear = await secrets.openIdentity(`legacy_quizzes/${id}`, questions);
  return { id, expiresAt, questions: questionsSchema.parse(JSON.parse(clear)) };
}

/** The organization has one quiz at a time. */
export async function replaceQuiz(
  tx: Transaction,
  secrets: Secrets,
  { organizationId, userId }: Answerer,
  { id, expiresAt, questions }: KnowledgeQuiz,
): Promise<void> {
  await dropQuiz(tx, organizationId);
  const sealed = secrets.sealIdentity(`legacy_quizzes/${id}`, JSON.stringify(questions));
  await tx.insert(legacyQuizzes).values({ id, organizationId, userId, expiresAt, questions: sealed });
}

export async function dropQuiz(tx: Transaction, organizationId: string): Promise<void> {
  await tx.delete(legacyQuizzes).where(eq(legacyQuizzes.organizationId, organizationId));
}
