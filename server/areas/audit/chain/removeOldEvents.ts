import { and, gt, lte, sql } from 'drizzle-orm';
import { audit } from '../../../database/audit.ts';
import { auditRemovals, auditSeals } from '../../../database/schema/auditSeals.ts';
import { auditEntries } from '../../../database/schema/records.ts';
import type { Database } from '../../../database/openDatabase.ts';
import { inTransaction, type Transaction } from '../../../database/transaction.ts';
import { systemContext } from '../../../jobs/systemContext.ts';
import { removalText } from './segments.ts';
import type { SealKeys } from './sealKeys.ts';

/** At once, so that no statement reaches its time limit. */
const maxSegments = 20;

/**
 * Removes the oldest segments whose events are all older than `years` (at least 6). Their hashes stay, with a signed record of the removal,
 * so that the chain remains verifiable; the removal is an audit event. Returns the number of removed events.
 */
export const removeOldEvents = (database: Pick<Database, 'pool'>, keys: SealKeys, years: number): Promise<number> =>
  inTransaction(database, async (tx) => {
    const seal = await lastOldSeal(tx, years);
    if (!seal) return 0;
    const removedAt = new Date();
    const signature = keys.sign(removalText(seal, removedAt, keys.keyId));
    const recorded = await tx
      .insert(auditRemovals)
      .values({ throughNumber: seal.number, removedAt, keyId: keys.keyId, signature })
      .onConflictDoNothing()
      .returning({ number: auditRemovals.throughNumber });
    // Another process removes them.
    if (recorded.length === 0) return 0;
    const { rows } = await tx.execute<{ count: string }>(sql`select remove_audit_events(${seal.number}) as count`);
    const count = Number(rows[0]?.count ?? 0);
    const context = systemContext(`audit-removal-${seal.number}`);
    await audit(tx, context, {
      action: 'audit.removeOldEvents',
      targetType: 'auditSegment',
      targetId: String(seal.number),
      changes: { events: { before: count, after: 0 }, throughId: { before: null, after: seal.throughId } },
    });
    return count;
  });

/** The last of the oldest segments, 20 at most, that have only events older than `years`. */
async function lastOldSeal(tx: Transaction, years: number) {
  const [removed] = await tx
    .select({ number: sql<string | null>`max(${auditRemovals.throughNumber})` })
    .from(auditRemovals);
  const from = Number(removed?.number ?? 0);
  const seals = await tx
    .select()
    .from(auditSeals)
    .where(and(gt(auditSeals.number, from), sql`${auditSeals.number} <= ${from + maxSegments}`))
    .orderBy(auditSeals.number);
  // Of these segments alone, at most 100,000 events: the table has many millions.
  const [young] = await tx
    .select({ id: sql<string | null>`min(${auditEntries.id})` })
    .from(auditEntries)
    .where(
      and(
        lte(auditEntries.id, seals.at(-1)?.throughId ?? 0),
        sql`${auditEntries.at} > now() - make_interval(years => ${years})`,
      ),
    );
  const firstYoung = young?.id === null || young?.id === undefined ? Number.POSITIVE_INFINITY : Number(young.id);
  return seals.filter(({ throughId }) => throughId < firstYoung).at(-1);
}
