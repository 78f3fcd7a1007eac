import { lt, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/openDatabase.ts';
import { oidcPayloads } from '../database/schema/records.ts';
import {
  emailLinks,
  knownAddresses,
  loginFailures,
  passwordLinks,
  sessionDrafts,
  unlockLinks,
} from '../database/schema/signIn.ts';
import { inTransaction } from '../database/transaction.ts';

const everyMs = 10 * 60_000;
const dayMs = 24 * 60 * 60_000;
const knownForDays = 90;
const endedLinkDays = 30;
/** Any number that no other lock of the product uses. */
const lockNumber = 620_310_077;

/** Deletes what has expired, in one process at a time. */
export async function cleanExpired(database: Database): Promise<void> {
  await inTransaction(database, async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(sql`SELECT pg_try_advisory_xact_lock(${lockNumber}) AS mine`);
    if (!rows[0]?.mine) return;
    await tx.delete(oidcPayloads).where(lt(oidcPayloads.expiresAt, new Date()));
    // Locks last minutes; a count that nobody added to for a day is no attack any more.
    await tx.delete(loginFailures).where(lt(loginFailures.lastFailureAt, new Date(Date.now() - dayMs)));
    await tx.delete(knownAddresses).where(lt(knownAddresses.lastUsedAt, new Date(Date.now() - knownForDays * dayMs)));
    // For a while their pages say why they do not work any more.
    const ended = new Date(Date.now() - endedLinkDays * dayMs);
    await tx.delete(emailLinks).where(lt(emailLinks.expiresAt, ended));
    await tx.delete(passwordLinks).where(lt(passwordLinks.expiresAt, ended));
    await tx.delete(sessionDrafts).where(lt(sessionDrafts.expiresAt, new Date()));
    // Those of the last day limit how many are mailed.
    await tx.delete(unlockLinks).where(lt(unlockLinks.createdAt, new Date(Date.now() - dayMs)));
  });
}

/** Cleans now and then until the returned function is called. */
export function cleanRegularly(database: Database, log: FastifyBaseLogger): () => void {
  const timer = setInterval(() => {
    cleanExpired(database).catch((error: unknown) => log.warn({ err: error }, 'expired sign-in data stay for now'));
  }, everyMs).unref();
  return () => clearInterval(timer);
}
