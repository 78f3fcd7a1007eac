import { and, eq, ne } from 'drizzle-orm';
import type { Drizzle } from '../../database/openDatabase.ts';
import { userPreferences } from '../../database/schema/activity.ts';
import { users } from '../../database/schema/people.ts';
import type { Transaction } from '../../database/transaction.ts';

const own = (userId: string, key: string) => and(eq(userPreferences.userId, userId), eq(userPreferences.key, key));

/** The setting, or undefined where it was never saved. */
export async function findPreference(db: Drizzle, userId: string, key: string) {
  const [record] = await db.select({ value: userPreferences.value }).from(userPreferences).where(own(userId, key));
  return record;
}

/** Holds the person's settings until the transaction ends; false where there is no such person. */
export async function lockOwner(tx: Transaction, userId: string): Promise<boolean> {
  const record = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  return record.length > 0;
}

/** Settings of the person beside this one. */
export const otherPreferences = (tx: Transaction, userId: string, key: string): Promise<number> =>
  tx.$count(userPreferences, and(eq(userPreferences.userId, userId), ne(userPreferences.key, key)));

export async function savePreference(tx: Transaction, userId: string, key: string, value: unknown): Promise<void> {
  const updatedAt = new Date();
  await tx
    .insert(userPreferences)
    .values({ userId, key, value, updatedAt })
    .onConflictDoUpdate({ target: [userPreferences.userId, userPreferences.key], set: { value, updatedAt } });
}

export async function forgetPreference(tx: Transaction, userId: string, key: string): Promise<void> {
  await tx.delete(userPreferences).where(own(userId, key));
}
