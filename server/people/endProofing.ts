import { and, eq, inArray } from 'drizzle-orm';
import { organizations } from '../database/schema/organizations.ts';
import { legacyQuizzes, proofReviews, verificationSessions } from '../database/schema/proofing.ts';
import type { Transaction } from '../database/transaction.ts';

type Ended = Record<`review ${string}`, { readonly before: 'Pending'; readonly after: 'Withdrawn' }>;

const pendingOf = (userId: string) => and(eq(proofReviews.userId, userId), eq(proofReviews.status, 'Pending'));

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
 * Ends what a user who is deleted has open: data that wait for a confirmation or for answers go, a document in the queue is withdrawn, and its
 * organization starts its verification again. Returns the changes for the audit row.
 */
export async function endProofing(tx: Transaction, userId: string, decidedBy: string): Promise<Ended> {
  await tx.delete(verificationSessions).where(eq(verificationSessions.userId, userId));
  await tx.delete(legacyQuizzes).where(eq(legacyQuizzes.userId, userId));
  const withdrawn = await tx
    .update(proofReviews)
    .set({ status: 'Withdrawn', content: null, decidedAt: new Date(), decidedBy })
    .where(pendingOf(userId))
    .returning({ id: proofReviews.id, organizationId: proofReviews.organizationId });
  const ended: Ended = {};
  for (const { id, organizationId } of withdrawn) {
    ended[`review ${id}`] = { before: 'Pending', after: 'Withdrawn' };
    const waits = eq(organizations.idProofStatus, 'Awaiting_Manual_Proofing');
    await tx
      .update(organizations)
      .set({ idProofStatus: 'Not_Id_Proofed' })
      .where(and(eq(organizations.id, organizationId), waits));
  }
  return ended;
}
