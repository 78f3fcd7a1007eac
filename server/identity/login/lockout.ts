import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../database/openDatabase.ts';
import { loginFailures } from '../../database/schema/records.ts';

/** Spec 3 section 9: 10 minutes after 3 failed logins. */
export const failuresToLock = 3;
export const lockMinutes = 10;

export interface Charge {
  readonly failures: number;
  readonly locksNow: boolean;
}

/**
 * Counts an attempt as failed before its password is looked at, so that of many parallel guesses only three are ever
 * evaluated (quality AU-2). One statement decides. Null means the name is locked and the attempt changes nothing.
 */
export async function chargeAttempt(database: Database, userName: string): Promise<Charge | null> {
  const now = new Date();
  const lockEnd = new Date(now.getTime() + lockMinutes * 60_000);
  const { failures, lockedUntil } = loginFailures;
  const [row] = await database.db
    .insert(loginFailures)
    .values({ userName, failures: 1, lastFailureAt: now })
    .onConflictDoUpdate({
      target: loginFailures.userName,
      // A lock that is over starts a new count.
      set: {
        failures: sql`CASE WHEN ${lockedUntil} IS NULL THEN ${failures} + 1 ELSE 1 END`,
        lockedUntil: sql`CASE WHEN ${lockedUntil} IS NULL AND ${failures} + 1 >= ${failuresToLock} THEN ${lockEnd}::timestamptz END`,
        lastFailureAt: now,
      },
      setWhere: sql`${lockedUntil} IS NULL OR ${lockedUntil} <= ${now}::timestamptz`,
    })
    .returning({ failures, lockedUntil });
  return row ? { failures: row.failures, locksNow: row.lockedUntil !== null } : null;
}

/** Takes back a charge whose password could not be looked at, for example because the server was overloaded. */
export async function refundAttempt(database: Database, userName: string): Promise<void> {
  await database.db
    .update(loginFailures)
    .set({ failures: sql`greatest(${loginFailures.failures} - 1, 0)`, lockedUntil: null })
    .where(eq(loginFailures.userName, userName));
}

const inLine = new Map<string, Promise<unknown>>();

/**
 * Attempts on one name wait for each other inside a process. Without this, several people or tests that sign in to one
 * account at the same moment with the right password would charge each other into a lock.
 */
export async function oneAtATime<T>(userName: string, work: () => Promise<T>): Promise<T> {
  const previous = inLine.get(userName) ?? Promise.resolve();
  const mine = previous.then(work, work);
  inLine.set(userName, mine);
  try {
    return await mine;
  } finally {
    if (inLine.get(userName) === mine) inLine.delete(userName);
  }
}
