import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** What organizations point at: networks, resellers, plans, brands, types, specialties, reserved words (spec 1 sections 2 and 3). */

export const networks = pgTable('networks', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
  isEnabled: boolean().notNull().default(true),
  createDate: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** `type` is the number of the spec: Affiliate 0, Licensing 1. */
export const resellers = pgTable('resellers', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
  type: integer().notNull(),
  urlCode: text().notNull().unique(),
  color: text().notNull(),
});

/** `allowedUsers` -1 means unlimited. `resellerId` is set on the plans a licensing reseller sells. */
export const plans = pgTable('plans', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
  tierCode: text().notNull(),
  allowedUsers: integer().notNull(),
});

/** `connectionName` names the single sign-on connection of the brand; null means password login. */
export const brands = pgTable('brands', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
  appUrl: text().notNull(),
  connectionName: text(),
  primaryColor: text().notNull(),
  supportEmail: text().notNull(),
});

export const organizationTypes = pgTable('organization_types', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
});

export const organizationSpecialties = pgTable('organization_specialties', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
});

export const reservedWords = pgTable('reserved_words', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
  isProfanity: boolean().notNull().default(false),
});
