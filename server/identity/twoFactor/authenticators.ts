import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Database, Drizzle } from '../../database/openDatabase.ts';
import { authenticators } from '../../database/schema/signIn.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { InstallationSecrets } from '../secrets/installationSecrets.ts';

/** One interval of 30 seconds before and after the present one: clocks of phones differ. */
const window = 1;
const secretBytes = 20;

const totpOf = (secret: string, label = '', issuer = ''): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), label, issuer, algorithm: 'SHA1', digits: 6, period: 30 });

/** The interval whose code was entered; null where it is none of the present ones. */
function stepOf(secret: string, code: string): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = Date.now();
  const delta = totpOf(secret).validate({ token, timestamp, window });
  return delta === null ? null : Math.floor(timestamp / 30_000) + delta;
}

export async function hasAuthenticator(db: Drizzle, userId: string): Promise<boolean> {
  const confirmed = and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt));
  return (await db.$count(authenticators, confirmed)) > 0;
}

const read = async (db: Drizzle, secrets: InstallationSecrets, userId: string) => {
  const [row] = await db.select().from(authenticators).where(eq(authenticators.userId, userId));
  return row && { ...row, secret: await secrets.openAuthenticator(userId, row.secret) };
};

/** Whether the code is one of the user's app. Each is accepted once, also by parallel requests: the update decides (quality AU-4). */
export async function acceptCode(
  { db }: Pick<Database, 'db'>,
  secrets: InstallationSecrets,
  userId: string,
  code: string,
): Promise<boolean> {
  const row = await read(db, secrets, userId);
  const step = row?.confirmedAt ? stepOf(row.secret, code) : null;
  if (step === null) return false;
  const accepted = await db
    .update(authenticators)
    .set({ lastStep: step })
    .where(and(eq(authenticators.userId, userId), lt(authenticators.lastStep, step)))
    .returning({ userId: authenticators.userId });
  return accepted.length > 0;
}

interface Owner {
  readonly id: string;
  readonly userName: string;
}

/** The secret of an app that is not confirmed yet, the same for each request until it is; null where codes are on. */
export async function startAuthenticator(
  tx: Transaction,
  secrets: InstallationSecrets,
  { id, userName }: Owner,
  issuer: string,
): Promise<{ readonly secret: string; readonly uri: string } | null> {
  const before = await read(tx, secrets, id);
  if (before?.confirmedAt) return null;
  const secret = before?.secret ?? new Secret({ size: secretBytes }).base32;
  if (!before)
    await tx
      .insert(authenticators)
      .values({ userId: id, secret: secrets.sealAuthenticator(id, secret) })
      .onConflictDoNothing();
  const stored = (await read(tx, secrets, id))?.secret ?? secret;
  return { secret: stored, uri: totpOf(stored, userName, issuer).toString() };
}

/** Turns codes on with the first code of the app. */
export async function confirmAuthenticator(
  tx: Transaction,
  secrets: InstallationSecrets,
  userId: string,
  code: string,
): Promise<'confirmed' | 'wrong code' | 'on already'> {
  const row = await read(tx, secrets, userId);
  if (row?.confirmedAt) return 'on already';
  const step = row ? stepOf(row.secret, code) : null;
  if (step === null) return 'wrong code';
  const confirmed = await tx
    .update(authenticators)
    .set({ confirmedAt: new Date(), lastStep: step })
    .where(and(eq(authenticators.userId, userId), isNull(authenticators.confirmedAt)))
    .returning({ userId: authenticators.userId });
  return confirmed.length > 0 ? 'confirmed' : 'on already';
}

/** Turns codes off; false where they were not on. */
export async function removeAuthenticator(tx: Transaction, userId: string): Promise<boolean> {
  const removed = await tx
    .delete(authenticators)
    .where(eq(authenticators.userId, userId))
    .returning({ confirmedAt: authenticators.confirmedAt });
  return removed.some(({ confirmedAt }) => confirmedAt !== null);
}
