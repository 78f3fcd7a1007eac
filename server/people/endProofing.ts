import { and, eq, inArray } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { organizations } from '../database/schema/organizations.ts';
import { legacyQuizzes, proofReviews, verificationSessions } from '../database/schema/proofing.ts';
import type { Transaction } from '../database/transaction.ts';

type Ended = Record<`review ${string}`, { readonly before: 'Pending'; readonly after: 'Withdrawn' }>;

const pendingOf = (userId: string) => and(eq(proofReviews.userId, userId), eq(proofReviews.status, 'Pending'));

/** A person whose verification ends: everywhere, or in the organization that they leave. */
interface Leaver {
  readonly userId: string;
  readonly organizationId?: string;
}

/**
 * Holds the organizations whose reviewers have a document of the user. Before the user is held: reviewers hold the organization first, and two
 * locks in two orders would wait for each other.
 */
export async function lockProofing(tx: Transaction, userId: string): Promise<void> {
  const waiting = tx.select({ id: proofReviews.organizationId }).from(proofReviews).where(pendingOf(userId));
  await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(inArray(organizations.id, waiting))
    .for('no key update');
}

/**
 * Ends what a user who is deleted or leaves an organization has open: data that wait for a confirmation or for answers go, a document in the queue
 * is withdrawn, and its organization starts its verification again. The organization is held by `lockProofing` or `removeMember`. Returns the
 * changes for the audit row.
 */
export async function endProofing(
  tx: Transaction,
  { userId, organizationId }: Leaver,
  decidedBy: string,
): Promise<Ended> {
  const there = (column: AnyPgColumn) => (organizationId === undefined ? undefined : eq(column, organizationId));
  await tx
    .delete(verificationSessions)
    .where(and(eq(verificationSessions.userId, userId), there(verificationSessions.organizationId)));
  await tx.delete(legacyQuizzes).where(and(eq(legacyQuizzes.userId, userId), there(legacyQuizzes.organizationId)));
  const withdrawn = await tx
    .update(proofReviews)
    .set({ status: 'Withdrawn', content: null, decidedAt: new Date(), decidedBy })
    .where(and(pendingOf(userId), there(proofReviews.organizationId)))
    .returning({ id: proofReviews.id, organizationId: proofReviews.organizationId });
  const ended: Ended = {};
  for (const review of withdrawn) {
    ended[`review ${review.id}`] = { before: 'Pending', after: 'Withdrawn' };
    const waits = eq(organizations.idProofStatus, 'Awaiting_Manual_Proofing');
    await tx
      .update(organizations)
      .set({ idProofStatus: 'Not_Id_Proofed' })
      .where(and(eq(organizations.id, review.organizationId), waits));
  }
  return ended;
}
