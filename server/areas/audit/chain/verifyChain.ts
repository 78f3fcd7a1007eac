import { asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { AuditProblem } from '../../../../shared/contract/auditChain.ts';
import { auditRemovals, auditSealEvents, auditSeals } from '../../../database/schema/auditSeals.ts';
import { auditEntries } from '../../../database/schema/records.ts';
import type { Transaction } from '../../../database/transaction.ts';
import {
  hashBytes,
  type HashedEvent,
  hashedEvents,
  isSignedSeal,
  type KnownSeal,
  lastSeal,
  listHashOf,
  noHash,
  removalText,
  type Seal,
} from './segments.ts';
import type { SealKeys } from './sealKeys.ts';

export interface ChainPart {
  /** Segments and events that were verified. */
  readonly segments: number;
  readonly events: number;
  readonly problem: AuditProblem | null;
  readonly last: Seal | undefined;
  /** Where the next part begins; null at the end of the chain. */
  readonly next: number | null;
}

const maxSegments = 500;
const maxEvents = 50_000;

/**
 * Verifies the segments from number `from` on, about 50,000 events at a time, and stops at the first problem. The result holds for the
 * snapshot of the transaction.
 */
export async function verifyChain(
  tx: Transaction,
  keys: SealKeys,
  from: number,
  known: readonly KnownSeal[],
): Promise<ChainPart> {
  const removal = await removalOf(tx, keys);
  let previous = from > 1 ? await sealOf(tx, from - 1) : undefined;
  let segments = 0;
  let events = 0;
  const end = (problem: AuditProblem | null, next: number | null): ChainPart => ({
    segments,
    events,
    problem,
    last: previous,
    next,
  });
  if (removal.problem) return end(removal.problem, null);
  const seals = await tx
    .select()
    .from(auditSeals)
    .where(gt(auditSeals.number, from - 1))
    .orderBy(asc(auditSeals.number))
    .limit(maxSegments);
  for (const seal of seals) {
    const expected = (previous?.number ?? 0) + 1;
    const first = firstIdAfter(previous);
    if (seal.number !== expected) return end(missingSegment(expected, first), null);
    const isOwn =
      seal.previousHash.equals(previous?.hash ?? noHash) &&
      isSignedSeal(seal, keys) &&
      known.every(({ number, hash }) => number !== seal.number || hash === seal.hash.toString('hex'));
    if (!isOwn) return end({ kind: 'segmentChanged', segment: seal.number, eventId: first }, null);
    const isRemoved = seal.number <= removal.through;
    const problem = isRemoved ? null : await segmentProblem(tx, previous, seal);
    if (problem) return end(problem, null);
    segments += 1;
    events += isRemoved ? 0 : seal.eventCount;
    previous = seal;
    if (events >= maxEvents) return end(null, seal.number + 1);
  }
  if (seals.length === maxSegments) return end(null, (previous?.number ?? 0) + 1);
  return end(await endProblem(tx, previous, removal.throughId, known), null);
}

/** Events behind the last segment. */
export async function unsealedEvents(tx: Transaction): Promise<number> {
  const last = await lastSeal(tx);
  return tx.$count(auditEntries, gt(auditEntries.id, last?.throughId ?? 0));
}

const sealOf = async (tx: Transaction, number: number): Promise<Seal | undefined> =>
  (await tx.select().from(auditSeals).where(eq(auditSeals.number, number)))[0];

/** The first id that the segment after this one can have. */
const firstIdAfter = (seal: Seal | undefined): number => (seal?.throughId ?? 0) + 1;

const missingSegment = (segment: number, eventId: number): AuditProblem => ({
  kind: 'segmentMissing',
  segment,
  eventId,
});

/** The newest record of removed segments; a problem where its signature is not ours. */
async function removalOf(tx: Transaction, keys: SealKeys) {
  const [removal] = await tx.select().from(auditRemovals).orderBy(desc(auditRemovals.throughNumber)).limit(1);
  if (!removal) return { through: 0, throughId: null, problem: null };
  const seal = await sealOf(tx, removal.throughNumber);
  if (seal && keys.verify(removal.keyId, removalText(seal, removal.removedAt, removal.keyId), removal.signature))
    return { through: removal.throughNumber, throughId: seal.throughId, problem: null };
  return {
    through: 0,
    throughId: null,
    problem: { kind: 'removalChanged', segment: removal.throughNumber, eventId: 1 } as const,
  };
}

/** Compares the events of a segment with those that were sealed. */
async function segmentProblem(tx: Transaction, previous: Seal | undefined, seal: Seal): Promise<AuditProblem | null> {
  const present = await hashedEvents(tx, previous?.throughId ?? null, seal.throughId, seal.eventCount + 1);
  const [list] = await tx.select().from(auditSealEvents).where(eq(auditSealEvents.number, seal.number));
  const sealed = (list?.eventIds ?? []).map((id, index) => ({
    id,
    hash: list?.eventHashes.subarray(index * hashBytes, (index + 1) * hashBytes) ?? noHash,
  }));
  // A list that was changed as well cannot tell which of its events are as they were sealed.
  if (sealed.length !== seal.eventCount || !listHashOf(sealed).equals(seal.listHash))
    return { kind: 'segmentChanged', segment: seal.number, eventId: firstIdAfter(previous) };
  const problem = difference(sealed, present);
  return problem && { ...problem, segment: seal.number };
}

/** The first event, in the order of the ids, that differs. */
function difference(
  sealed: readonly HashedEvent[],
  present: readonly HashedEvent[],
): Pick<AuditProblem, 'kind' | 'eventId'> | null {
  for (let index = 0; index < Math.max(sealed.length, present.length); index++) {
    const before = sealed[index];
    const now = present[index];
    if (before && (!now || now.id > before.id)) return { kind: 'eventMissing', eventId: before.id };
    if (now && (!before || now.id < before.id)) return { kind: 'eventAdded', eventId: now.id };
    if (before && now && !before.hash.equals(now.hash)) return { kind: 'eventChanged', eventId: now.id };
  }
  return null;
}

/** What is wrong behind the last segment: later ones that are known from outside, and events with ids that were never given out. */
async function endProblem(
  tx: Transaction,
  last: Seal | undefined,
  removedThrough: number | null,
  known: readonly KnownSeal[],
): Promise<AuditProblem | null> {
  const number = last?.number ?? 0;
  if (known.some((seal) => seal.number > number)) return missingSegment(number + 1, firstIdAfter(last));
  const { rows } = await tx.execute<{ id: string | null }>(sql`
    select min(id)::text as id from ${auditEntries}
    where id > (select last_value from audit_entries_id_seq) or id <= ${removedThrough ?? 0}`);
  const id = rows[0]?.id;
  return id ? { kind: 'eventAdded', segment: number + 1, eventId: Number(id) } : null;
}
