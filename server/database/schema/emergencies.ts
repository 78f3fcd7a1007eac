import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { EmergencyOrganization } from '../../../shared/rules/emergency.ts';

/** Public health emergencies (spec 1 section 3). */
export const emergencies = pgTable(
  'emergencies',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    /** First day on which it is disabled; null while no end is known. */
    disabledDate: date(),
    /** Day since which it is active: it was added, or enabled again. */
    startDate: date().notNull(),
    organizations: jsonb().$type<readonly EmergencyOrganization[]>().notNull(),
    /** Name and organizations in lower case, for the search (shared/rules/emergency.ts). */
    searchText: text().notNull(),
    /** When the audit trail recorded that it is disabled: by a user, or by the job at its disabled date. */
    disabledAt: timestamp({ withTimezone: true }),
    createDate: timestamp({ withTimezone: true }).notNull().defaultNow(),
    version: integer().notNull().default(1),
  },
  (t) => [
    // A name may have 1000 characters, more than an index takes.
    uniqueIndex('emergencies_name').on(sql`md5(lower(name))`),
    index('emergencies_search').using('gin', sql`search_text gin_trgm_ops`),
    index('emergencies_due').on(t.disabledDate).where(sql`disabled_at is null`),
  ],
);

/** Organizations that the interoperability network knows as those of emergencies, by their OID (spec 1 section 7). */
export const knownOrganizations = pgTable('emergency_organizations', {
  oid: text().primaryKey(),
  name: text().notNull(),
  createDate: timestamp({ withTimezone: true }).notNull().defaultNow(),
  version: integer().notNull().default(1),
});
