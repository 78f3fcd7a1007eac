import { sql } from 'drizzle-orm';
import { boolean, customType, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** What organizations point at: networks, resellers, plans, brands, types, specialties, reserved words (spec 1 sections 2 and 3). */

export const networks = pgTable('networks', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
  isEnabled: boolean().notNull().default(true),
  /** Ids of the features the network has. */
  enabledFeatures: text().array().notNull().default(sql`'{}'`),
  /** The service account of the network; null while it has none. */
  serviceClientId: text().unique(),
  serviceEnabled: boolean().notNull().default(false),
  serviceAddresses: text().array().notNull().default(sql`'{}'`),
  createDate: timestamp({ withTimezone: true }).notNull().defaultNow(),
  version: integer().notNull().default(1),
});

/** `type` is the number of the spec: Affiliate 0, Licensing 1. */
export const resellers = pgTable('resellers', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
  type: integer().notNull(),
  urlCode: text().notNull().unique(),
  color: text().notNull(),
  /** Organizations of the reseller agree to its own terms instead of the platform's (spec 2 section 2). */
  bypassTos: boolean().notNull().default(false),
  /** Those terms, sanitised. */
  termsHtml: text(),
  /** The logo. */
  fileName: text(),
  fileType: text(),
  file: bytea(),
  version: integer().notNull().default(1),
});

/** `allowedUsers` -1 means unlimited. */
export const plans = pgTable('plans', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
  tierCode: text().notNull(),
  allowedUsers: integer().notNull(),
  version: integer().notNull().default(1),
});

/** `connectionName` names the single sign-on connection of the brand; null means password login. */
export const brands = pgTable('brands', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
  appUrl: text().notNull(),
  connectionName: text(),
  primaryColor: text().notNull(),
  supportEmail: text().notNull(),
  /** Terms of use shown to the brand's people, sanitised; null means the platform's. */
  termsHtml: text(),
  version: integer().notNull().default(1),
});

/** What can be switched on for organizations and networks; the id is the name of the toggle. */
export const features = pgTable('features', {
  id: text().primaryKey(),
  name: text().notNull(),
  description: text().notNull(),
  isEnabled: boolean().notNull().default(true),
  /** Offered to organizations; the others are the platform's or a network's own (spec 1 section 6). */
  isOrganizationFeature: boolean().notNull().default(true),
});

/** Who carries direct messages and faxes; `type` is `DirectMessaging` or `Fax` (spec 1 section 7). */
export const documentSourceProviders = pgTable('document_source_providers', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
  type: text().notNull(),
});

export const organizationTypes = pgTable('organization_types', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
});

export const organizationSpecialties = pgTable('organization_specialties', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
  version: integer().notNull().default(1),
});

export const reservedWords = pgTable('reserved_words', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
  isProfanity: boolean().notNull().default(false),
});
