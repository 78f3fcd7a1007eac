import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * Plans of bulk changes that were approved or used; a row appears with the first of the two and stays, so that no plan is ever used
 * twice. Plans themselves lie where they were made.
 */
export const bulkPlans = pgTable(
  'bulk_plans',
  {
    id: uuid().primaryKey(),
    /** SHA-256 the plan ends with: over all that stands in it. */
    sha256: text().notNull(),
    action: text().notNull(),
    /** Rows of the plan. */
    rowCount: integer().notNull(),
    /** Subject of whoever made it. */
    createdBy: text().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    approvedBy: text(),
    approvedByName: text(),
    approvedAt: timestamp({ withTimezone: true }),
    usedBy: text(),
    usedByName: text(),
    usedAt: timestamp({ withTimezone: true }),
    runId: text(),
  },
  (t) => [index('bulk_plans_run').on(t.runId)],
);
