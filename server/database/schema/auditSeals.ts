import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { bytea, number } from '../columns.ts';

/**
 * Segments of the audit trail, chained by their hashes and signed (quality AD-3). A segment has the events with ids above `throughId` of
 * the segment before it, up to its own. The application's account adds and reads these rows, and can do nothing else to them.
 */
export const auditSeals = pgTable('audit_seals', {
  /** From 1, without a gap. */
  number: number().primaryKey(),
  throughId: number().notNull(),
  eventCount: integer().notNull(),
  /** Of the rows in `audit_seal_events`, so that a segment is verifiable after its events were removed. */
  listHash: bytea().notNull(),
  previousHash: bytea().notNull(),
  hash: bytea().notNull(),
  sealedAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  keyId: text().notNull(),
  signature: bytea().notNull(),
});

/** The events of each segment: ids and hashes (32 bytes each), in the order of the ids. They name the event that was tampered with. */
export const auditSealEvents = pgTable('audit_seal_events', {
  number: number()
    .primaryKey()
    .references(() => auditSeals.number),
  eventIds: bigint({ mode: 'number' }).array().notNull(),
  eventHashes: bytea().notNull(),
});

/** Signed records of the removal of old segments: the events up to this segment are gone on purpose. */
export const auditRemovals = pgTable('audit_removals', {
  throughNumber: number().primaryKey(),
  removedAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  keyId: text().notNull(),
  signature: bytea().notNull(),
});
