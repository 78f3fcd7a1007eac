import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../database/openDatabase.ts';
import { newId } from '../../database/newId.ts';
import { knownAddresses, loginFailures } from '../../database/schema/signIn.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import { addressShare } from '../addressShare.ts';

/** Spec 3 section 9: 10 minutes after 3 failed logins. */
export const failuresToLock = 3;
export const lockMinutes = 10;
/** Failures from all addresses together that the account has not signed in from: four addresses' worth. */
export const failuresToLockEverywhere = 12;

/** The row that counts wrong entries of users who are signed in: it locks no sign-in. */
export const signedInShare = 'signed in';

/** The row that counts all unknown addresses together. */
const everywhere = '*';

/** An account by its user name in lower case, or a machine client by its id. */
export interface SignInName {
  readonly kind: 'user' | 'client';
  readonly userName: string;
}

export interface SignInSource extends SignInName {
  /** Network address of the client. */
  readonly address: string;
}

export interface Charge {
  /** Failures in a row from this address, this attempt among them. */
  readonly failures: number;
  /** What this failure locks: sign-in from this address, or from every unknown address. */
  readonly locks: 'address' | 'account' | null;
  /** Identifies the lock. */
  readonly lockId: string | null;
  /** Whether the account has signed in from this address before. */
  readonly isKnownAddress: boolean;
}

/** Undoes the transaction of an attempt that changes nothing. */
class Locked extends Error {}

/**
 * Counts an attempt as failed before its password is looked at, so that of many parallel guesses only three are ever evaluated (quality
 * AU-2). The count is per name and client address, so that strangers do not lock an account for its owner; unknown addresses also count
 * together, so that many of them do not get three guesses each. Null means locked: the attempt changes nothing.
 */
export async function chargeAttempt(database: Database, source: SignInSource): Promise<Charge | null> {
  const address = addressShare(source.address);
  try {
    return await inTransaction(database, async (tx) => {
      const own = await charge(tx, { ...source, address }, failuresToLock);
      if (!own) throw new Locked();
      const isKnownAddress = await isKnown(tx, { ...source, address });
      if (isKnownAddress) return { ...own, locks: own.lockId === null ? null : 'address', isKnownAddress };
      const all = await charge(tx, { ...source, address: everywhere }, failuresToLockEverywhere);
      if (!all) throw new Locked();
      const locks = all.lockId !== null ? 'account' : own.lockId !== null ? 'address' : null;
      return { failures: own.failures, locks, lockId: all.lockId ?? own.lockId, isKnownAddress };
    });
  } catch (error) {
    if (error instanceof Locked) return null;
    throw error;
  }
}

/** One statement decides; undefined where the row is locked. */
async function charge(tx: Transaction, { kind, userName, address }: SignInSource, limit: number) {
  const now = new Date();
  const lockEnd = new Date(now.getTime() + lockMinutes * 60_000);
  const { failures, lockedUntil, lockId } = loginFailures;
  const locksNow = sql`${lockedUntil} IS NULL AND ${failures} + 1 >= ${limit}`;
  const [row] = await tx
    .insert(loginFailures)
    .values({ kind, userName, address, failures: 1, lastFailureAt: now })
    .onConflictDoUpdate({
      target: [loginFailures.kind, loginFailures.userName, loginFailures.address],
      // A lock that is over starts a new count.
      set: {
        failures: sql`CASE WHEN ${lockedUntil} IS NULL THEN ${failures} + 1 ELSE 1 END`,
        lockedUntil: sql`CASE WHEN ${locksNow} THEN ${lockEnd}::timestamptz END`,
        lockId: sql`CASE WHEN ${locksNow} THEN ${newId()}::uuid END`,
        lastFailureAt: now,
      },
      setWhere: sql`${lockedUntil} IS NULL OR ${lockedUntil} <= ${now}::timestamptz`,
    })
    .returning({ failures, lockId });
  return row;
}

/** Takes back a charge whose password could not be looked at, for example because the server was overloaded. */
export async function refundAttempt(database: Database, source: SignInSource, charged: Charge): Promise<void> {
  await inTransaction(database, async (tx) => {
    await takeBack(tx, { ...source, address: addressShare(source.address) }, 1);
    if (!charged.isKnownAddress) await takeBack(tx, { ...source, address: everywhere }, 1);
  });
}

/** Failures below the limit are no lock. */
const takeBack = (tx: Transaction, source: SignInSource, count: number) =>
  tx
    .update(loginFailures)
    .set({ failures: sql`greatest(${loginFailures.failures} - ${count}, 0)`, lockedUntil: null, lockId: null })
    .where(isRow(source));

/**
 * A sign-in ends the count of its address, takes its failures out of the common count, and makes the address known: from then on only
 * failures from that address lock it.
 */
export async function clearFailures(tx: Transaction, source: SignInSource, charged: Charge): Promise<void> {
  const own = { ...source, address: addressShare(source.address) };
  await tx.delete(loginFailures).where(isRow(own));
  if (!charged.isKnownAddress) await takeBack(tx, { ...source, address: everywhere }, charged.failures);
  await rememberAddress(tx, own);
}

export async function rememberAddress(tx: Transaction, { kind, userName, address }: SignInSource): Promise<void> {
  const lastUsedAt = new Date();
  await tx
    .insert(knownAddresses)
    .values({ kind, userName, address: addressShare(address), lastUsedAt })
    .onConflictDoUpdate({
      target: [knownAddresses.kind, knownAddresses.userName, knownAddresses.address],
      set: { lastUsedAt },
    });
}

async function isKnown(tx: Transaction, { kind, userName, address }: SignInSource): Promise<boolean> {
  const rows = await tx
    .select({ one: sql`1` })
    .from(knownAddresses)
    .where(
      and(eq(knownAddresses.kind, kind), eq(knownAddresses.userName, userName), eq(knownAddresses.address, address)),
    );
  return rows.length > 0;
}

/** Ends every lock and count of the name; returns the end of the last lock, or null where nothing was locked. */
export async function unlock(tx: Transaction, { kind, userName }: SignInName): Promise<Date | null> {
  const removed = await tx
    .delete(loginFailures)
    .where(and(eq(loginFailures.kind, kind), eq(loginFailures.userName, userName)))
    .returning({ lockedUntil: loginFailures.lockedUntil });
  const now = Date.now();
  const ends = removed.map(({ lockedUntil }) => lockedUntil?.getTime() ?? 0).filter((end) => end > now);
  return ends.length === 0 ? null : new Date(Math.max(...ends));
}

const isRow = ({ kind, userName, address }: SignInSource) =>
  and(eq(loginFailures.kind, kind), eq(loginFailures.userName, userName), eq(loginFailures.address, address));
