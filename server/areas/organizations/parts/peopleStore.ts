import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Drizzle } from '../../../database/openDatabase.ts';
import { personColumns } from '../../../database/personColumns.ts';
import { organizationUsers, users } from '../../../database/schema/people.ts';
import type { Transaction } from '../../../database/transaction.ts';

export const administratorsOf = (db: Drizzle, organizationId: string) =>
  db
    .select(personColumns)
    .from(organizationUsers)
    .innerJoin(users, eq(users.id, organizationUsers.userId))
    .where(and(eq(organizationUsers.organizationId, organizationId), eq(organizationUsers.isAdministrator, true)))
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id));

/** Holds the person until the transaction ends. */
export async function lockPerson(tx: Transaction, id: string) {
  const [record] = await tx
    .select({ ...personColumns, organizationId: users.organizationId })
    .from(users)
    .where(eq(users.id, id))
    .for('update');
  return record;
}

/** False when the person belongs to the organization already. */
export async function addMembership(
  tx: Transaction,
  membership: { organizationId: string; userId: string; isAdministrator: boolean },
): Promise<boolean> {
  const added = await tx.insert(organizationUsers).values(membership).onConflictDoNothing().returning();
  return added.length > 0;
}

export const membersOf = (tx: Transaction, organizationId: string): Promise<number> =>
  tx.$count(organizationUsers, eq(organizationUsers.organizationId, organizationId));

/** What the person was in the organization, or undefined when they did not belong to it. */
export async function removeMembership(tx: Transaction, organizationId: string, userId: string) {
  const [removed] = await tx
    .delete(organizationUsers)
    .where(and(eq(organizationUsers.organizationId, organizationId), eq(organizationUsers.userId, userId)))
    .returning({ isAdministrator: organizationUsers.isAdministrator });
  return removed;
}

/** Somebody without an organization starts in their first one. */
export async function startIn(tx: Transaction, userId: string, organizationId: string): Promise<void> {
  await tx
    .update(users)
    .set({ organizationId })
    .where(and(eq(users.id, userId), sql`${users.organizationId} is null`));
}

/** Moves the person out of the organization, to another one of theirs or to none. */
export async function fallBackFrom(tx: Transaction, userId: string, organizationId: string): Promise<void> {
  const another = tx
    .select({ id: organizationUsers.organizationId })
    .from(organizationUsers)
    .where(and(eq(organizationUsers.userId, userId), ne(organizationUsers.organizationId, organizationId)))
    .orderBy(organizationUsers.createDate, organizationUsers.organizationId)
    .limit(1);
  await tx
    .update(users)
    .set({ organizationId: sql`(${another})` })
    .where(and(eq(users.id, userId), eq(users.organizationId, organizationId)));
}
