import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { auditSealEvents, auditSeals } from '../../../database/schema/auditSeals.ts';
import type { Database } from '../../../database/openDatabase.ts';
import { inTransaction, type Transaction } from '../../../database/transaction.ts';
import { hashedEvents, lastSeal, listHashOf, noHash, type Seal, sealHashOf } from './segments.ts';
import type { SealKeys } from './sealKeys.ts';

/** Any number that no other lock of the product uses. */
const lockNumber = 620_310_078;
const maxEvents = 5_000;
const waitMs = 50;
const maxWaits = 40;

/** Waits until no other process seals, and holds others back until the transaction ends. */
export const lockSealing = (tx: Transaction) => tx.execute(sql`select pg_advisory_xact_lock(${lockNumber})`);

/**
 * Seals the audit events that were committed: one segment of at most 5,000 events, chained to the one before it and signed. One process at
 * a time; undefined where there is nothing to seal, another process seals, or a transaction that writes events takes longer than 2 s.
 */
export const sealSegment = (database: Pick<Database, 'pool'>, keys: SealKeys): Promise<Seal | undefined> =>
  inTransaction(database, async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${lockNumber}) as mine`);
    if (!rows[0]?.mine) return undefined;
    const settled = await settledId(tx);
    if (settled === undefined) return undefined;
    const previous = await lastSeal(tx);
    const events = await hashedEvents(tx, previous?.throughId ?? null, settled, maxEvents);
    const last = events.at(-1);
    if (!last) return undefined;
    const content = {
      number: (previous?.number ?? 0) + 1,
      throughId: events.length === maxEvents ? last.id : settled,
      eventCount: events.length,
      listHash: listHashOf(events),
      previousHash: previous?.hash ?? noHash,
      sealedAt: new Date(),
      keyId: keys.keyId,
    };
    const hash = sealHashOf(content);
    const seal = { ...content, hash, signature: keys.sign(hash) };
    await tx.insert(auditSeals).values(seal);
    await tx.insert(auditSealEvents).values({
      number: seal.number,
      eventIds: events.map(({ id }) => id),
      eventHashes: Buffer.concat(events.map((event) => event.hash)),
    });
    return seal;
  });

/**
 * An id at and below which no event will appear any more. A transaction takes its lock on the table before it takes an id, so all ids up to
 * the present one belong to transactions that hold the lock now or have ended.
 */
async function settledId(tx: Transaction): Promise<number | undefined> {
  const { rows } = await tx.execute<{ id: string | null }>(
    sql`select case when is_called then last_value end as id from audit_entries_id_seq`,
  );
  const id = rows[0]?.id;
  if (id === null || id === undefined) return undefined;
  let writers = await writersOf(tx);
  for (let waits = 0; writers.length > 0; waits++) {
    if (waits === maxWaits) return undefined;
    await delay(waitMs);
    const present = new Set(await writersOf(tx));
    writers = writers.filter((writer) => present.has(writer));
  }
  return Number(id);
}

/** Transactions that have written audit events or are about to. */
async function writersOf(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ writer: string }>(sql`
    select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'audit_entries'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`);
  return rows.map(({ writer }) => writer);
}
