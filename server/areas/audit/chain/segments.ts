import { createHash } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import { auditSeals } from '../../../database/schema/auditSeals.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { SealKeys } from './sealKeys.ts';

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

/** Whether the segment contains what was sealed, by a key of this installation. */
export const isSignedSeal = (seal: Seal, keys: SealKeys): boolean =>
  seal.hash.equals(sealHashOf(seal)) && keys.verify(seal.keyId, seal.hash, seal.signature);

/** What the signature of a removal covers. */
export const removalText = (seal: Pick<Seal, 'number' | 'hash'>, removedAt: Date, keyId: string): Buffer =>
  Buffer.from(
    JSON.stringify(['audit removal', seal.number, seal.hash.toString('hex'), removedAt.toISOString(), keyId]),
  );

/** A segment that is known from outside the database: it has to be part of the chain. */
export interface KnownSeal {
  readonly number: number;
  /** Hexadecimal. */
  readonly hash: string;
}

export const hasSegment = async (tx: Transaction, { number, hash }: KnownSeal): Promise<boolean> =>
  (await tx.$count(auditSeals, and(eq(auditSeals.number, number), eq(auditSeals.hash, Buffer.from(hash, 'hex'))))) > 0;

export const lastSeal = async (tx: Transaction): Promise<Seal | undefined> =>
  (await tx.select().from(auditSeals).orderBy(desc(auditSeals.number)).limit(1))[0];
