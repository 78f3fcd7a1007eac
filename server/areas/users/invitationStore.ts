import { and, eq, gt, sql } from 'drizzle-orm';
import { newId } from '../../database/newId.ts';
import { organizations } from '../../database/schema/organizations.ts';
import { invitations } from '../../database/schema/providerDirectory.ts';
import type { Transaction } from '../../database/transaction.ts';

interface Sender {
  readonly id: string;
  readonly organizationId: string | null;
}

/** Invitations of a sender within the last 24 hours; the next one of the same sender waits until the transaction ends (CO-3). */
export async function lockSentToday(tx: Transaction, senderId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`invitations:${senderId}`}, 0))`);
  const since = sql`now() - interval '24 hours'`;
  return tx.$count(invitations, and(eq(invitations.senderId, senderId), gt(invitations.sentAt, since)));
}

export async function addInvitation(tx: Transaction, { id: senderId, organizationId }: Sender): Promise<string> {
  const id = newId();
  await tx.insert(invitations).values({ id, senderId, organizationId });
  return id;
}

export async function organizationNamed(tx: Transaction, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const [organization] = await tx
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, id));
  return organization?.name ?? null;
}
