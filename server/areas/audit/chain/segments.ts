import { createHash } from 'node:crypto';
import { desc, sql } from 'drizzle-orm';
import { auditSeals } from '../../../database/schema/auditSeals.ts';
import type { Transaction } from '../../../database/transaction.ts';

export type Seal = typeof auditSeals.$inferSelect;

/** An event of the audit trail, reduced to what a segment stores. */
export interface HashedEvent {
  readonly id: number;
  /** SHA-256, 32 bytes. */
  readonly hash: Buffer;
}

export const hashBytes = 32;
/** The previous hash of the first segment. */
export const noHash = Buffer.alloc(hashBytes);

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * The columns as text: the same in every session, time zone and release of PostgreSQL. They are hashed here and not by a function of the
 * database, which its owner could exchange.
 */
const hashedColumns = sql.raw(
  `id::text, extract(epoch from at)::text, actor_id, actor_name, action, target_type, target_id, outcome, is_read::text, code,
   changes::text, reason, request_id, run_id, version_checked::text`,
);

/** At most `most` events with ids above `after`, up to `through`, in the order of their ids. `after` null: from the lowest id. */
export async function hashedEvents(
  tx: Transaction,
  after: number | null,
  through: number,
  most: number,
): Promise<HashedEvent[]> {
  const { rows } = await tx.execute<{ id: string; columns: (string | null)[] }>(sql`
    select id::text, array[${hashedColumns}] as columns from audit_entries
    where id <= ${through} ${after === null ? sql`` : sql`and id > ${after}`} order by audit_entries.id limit ${most}`);
  return rows.map(({ id, columns }) => ({ id: Number(id), hash: sha256(JSON.stringify(columns)) }));
}

export function listHashOf(events: readonly HashedEvent[]): Buffer {
  const hash = createHash('sha256');
  for (const { id, hash: own } of events) hash.update(`${id}:`).update(own);
  return hash.digest();
}

/** Over everything a segment contains, and the segment before it. */
export const sealHashOf = (seal: Omit<Seal, 'hash' | 'signature'>): Buffer =>
  sha256(
    JSON.stringify([
      'audit segment',
      seal.number,
      seal.throughId,
      seal.eventCount,
      seal.listHash.toString('hex'),
      seal.previousHash.toString('hex'),
      seal.sealedAt.toISOString(),
      seal.keyId,
    ]),
  );

/** What the signature of a removal covers. */
export const removalText = (seal: Pick<Seal, 'number' | 'hash'>, removedAt: Date, keyId: string): Buffer =>
  Buffer.from(
    JSON.stringify(['audit removal', seal.number, seal.hash.toString('hex'), removedAt.toISOString(), keyId]),
  );

export const lastSeal = async (tx: Transaction): Promise<Seal | undefined> =>
  (await tx.select().from(auditSeals).orderBy(desc(auditSeals.number)).limit(1))[0];
