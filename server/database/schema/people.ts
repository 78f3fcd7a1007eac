import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';
import { networks } from './lookups.ts';

/** Accounts of the platform: administrators, organization administrators and users (spec 1 section 3, spec 2 section 3). */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** An e-mail address; the sign-in name, unique without regard to case. */
    userName: text().notNull(),
    /** SysAdmin, SysAdminReporting, Administrator or User. */
    role: text().notNull(),
    jobTitle: text(),
    phone: text(),
    /** `$argon2id$…` with its parameters, or of earlier releases `scrypt$N$r$p$salt$hash`; null for accounts that only sign in through a connection. */
    passwordHash: text(),
    isEnabled: boolean().notNull().default(true),
    /** Made by the demo data; refused when NODE_ENV is production. */
    isDemo: boolean().notNull().default(false),
    /** The organization the person works in now; null for platform administrators. */
    organizationId: uuid().references(() => organizations.id, { onDelete: 'set null' }),
    /** Set when the person administers a network. */
    networkId: uuid().references(() => networks.id),
    createDate: timestamp({ withTimezone: true }).notNull().defaultNow(),
    lastLoginDate: timestamp({ withTimezone: true }),
  },
  (t) => [
    uniqueIndex('users_user_name').on(sql`lower(user_name)`),
    index('users_organization').on(t.organizationId),
    index('users_network').on(t.networkId).where(sql`network_id is not null`),
  ],
);

/** Which organizations a person may work in, and as what. */
export const organizationUsers = pgTable(
  'organization_users',
  {
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    isAdministrator: boolean().notNull().default(false),
    createDate: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.organizationId, t.userId] }), index('organization_users_user').on(t.userId)],
);
