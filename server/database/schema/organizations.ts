import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { IdentityProofStatus } from '../../../shared/rules/identityProofing.ts';
import { readingSql } from '../lookAlike.ts';
import {
  brands,
  documentSourceProviders,
  integrations,
  networks,
  organizationSpecialties,
  organizationTypes,
  plans,
  resellers,
  reservedWords,
} from './lookups.ts';

/**
 * The organization record (spec 1 section 3). `orgId` is the number people read out on the telephone; `id` is the opaque key.
 * `isCanceling` is what the list toggle filters on: a cancellation is pending or done.
 */
export const organizations = pgTable(
  'organizations',
  {
    id: uuid().primaryKey(),
    orgId: bigint({ mode: 'number' }).notNull().unique().generatedByDefaultAsIdentity({ startWith: 10001 }),
    name: text().notNull(),
    /** Order of the list: names without regard to case. */
    nameSort: text().notNull().generatedAlwaysAs(sql`lower(name)`),
    subdomain: text(),
    networkId: uuid().references(() => networks.id),
    brandId: uuid().references(() => brands.id),
    resellerId: uuid().references(() => resellers.id),
    planId: uuid().references(() => plans.id),
    numberOfUsers: integer().notNull().default(1),
    typeId: uuid().references(() => organizationTypes.id),
    specialtyId: uuid().references(() => organizationSpecialties.id),
    npi: text(),
    homeCommunityId: text(),
    ssoUrl: text(),
    street: text(),
    city: text(),
    state: text(),
    zip: text(),
    country: text(),
    phone: text(),
    fax: text(),
    contactFirstName: text(),
    contactLastName: text(),
    contactTitle: text(),
    contactEmail: text(),
    contactPhone: text(),
    contactFax: text(),
    enabledFeatures: text().array().notNull().default(sql`'{}'`),
    purposeOfUseCodes: text().array().notNull().default(sql`'{}'`),
    isActivated: boolean().notNull().default(false),
    /** Where the proofing of its administrator's identity stands, and when the last verification was started. */
    idProofStatus: text().$type<IdentityProofStatus>().notNull().default('Not_Id_Proofed'),
    idProofAttemptAt: timestamp({ withTimezone: true }),
    isEnabled: boolean().notNull().default(true),
    apiCapture: boolean().notNull().default(false),
    cancelRequestedAt: timestamp({ withTimezone: true }),
    /** Last day of use. In the future: pending cancellation. Past: canceled. Null: not canceling. */
    cancelAt: timestamp({ withTimezone: true }),
    serviceAccountLimit: integer().notNull().default(0),
    carequalityIsParticipating: boolean().notNull().default(true),
    carequalityOid: text(),
    carequalityResponderType: text(),
    qhinIsParticipating: boolean().notNull().default(false),
    qhinName: text(),
    qhinEntityType: text(),
    qhinParticipantOid: text(),
    qhinParentOid: text(),
    directIsEnabled: boolean().notNull().default(true),
    directProviderId: uuid().references(() => documentSourceProviders.id),
    directMaxAddresses: integer().notNull().default(50),
    directRecordsName: text().notNull().default('records'),
    passwordSignIn: boolean().notNull().default(true),
    /** Whether a single sign-on connection of its own is enabled; a trigger of `sso_connections` writes it. */
    hasConnection: boolean().notNull().default(false),
    notificationEmails: text().array().notNull().default(sql`'{}'`),
    /** Its people may work from these addresses only; empty means from anywhere. */
    allowedIpAddresses: text().array().notNull().default(sql`'{}'`),
    createdBy: text().notNull(),
    createDate: timestamp({ withTimezone: true }).notNull().defaultNow(),
    modifiedBy: text().notNull(),
    modifiedDate: timestamp({ withTimezone: true }).notNull().defaultNow(),
    version: integer().notNull().default(1),
    /** What the list's search box looks in: name, subdomain, organization number, kept apart so that no match spans two. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(sql`lower(name) || chr(31) || lower(coalesce(subdomain, '')) || chr(31) || org_id::text`),
  },
  (t) => [
    uniqueIndex('organizations_subdomain').on(sql`lower(subdomain)`),
    index('organizations_subdomain_reading').on(readingSql('subdomain')),
    index('organizations_name').on(t.nameSort, t.id),
    index('organizations_canceling').on(t.nameSort, t.id).where(sql`cancel_at is not null`),
    index('organizations_search').using('gin', sql`search_text gin_trgm_ops`),
    index('organizations_npi').on(t.npi),
    index('organizations_network').on(t.networkId, t.nameSort, t.id),
    index('organizations_reseller').on(t.resellerId),
    index('organizations_plan').on(t.planId),
    index('organizations_brand').on(t.brandId),
    index('organizations_connection').on(t.nameSort, t.id).where(sql`has_connection`),
    index('organizations_specialty').on(t.specialtyId),
    index('organizations_carequality_oid').on(t.carequalityOid).where(sql`carequality_oid is not null`),
    index('organizations_qhin_parent_oid').on(t.qhinParentOid).where(sql`qhin_parent_oid is not null`),
    uniqueIndex('organizations_qhin_oid').on(t.qhinParticipantOid).where(sql`qhin_participant_oid is not null`),
  ],
);

/** Belongs to one organization and goes with it. */
const ofOrganization = () =>
  uuid()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/** Service account of an organization with the addresses it may call from (spec 1 section 2). */
export const serviceAccounts = pgTable(
  'service_accounts',
  {
    id: uuid().primaryKey(),
    organizationId: ofOrganization(),
    clientId: text().notNull().unique(),
    isEnabled: boolean().notNull().default(true),
    allowedAddressCount: integer().notNull().default(1),
    clientIpAddresses: text().array().notNull().default(sql`'{}'`),
  },
  (t) => [index('service_accounts_organization').on(t.organizationId)],
);

export const devices = pgTable(
  'devices',
  {
    id: uuid().primaryKey(),
    organizationId: ofOrganization(),
    name: text().notNull(),
    type: text().notNull(),
    serialNumber: text().notNull(),
    lastSeen: timestamp({ withTimezone: true }),
  },
  (t) => [index('devices_organization').on(t.organizationId)],
);

export const licenses = pgTable(
  'licenses',
  {
    id: uuid().primaryKey(),
    organizationId: ofOrganization(),
    name: text().notNull(),
    quantity: integer().notNull(),
    validFrom: timestamp({ withTimezone: true }).notNull(),
    validTo: timestamp({ withTimezone: true }),
  },
  (t) => [index('licenses_organization').on(t.organizationId)],
);

export const organizationIntegrations = pgTable(
  'organization_integrations',
  {
    id: uuid().primaryKey(),
    organizationId: ofOrganization(),
    name: text().notNull(),
    type: text()
      .notNull()
      .references(() => integrations.type),
    isConnected: boolean().notNull().default(false),
  },
  (t) => [
    index('organization_integrations_organization').on(t.organizationId),
    index('organization_integrations_type').on(t.type, t.organizationId),
  ],
);

/** One row for each organization and month: what the contacts and usage report counts. */
export const usageStatistics = pgTable(
  'usage_statistics',
  {
    id: uuid().primaryKey(),
    organizationId: ofOrganization(),
    month: timestamp({ withTimezone: true }).notNull(),
    messagesSent: integer().notNull().default(0),
    messagesReceived: integer().notNull().default(0),
    faxPages: integer().notNull().default(0),
  },
  (t) => [uniqueIndex('usage_statistics_organization').on(t.organizationId, t.month)],
);

/**
 * Organizations whose subdomain has the reading of a reserved word. Triggers keep it (migration 0028), because a report that looks up each of
 * 50,000 words takes 100 ms.
 */
export const reservedWordClashes = pgTable(
  'reserved_word_clashes',
  {
    wordId: uuid()
      .notNull()
      .references(() => reservedWords.id, { onDelete: 'cascade' }),
    organizationId: ofOrganization(),
  },
  (t) => [
    primaryKey({ columns: [t.wordId, t.organizationId] }),
    index('reserved_word_clashes_organization').on(t.organizationId),
  ],
);
