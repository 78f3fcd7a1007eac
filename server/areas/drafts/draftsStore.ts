import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { Drizzle } from '../../database/openDatabase.ts';
import { users } from '../../database/schema/people.ts';
import { sessionDrafts } from '../../database/schema/signIn.ts';
import type { Transaction } from '../../database/transaction.ts';

export interface Place {
  readonly page: string;
  readonly form: string;
}

export interface Owner {
  readonly userId: string;
  /** Null for platform administrators. */
  readonly organizationId: string | null;
}

const hoursKept = 24;
/** Of one user; the oldest go first. */
export const draftsAtMost = 20;

const rowAt = (userId: string, { page, form }: Place) =>
  and(eq(sessionDrafts.userId, userId), eq(sessionDrafts.page, page), eq(sessionDrafts.form, form));

/** As the rows have it: pages begin with a slash, so that the id before it is the organization. */
const storedPlace = ({ organizationId }: Owner, { page, form }: Place): Place => ({
  page: `${organizationId ?? ''}${page}`,
  form,
});

export async function findDrafts(db: Drizzle, { userId, organizationId }: Owner) {
  const prefix = organizationId ?? '';
  const rows = await db
    .select()
    .from(sessionDrafts)
    .where(
      and(
        eq(sessionDrafts.userId, userId),
        gt(sessionDrafts.expiresAt, new Date()),
        sql`starts_with(${sessionDrafts.page}, ${`${prefix}/`})`,
      ),
    )
    .orderBy(desc(sessionDrafts.savedAt), sessionDrafts.page, sessionDrafts.form);
  return rows.map((row) => ({ ...row, page: row.page.slice(prefix.length) }));
}

/** Holds the drafts of the user until the transaction ends; false where there is no such user. */
export async function lockOwner(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  return rows.length > 0;
}

export async function saveDraft(tx: Transaction, owner: Owner, place: Place, sealed: string): Promise<void> {
  const { userId } = owner;
  const savedAt = new Date();
  const set = { sealed, savedAt, expiresAt: new Date(savedAt.getTime() + hoursKept * 60 * 60_000) };
  await tx
    .insert(sessionDrafts)
    .values({ userId, ...storedPlace(owner, place), ...set })
    .onConflictDoUpdate({ target: [sessionDrafts.userId, sessionDrafts.page, sessionDrafts.form], set });
  const stored = await tx
    .select({ page: sessionDrafts.page, form: sessionDrafts.form })
    .from(sessionDrafts)
    .where(eq(sessionDrafts.userId, userId))
    .orderBy(asc(sessionDrafts.savedAt));
  for (const oldest of stored.slice(0, Math.max(0, stored.length - draftsAtMost)))
    await tx.delete(sessionDrafts).where(rowAt(userId, oldest));
}

/** Whether there was one. */
export async function removeDraft(tx: Transaction, owner: Owner, place: Place): Promise<boolean> {
  const where = rowAt(owner.userId, storedPlace(owner, place));
  const rows = await tx.delete(sessionDrafts).where(where).returning({ page: sessionDrafts.page });
  return rows.length > 0;
}
