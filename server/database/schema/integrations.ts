import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { when } from '../columns.ts';
import { integrations } from './lookups.ts';
import { organizations } from './organizations.ts';

/** Which organizations may use which integration; without an organization every one may. See allowedIntegration.ts. */
export const integrationWhitelist = pgTable(
  'integration_whitelist',
  {
    id: uuid().primaryKey(),
    integrationId: uuid()
      .notNull()
      .references(() => integrations.id, { onDelete: 'cascade' }),
    organizationId: uuid().references(() => organizations.id, { onDelete: 'cascade' }),
    note: text(),
    isEnabled: boolean().notNull().default(true),
    createdAt: when().notNull().defaultNow(),
    createdBy: text().notNull(),
    modifiedAt: when().notNull().defaultNow(),
    modifiedBy: text().notNull(),
    version: integer().notNull().default(1),
    /** Order of the list: names of integration and organization in lower case, filled by triggers (migration 0028). */
    sortKey: text().notNull().default(''),
    /** What the search box looks in: both names and the note, kept apart so that no match spans two. */
    searchText: text().notNull().generatedAlwaysAs(sql`sort_key || chr(31) || lower(coalesce(note, ''))`),
  },
  (t) => [
    index('integration_whitelist_by_name').on(t.sortKey, t.id),
    index('integration_whitelist_search').using('gin', sql`${t.searchText} gin_trgm_ops`),
    unique('integration_whitelist_pair').on(t.integrationId, t.organizationId).nullsNotDistinct(),
    index('integration_whitelist_enabled').on(t.integrationId, t.organizationId).where(sql`is_enabled`),
    index('integration_whitelist_organization').on(t.organizationId).where(sql`organization_id is not null`),
  ],
);
