import { and, eq, ne, sql } from 'drizzle-orm';
import { rememberMembers } from '../database/memberships.ts';
import { idProofs, organizationUsers, users } from '../database/schema/people.ts';
import type { Transaction } from '../database/transaction.ts';

/** Holds the user until the transaction ends. */
export async function lockUser(tx: Transaction, id: string) {
  const [user] = await tx
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      userName: users.userName,
      jobTitle: users.jobTitle,
      phone: users.phone,
      roleName: users.role,
      isEnabled: users.isEnabled,
      isDeleted: sql<boolean>`${users.deletedAt} is not null`,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      idProofStatus: users.idProofStatus,
      version: users.version,
    })
    .from(users)
    .where(eq(users.id, id))
    .for('update');
  return user;
}
export type LockedRow = NonNullable<Awaited<ReturnType<typeof lockUser>>>;

export async function insertUser(tx: Transaction, values: typeof users.$inferInsert): Promise<void> {
  await tx.insert(users).values(values);
}

export async function updateUser(
  tx: Transaction,
  id: string,
  columns: Partial<typeof users.$inferInsert>,
): Promise<void> {
  await tx
    .update(users)
    .set({ ...columns, version: sql`${users.version} + 1` })
    .where(eq(users.id, id));
}

export async function isUserNameTaken(tx: Transaction, userName: string, ownId?: string): Promise<boolean> {
  const others = ownId === undefined ? undefined : ne(users.id, ownId);
  return (await tx.$count(users, and(eq(sql`lower(${users.userName})`, userName.toLowerCase()), others))) > 0;
}

/** The row stays for the list of deleted users and for the names in other records; what signs in, and the identity document, goes. */
export async function markDeleted(tx: Transaction, id: string): Promise<void> {
  await rememberMembers(tx, eq(organizationUsers.userId, id));
  await tx.delete(organizationUsers).where(eq(organizationUsers.userId, id));
  await tx.delete(idProofs).where(eq(idProofs.userId, id));
  await updateUser(tx, id, {
    isEnabled: false,
    passwordHash: null,
    organizationId: null,
    networkId: null,
    deletedAt: new Date(),
    idProofStatus: 'Not_Id_Proofed',
  });
  await tx
    .update(users)
    .set({ deletedUserName: sql`${users.userName}`, userName: `deleted:${id}` })
    .where(eq(users.id, id));
}
