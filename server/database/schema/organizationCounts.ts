import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';

/** What the organization list is filtered by, besides its search text. */
const countedColumns = () => ({
  isCanceling: boolean().notNull(),
  isActivated: boolean().notNull().default(false),
  isEnabled: boolean().notNull().default(true),
  apiCapture: boolean().notNull().default(false),
  hasConnection: boolean().notNull().default(false),
  brandId: uuid(),
  planId: uuid(),
});

/**
 * Every change of what the organization list counts: +1 when a row with these values appears, -1 when it goes.
 * An exact total is a count kept with its snapshot plus the rows here that the snapshot did not see.
 */
export const organizationCountChanges = pgTable(
  'organization_count_changes',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** Transaction that made the change (`pg_current_xact_id()`). */
    xid: bigint({ mode: 'bigint' }).notNull(),
    sign: integer().notNull(),
    searchText: text().notNull(),
    ...countedColumns(),
    typeId: uuid(),
    specialtyId: uuid(),
    networkId: uuid(),
    resellerId: uuid(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('organization_count_changes_xid').on(t.xid)],
);

/**
 * One row: changes of transactions below `prunedBelow` are gone from organization_count_changes, so a count whose snapshot
 * reaches further back is worthless. `candidate` is the oldest running transaction at `candidateAt`: the next bound to prune to.
 */
export const organizationCountHorizon = pgTable('organization_count_horizon', {
  id: integer().primaryKey(),
  prunedBelow: bigint({ mode: 'bigint' }).notNull(),
  candidate: bigint({ mode: 'bigint' }).notNull(),
  candidateAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** One row: how many organizations carry each one- or two-letter text, counted in one pass under `snapshot`. */
export const organizationGramCounts = pgTable('organization_gram_counts', {
  id: integer().primaryKey(),
  /** `pg_current_snapshot()` of the count. */
  snapshot: text().notNull(),
  counts: jsonb().$type<Record<string, number>>().notNull(),
  countedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/**
 * Numbers of organizations by the counted columns, for one dimension at a time: all, type, specialty, network or reseller. Of the same
 * snapshot as `organization_gram_counts`.
 */
export const organizationFilterCounts = pgTable(
  'organization_filter_counts',
  {
    dimension: text().notNull(),
    /** Null in the dimension `all`. */
    dimensionId: uuid(),
    ...countedColumns(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    unique('organization_filter_counts_key')
      .on(
        t.dimension,
        t.dimensionId,
        t.isCanceling,
        t.isActivated,
        t.isEnabled,
        t.apiCapture,
        t.hasConnection,
        t.brandId,
        t.planId,
      )
      .nullsNotDistinct(),
  ],
);
