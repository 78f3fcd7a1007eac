import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { resellers } from './lookups.ts';
import { organizations } from './organizations.ts';

/** License agreements by brand, type and version; `html` is kept sanitised (spec 2 section 3). */
export const eulas = pgTable(
  'eulas',
  {
    id: uuid().primaryKey(),
    version: text().notNull(),
    /** Empty for the agreement of brands without one of their own. */
    brandName: text().notNull(),
    type: text().notNull().default('EULA'),
    fileName: text().notNull(),
    html: text().notNull(),
    isActive: boolean().notNull().default(false),
    createdBy: text().notNull(),
    createDate: timestamp({ withTimezone: true }).notNull().defaultNow(),
    activatedDate: timestamp({ withTimezone: true }),
    recordVersion: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('eulas_version').on(sql`lower(brand_name)`, t.type, t.version),
    uniqueIndex('eulas_active').on(sql`lower(brand_name)`, t.type).where(sql`is_active`),
  ],
);

/** Which organization accepted which agreement, by whom and when. */
export const eulaAcceptances = pgTable(
  'eula_acceptances',
  {
    eulaId: uuid()
      .notNull()
      .references(() => eulas.id),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: uuid().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.eulaId, t.organizationId] })],
);

/** Which organization accepted its reseller's terms. */
export const resellerAcceptances = pgTable(
  'reseller_acceptances',
  {
    resellerId: uuid()
      .notNull()
      .references(() => resellers.id, { onDelete: 'cascade' }),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: uuid().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.resellerId, t.organizationId] })],
);
