import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { documentSourceProviders } from './lookups.ts';
import { organizations } from './organizations.ts';

const ofOrganization = () =>
  uuid()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/** The fax service an organization uses: `efax` or `westfax` (spec 3 section 7). One of each kind at most. */
export const faxAccounts = pgTable(
  'fax_accounts',
  {
    id: uuid().primaryKey(),
    organizationId: ofOrganization(),
    kind: text().notNull(),
    /** The service's own number of the account. */
    accountNumber: text().notNull(),
    displayName: text().notNull(),
    isEnabled: boolean().notNull().default(true),
    /** How long received faxes stay with the service, in days. */
    retentionDays: integer().notNull().default(30),
    lastSyncedAt: timestamp({ withTimezone: true }),
    createDate: timestamp({ withTimezone: true }).notNull().defaultNow(),
    version: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('fax_accounts_organization').on(t.organizationId, t.kind),
    uniqueIndex('fax_accounts_number').on(t.kind, sql`lower(account_number)`),
  ],
);

/**
 * Where documents of an organization come in and go out: direct addresses and fax numbers (spec 3 sections 2 and 3).
 * `status` is the number of spec 3 section 3 (Provisioning 0, Activated 1, …).
 */
export const documentSources = pgTable(
  'document_sources',
  {
    id: uuid().primaryKey(),
    organizationId: ofOrganization(),
    /** `DirectMessaging` or `Fax`. */
    type: text().notNull().default('DirectMessaging'),
    /** A direct address in lower case, or the digits of a fax number. */
    address: text().notNull().unique(),
    displayName: text().notNull(),
    providerId: uuid().references(() => documentSourceProviders.id),
    faxAccountId: uuid().references(() => faxAccounts.id, { onDelete: 'cascade' }),
    status: integer().notNull().default(1),
    isEnabled: boolean().notNull().default(true),
    createDate: timestamp({ withTimezone: true }).notNull().defaultNow(),
    version: integer().notNull().default(1),
    /** Name of the organization in lower case, filled by triggers (migration 0029). */
    organizationSort: text().notNull().default(''),
    /** What the search box looks in: address, display name and organization, kept apart so that no match spans two. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(sql`address || chr(31) || lower(display_name) || chr(31) || organization_sort`),
  },
  (t) => [
    index('document_sources_search').using('gin', sql`${t.searchText} gin_trgm_ops`),
    index('document_sources_organization').on(t.organizationId, t.type),
    // Migration 0039 adds what drizzle's schema has no name for: INCLUDE (search_text, id).
    index('document_sources_by_address').on(t.address),
    index('document_sources_type').on(t.type, t.address),
    index('document_sources_fax_account').on(t.faxAccountId),
  ],
);

/** Mail domains whose direct addresses an organization may have, besides the one made of its subdomain. */
export const organizationDomains = pgTable(
  'organization_domains',
  {
    id: uuid().primaryKey(),
    organizationId: ofOrganization(),
    /** In lower case. */
    domain: text().notNull().unique(),
    createDate: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('organization_domains_organization').on(t.organizationId)],
);

/** Recipients an organization keeps at hand: the saved Direct Addresses of spec 1 section 2. */
export const savedAddresses = pgTable(
  'saved_addresses',
  {
    id: uuid().primaryKey(),
    organizationId: ofOrganization(),
    address: text().notNull(),
    displayName: text().notNull(),
  },
  (t) => [uniqueIndex('saved_addresses_address').on(t.organizationId, t.address)],
);

/** The list of saved addresses is written as a whole; its version guards it. No row means version 0. */
export const savedAddressLists = pgTable('saved_address_lists', {
  organizationId: uuid()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  version: integer().notNull(),
});
