import { eq, sql } from 'drizzle-orm';
import { oidcPayloads } from '../database/schema/records.ts';
import type { Transaction } from '../database/transaction.ts';

const accountOfRow = sql`${oidcPayloads.payload} ->> 'accountId'`;

/**
 * Ends every session of a user: the provider's sessions, grants, refresh tokens and codes. Access tokens name their grant, so the next call with
 * one is refused at every server (tokens/findActor.ts), and live connections end with the next check. Returns the number of sign-ins ended.
 */
export async function endSessions(tx: Transaction, userId: string): Promise<number> {
  const ended = await tx.delete(oidcPayloads).where(eq(accountOfRow, userId)).returning({ model: oidcPayloads.model });
  return ended.filter(({ model }) => model === 'Grant').length;
}
