import { createHash, randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Drizzle } from '../../database/openDatabase.ts';
import { recoveryCodes } from '../../database/schema/signIn.ts';
import type { Transaction } from '../../database/transaction.ts';

const count = 10;
/** Without letters and digits that look alike: ten of them are 49 bits. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';

const newCode = () => {
  const letters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
};
const hashOf = (userId: string, code: string) =>
  createHash('sha256')
    .update(`${userId}:${code.toLowerCase().replace(/[\s-]/g, '')}`)
    .digest('base64url');

/** Ten new codes, in clear this one time; earlier ones stop working. */
export async function newRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashOf(userId, code) })));
  return codes;
}

export const countRecoveryCodes = (db: Drizzle, userId: string): Promise<number> =>
  db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));

/** Whether the code is one of the user's that was not used; its deletion decides between parallel requests. */
export async function acceptRecoveryCode(db: Drizzle, userId: string, code: string): Promise<boolean> {
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashOf(userId, code))))
    .returning({ userId: recoveryCodes.userId });
  return used.length > 0;
}
