import { sql } from 'drizzle-orm';
import { boolean, customType, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { PlanFeature } from '../../../shared/rules/plan.ts';
import type { OnboardingFlow } from '../../../shared/rules/legacyProofing.ts';
import { readingSql } from '../lookAlike.ts';

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** What organizations point at: networks, resellers, plans, brands, types, specialties, reserved words; and the apps (spec 1 sections 2 and 3). */

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
  /** Price of a month in cents of US dollars. */
  monthlyPriceCents: integer().notNull().default(0),
  /** What the plan includes (shared/rules/plan.ts: planFeatures). */
  features: text().array().$type<PlanFeature[]>().notNull().default(sql`'{}'`),
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
  /** How administrators of its organizations are onboarded. */
  onboardingFlow: text().$type<OnboardingFlow>().notNull().default('standard'),
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

/** Words that no subdomain may be or look like, in lower case. */
export const reservedWords = pgTable(
  'reserved_words',
  {
    id: uuid().primaryKey(),
    name: text().notNull().unique(),
    profanity: boolean('is_profanity').notNull().default(false),
    /** How the word is read; names with the same reading look alike. */
    reading: text().notNull().generatedAlwaysAs(readingSql('name')),
    version: integer().notNull().default(1),
  },
  (t) => [
    index('reserved_words_name').on(t.name, t.id, t.profanity),
    index('reserved_words_reading').on(t.reading),
    index('reserved_words_search').using('gin', sql`name gin_trgm_ops`),
  ],
);

export const apps = pgTable(
  'apps',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    version: integer().notNull().default(1),
  },
  (t) => [
    index('apps_name').on(sql`lower(name)`, t.id),
    index('apps_search').using('gin', sql`lower(name) gin_trgm_ops`),
  ],
);
/**
 * Kinds of record systems that the platform can connect, as a release brings them (migration 0025); `type` is the key that
 * `organization_integrations` refers to (spec 3 section 3).
 */
export const integrations = pgTable('integrations', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
  type: text().notNull().unique(),
  capabilities: text().array().notNull().default(sql`'{}'`),
});
