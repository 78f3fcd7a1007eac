import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';
import { users } from './people.ts';

/**
 * API calls of an organization while its capture is on (spec 1 section 4). Values are masked before they are stored; rows end at
 * `expiresAt`.
 */
export const apiCaptures = pgTable(
  'api_captures',
  {
    id: uuid().primaryKey(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    actorName: text().notNull(),
    method: text().notNull(),
    /** The route, with placeholders where ids were. */
    route: text().notNull(),
    status: integer().notNull(),
    durationMs: integer().notNull(),
    requestId: text().notNull(),
    /** Names with masked values. */
    query: jsonb().$type<unknown>(),
    requestBody: jsonb().$type<unknown>(),
    responseBody: jsonb().$type<unknown>(),
  },
  (t) => [
    index('api_captures_organization').on(t.organizationId, t.at, t.id),
    index('api_captures_expires').on(t.expiresAt),
  ],
);

/** Settings of the web application that follow a person to every machine: columns, saved views. */
export const userPreferences = pgTable(
  'user_preferences',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    value: jsonb().$type<unknown>().notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] })],
);
