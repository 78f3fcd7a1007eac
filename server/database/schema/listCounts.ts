import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';

/** What the rows of a list are filtered by: `{ isEnabled: true, roleName: "User" }`. */
export type CountKey = Readonly<Record<string, boolean | number | string>>;

/** Number of rows of a list for each combination of what it is filtered by, without the changes that are not added yet. */
export const listCounts = pgTable(
  'list_counts',
  {
    list: text().notNull(),
    key: jsonb().$type<CountKey>().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.list, t.key] }),
    index('list_counts_webhook').on(sql`(key ->> 'webhookId')`).where(sql`list = 'webhookDeliveries'`),
  ],
);

/** Transaction that last folded changes of a list into its numbers, or emptied it. */
export const listCountFolds = pgTable('list_count_folds', {
  list: text().primaryKey(),
  xid: bigint({ mode: 'bigint' }).notNull(),
});

/** Changes of these numbers and of the searched texts, each written by the transaction that makes it. */
export const listCountChanges = pgTable('list_count_changes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  list: text().notNull(),
  key: jsonb().$type<CountKey>().notNull(),
  /** 0: only a searched text changed. */
  sign: integer().notNull(),
  /** Transaction that made the change. */
  xid: bigint({ mode: 'bigint' }).notNull().default(sql`pg_current_xact_id()::text::bigint`),
});
