import { and, eq, gt, sql } from 'drizzle-orm';
import type { LegacyStep, OnboardingFlow } from '../../shared/rules/legacyProofing.ts';
import type { Drizzle } from '../database/openDatabase.ts';
import { brands } from '../database/schema/lookups.ts';
import { organizations } from '../database/schema/organizations.ts';
import { users } from '../database/schema/people.ts';
import { legacyOnboardings, legacyQuizzes } from '../database/schema/proofing.ts';
import type { Transaction } from '../database/transaction.ts';

/** Holds the organization until the transaction ends: two steps of its onboarding come one after the other. */
export async function lockOrganization(tx: Transaction, id: string) {
  const [row] = await tx
    .select({
      id: organizations.id,
      name: organizations.name,
      idProofStatus: organizations.idProofStatus,
      flow: sql<OnboardingFlow>`coalesce((select onboarding_flow from brands where brands.id = ${organizations.brandId}), 'standard')`,
    })
    .from(organizations)
    .where(eq(organizations.id, id))
    .for('no key update');
  return row;
}

export async function updateProofing(
  tx: Transaction,
  id: string,
  columns: Partial<Pick<typeof organizations.$inferInsert, 'idProofStatus' | 'idProofAttemptAt'>>,
): Promise<void> {
  await tx.update(organizations).set(columns).where(eq(organizations.id, id));
}

export async function setUserProofing(tx: Transaction, userId: string, idProofStatus: string): Promise<void> {
  await tx.update(users).set({ idProofStatus }).where(eq(users.id, userId));
}

export interface LegacyOnboarding {
  readonly onboardingFlow: OnboardingFlow;
  readonly legacyStep: LegacyStep;
}

/** The flow of an organization, and where the person is in it; of any of its people without one. */
export async function legacyOnboardingOf(
  db: Drizzle,
  { organizationId, userId }: { readonly organizationId: string; readonly userId?: string },
): Promise<LegacyOnboarding> {
  const [row] = await db
    .select({ flow: brands.onboardingFlow, step: legacyOnboardings.step, quizId: legacyQuizzes.id })
    .from(organizations)
    .leftJoin(brands, eq(brands.id, organizations.brandId))
    .leftJoin(legacyOnboardings, eq(legacyOnboardings.organizationId, organizations.id))
    .leftJoin(
      legacyQuizzes,
      and(
        eq(legacyQuizzes.organizationId, organizations.id),
        userId === undefined ? undefined : eq(legacyQuizzes.userId, userId),
        gt(legacyQuizzes.expiresAt, new Date()),
      ),
    )
    .where(eq(organizations.id, organizationId));
  return { onboardingFlow: row?.flow ?? 'standard', legacyStep: row?.quizId ? 'quiz' : (row?.step ?? 'welcome') };
}
