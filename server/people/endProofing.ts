import { and, eq } from 'drizzle-orm';
import { organizations } from '../database/schema/organizations.ts';
import { legacyQuizzes, proofReviews, verificationSessions } from '../database/schema/proofing.ts';
import type { Transaction } from '../database/transaction.ts';

interface Ended {
  readonly [review: `review ${string}`]: { readonly before: 'Pending'; readonly after: 'Withdrawn' };
}

/**
 * Ends what a user who is deleted has open: data that wait for a confirmation or for answers go, a document in the queue is withdrawn, and its
 * organization starts its verification again. Returns the changes for the audit row.
 */
export async function endProofing(tx: Transaction, userId: string, decidedBy: string): Promise<Ended> {
  await tx.delete(verificationSessions).where(eq(verificationSessions.userId, userId));
  await tx.delete(legacyQuizzes).where(eq(legacyQuizzes.userId, userId));
  const pending = and(eq(proofReviews.userId, userId), eq(proofReviews.status, 'Pending'));
  const open = await tx.select({ organizationId: proofReviews.organizationId }).from(proofReviews).where(pending);
  const ended: Record<`review ${string}`, { before: 'Pending'; after: 'Withdrawn' }> = {};
  for (const { organizationId } of open) {
    // The organization first, as the reviewers do: two locks in two orders would wait for each other.
    await tx
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.id, organizationId))
      .for('no key update');
    const withdrawn = await tx
      .update(proofReviews)
      .set({ status: 'Withdrawn', content: null, decidedAt: new Date(), decidedBy })
      .where(and(pending, eq(proofReviews.organizationId, organizationId)))
      .returning({ id: proofReviews.id });
    for (const { id } of withdrawn) {
      ended[`review ${id}`] = { before: 'Pending', after: 'Withdrawn' };
      const waits = and(
        eq(organizations.id, organizationId),
        eq(organizations.idProofStatus, 'Awaiting_Manual_Proofing'),
      );
      await tx.update(organizations).set({ idProofStatus: 'Not_Id_Proofed' }).where(waits);
    }
  }
  return ended;
}
