import { eq } from 'drizzle-orm';
import type { Database, Drizzle } from '../../database/openDatabase.ts';
import { mailedCodes, recoveryCodes } from '../../database/schema/signIn.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { InstallationSecrets } from '../secrets/installationSecrets.ts';
import { acceptCode, hasAuthenticator, removeAuthenticator } from './authenticators.ts';
import { acceptMailedCode, hasMailedCodes, setMailedCodes } from './mailedCodes.ts';
import { acceptRecoveryCode } from './recoveryCodes.ts';

/** Where the one-time code of a sign-in comes from; null where none is requested. The app comes first: a mailbox may be read on the same device. */
export async function codeSource(db: Drizzle, userId: string): Promise<'app' | 'mail' | null> {
  if (await hasAuthenticator(db, userId)) return 'app';
  return (await hasMailedCodes(db, userId)) ? 'mail' : null;
}

/** What the code was, null where it is none of the user's. Each works once, also for parallel requests (quality AU-4). */
export async function acceptSecondFactor(
  database: Pick<Database, 'db'>,
  secrets: InstallationSecrets,
  userId: string,
  entered: string,
): Promise<'code' | 'recoveryCode' | null> {
  const code = entered.replace(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return (await acceptRecoveryCode(database.db, userId, code)) ? 'recoveryCode' : null;
  if (await acceptCode(database, secrets, userId, code)) return 'code';
  const isMailed =
    (await hasMailedCodes(database.db, userId)) && (await acceptMailedCode(database, secrets, userId, code));
  return isMailed ? 'code' : null;
}

/** Turns every kind of code off; false where none was on. */
export async function removeSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
  const hadMail = await hasMailedCodes(tx, userId);
  const hadApp = await removeAuthenticator(tx, userId);
  // The row stays, because it limits how many are mailed.
  await tx.update(mailedCodes).set({ expiresAt: new Date() }).where(eq(mailedCodes.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  if (hadMail) await setMailedCodes(tx, userId, false);
  return hadApp || hadMail;
}
