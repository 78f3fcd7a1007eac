import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, number, when } from '../columns.ts';

/**
 * What the dashboard counts, by 10 minutes: rows of `traffic_changes` folded together. Both added up are exact at any time, and
 * writers never wait for each other. `kind`: message, workflow, conversion; `outcome` what became of it.
 */
export const trafficBuckets = pgTable(
  'traffic_buckets',
  {
    bucket: when().notNull(),
    kind: text().notNull(),
    channel: text().notNull(),
    direction: text().notNull(),
    type: text().notNull(),
    outcome: text().notNull(),
    count: number().notNull(),
  },
  (t) => [primaryKey({ columns: [t.bucket, t.kind, t.channel, t.direction, t.type, t.outcome] })],
);
export const trafficChanges = pgTable('traffic_changes', {
  id: number().primaryKey().generatedByDefaultAsIdentity(),
  bucket: when().notNull(),
  kind: text().notNull(),
  channel: text().notNull(),
  direction: text().notNull(),
  type: text().notNull(),
  outcome: text().notNull(),
  /** +1 where one enters this outcome, -1 where it leaves it. */
  sign: integer().notNull(),
});

export const alertRules = pgTable('alert_rules', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  alertType: text().notNull(),
  channel: text(),
  direction: text(),
  threshold: integer().notNull(),
  windowMinutes: integer().notNull(),
  minimumMessages: integer().notNull().default(1),
  severity: text().notNull(),
  isEnabled: boolean().notNull().default(true),
  version: integer().notNull().default(1),
});

export const systemAlerts = pgTable(
  'system_alerts',
  {
    id: uuid().primaryKey(),
    ruleId: uuid()
      .notNull()
      .references(() => alertRules.id),
    createdAt: when().notNull().defaultNow(),
    status: text().notNull(),
    name: text().notNull(),
    link: text().notNull(),
    alertType: text().notNull(),
    state: text().notNull().default('open'),
    channel: text(),
    direction: text(),
    value: integer().notNull(),
    threshold: integer().notNull(),
    owner: text(),
    note: text(),
    acknowledgedAt: when(),
    resolvedAt: when(),
    /** Since when its rule finds no cause; it resolves when that is found again. */
    calmSince: when(),
    version: integer().notNull().default(1),
  },
  (t) => [
    index('system_alerts_created').on(t.createdAt),
    // One unresolved alert for a rule and what it is about.
    uniqueIndex('system_alerts_open')
      .on(t.ruleId, sql`coalesce(channel, '')`, sql`coalesce(direction, '')`)
      .where(sql`state <> 'resolved'`),
  ],
);

/** Processes that work off the queue, as the worker statistics show them; a row is refreshed every few seconds. */
export const workerProcesses = pgTable('worker_processes', {
  id: text().primaryKey(),
  host: text().notNull(),
  startedAt: when().notNull(),
  lastSeenAt: when().notNull(),
  running: integer().notNull().default(0),
  done: number().notNull().default(0),
  failed: number().notNull().default(0),
  threadsBusy: integer().notNull().default(0),
  threadsTotal: integer().notNull().default(0),
  threadsWaiting: integer().notNull().default(0),
});

/** Large packets of the live hubs between servers (name and columns as @socket.io/postgres-adapter wants them). */
export const hubAttachments = pgTable('socket_io_attachments', {
  id: number().primaryKey().generatedByDefaultAsIdentity(),
  createdAt: when().defaultNow(),
  payload: bytea(),
});

/**
 * What the inspector counts messages under: rows of `message_count_changes`, left by triggers (migration 0008), folded together by the
 * hour and over all time (bucket -infinity), by sender and by recipient. Both added up are exact at any time (server/odata/messageCounts.ts).
 */
export const messageCountChanges = pgTable('message_count_changes', {
  id: number().primaryKey().generatedByDefaultAsIdentity(),
  bucket: when().notNull(),
  type: integer().notNull(),
  channel: text().notNull(),
  status: integer().notNull(),
  isDraft: boolean().notNull(),
  sender: text().notNull(),
  mailTo: text().notNull(),
  count: number().notNull(),
});
export const messageCounts = pgTable(
  'message_counts',
  {
    bucket: when().notNull(),
    type: integer().notNull(),
    channel: text().notNull(),
    status: integer().notNull(),
    isDraft: boolean().notNull(),
    count: number().notNull(),
  },
  (t) => [primaryKey({ columns: [t.bucket, t.type, t.channel, t.status, t.isDraft] })],
);
export const messageSenderCounts = pgTable(
  'message_sender_counts',
  { sender: text().notNull(), isDraft: boolean().notNull(), count: number().notNull() },
  (t) => [
    primaryKey({ columns: [t.sender, t.isDraft] }),
    index('message_sender_counts_trgm').using('gin', sql`lower(${t.sender}) gin_trgm_ops`),
  ],
);
export const messageRecipientCounts = pgTable(
  'message_recipient_counts',
  { mailTo: text().notNull(), isDraft: boolean().notNull(), count: number().notNull() },
  (t) => [
    // All recipients of a message are one text, longer than a key of an index may be: 128 bits of it tell them apart.
    uniqueIndex('message_recipient_counts_key').on(
      sql`hashtextextended(${t.mailTo}, 0)`,
      sql`hashtextextended(${t.mailTo}, 1)`,
      t.isDraft,
    ),
    index('message_recipient_counts_trgm').using('gin', sql`lower(${t.mailTo}) gin_trgm_ops`),
  ],
);
