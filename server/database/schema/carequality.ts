import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import type { DirectoryListing } from '../../../shared/rules/directoryEntry.ts';
import { organizations } from './organizations.ts';

const ofOrganization = () =>
  uuid()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/** Alternate requester OIDs of an organization; at most one is the default (spec 1 section 3). */
export const alternateOids = pgTable(
  'alternate_oids',
  {
    id: uuid().primaryKey(),
    organizationId: ofOrganization(),
    value: varchar({ length: 255 }).notNull(),
    isDefault: boolean().notNull().default(false),
    createDate: timestamp({ withTimezone: true }).notNull().defaultNow(),
    version: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('alternate_oids_value').on(t.organizationId, t.value),
    uniqueIndex('alternate_oids_default').on(t.organizationId).where(sql`is_default`),
    index('alternate_oids_by_value').on(t.value),
  ],
);

/**
 * Entry of an organization in the Carequality directory (spec 1 section 3). `oid` is what the contract calls `organizationId`, and
 * `parentOid` its `parentOrgId`: identifiers in the directory, not keys of this database.
 */
export const directoryEntries = pgTable(
  'directory_entries',
  {
    id: uuid().primaryKey(),
    organizationId: ofOrganization(),
    oid: varchar({ length: 255 }).notNull(),
    responderType: text().notNull(),
    homeCommunityId: text(),
    displayName: text().notNull(),
    legalName: text(),
    otherNames: text().array().notNull().default(sql`'{}'`),
    parentOid: text(),
    purposeOfUseCodes: text().array().notNull().default(sql`'{}'`),
    address: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    zipCode: text().notNull(),
    country: text().notNull().default('US'),
    isActive: boolean().notNull().default(true),
    /** What the directory said at the last import; what differs since then is drift. */
    imported: jsonb().$type<DirectoryListing>(),
    importedAt: timestamp({ withTimezone: true }),
    createDate: timestamp({ withTimezone: true }).notNull().defaultNow(),
    version: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('directory_entries_oid').on(t.organizationId, t.oid),
    index('directory_entries_parent').on(t.parentOid),
    index('directory_entries_by_oid').on(t.oid),
    index('directory_entries_search').using('gin', sql`(display_name || ' ' || oid) gin_trgm_ops`),
  ],
);
