import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgSequence, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { number, when } from '../columns.ts';
import { organizations } from './organizations.ts';

/** Order of events: a value of its own for each. */
export const webhookSequence = pgSequence('webhook_event_sequence');

/** Where events are posted to. Without an organization: a webhook of the platform, which gets the events of every organization. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid().primaryKey(),
    organizationId: uuid().references(() => organizations.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    url: text().notNull(),
    events: text().array().notNull().default(sql`'{}'`),
    authenticationType: text().notNull().default('none'),
    userName: text(),
    /** Password, token or signing secret, encrypted (server/identity/secrets). */
    secret: text(),
    isEnabled: boolean().notNull().default(true),
    /** Since when no delivery has succeeded. */
    failingSince: when(),
    disabledByFailuresAt: when(),
    createdAt: when().notNull().defaultNow(),
    createdBy: text().notNull(),
    modifiedAt: when().notNull().defaultNow(),
    modifiedBy: text().notNull(),
    version: integer().notNull().default(1),
  },
  (t) => [
    index('webhooks_by_name').on(sql`lower(name)`, t.id),
    index('webhooks_organization').on(t.organizationId),
    index('webhooks_failing').on(t.id).where(sql`failing_since is not null`),
    uniqueIndex('webhooks_name').on(
      sql`coalesce(organization_id, '00000000-0000-0000-0000-000000000000')`,
      sql`lower(name)`,
    ),
  ],
);

/** Events on their way to a webhook, written by the transaction of what happened: nothing is lost when the server ends. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid().primaryKey(),
    webhookId: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    eventId: uuid().notNull(),
    eventType: text().notNull(),
    sequence: number().notNull(),
    occurredAt: when().notNull().defaultNow(),
    organizationId: uuid(),
    /** Ids of the records, no other data. */
    data: jsonb().$type<Readonly<Record<string, string | number>>>().notNull(),
    status: text().notNull().default('Pending'),
    /** Attempts since it was sent or sent again; the attempts themselves have numbers that go on. */
    attempts: integer().notNull().default(0),
    nextAttemptAt: when(),
    completedAt: when(),
    responseStatus: integer(),
    error: text(),
  },
  (t) => [
    index('webhook_deliveries_webhook').on(t.webhookId, t.sequence),
    index('webhook_deliveries_sequence').on(t.sequence, t.id),
    index('webhook_deliveries_type').on(t.eventType, t.sequence, t.id),
    index('webhook_deliveries_not_delivered').on(t.status, t.sequence, t.id).where(sql`status <> 'Delivered'`),
    index('webhook_deliveries_open').on(t.webhookId, t.status).where(sql`status <> 'Delivered'`),
    index('webhook_deliveries_completed').on(t.completedAt),
  ],
);

export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: uuid().primaryKey(),
    deliveryId: uuid()
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    startedAt: when().notNull(),
    durationMs: integer().notNull(),
    requestHeaders: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    responseStatus: integer(),
    responseBody: text(),
    error: text(),
  },
  (t) => [index('webhook_attempts_delivery').on(t.deliveryId)],
);
