import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea } from '../columns.ts';
import { organizations } from './organizations.ts';
import { networks } from './lookups.ts';

/** Accounts of the platform: administrators, organization administrators and users (spec 1 section 3, spec 2 section 3). */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** An e-mail address; the sign-in name, unique without regard to case. `deleted:<id>` after a deletion, so that the name is free again. */
    userName: text().notNull(),
    /** The user name of a deleted user. */
    deletedUserName: text(),
    deletedAt: timestamp({ withTimezone: true }),
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
    /** Since when one-time codes are mailed at the sign-in; null where they are not. */
    mailCodesSince: timestamp({ withTimezone: true }),
    /** When the mail to create a password was last sent. */
    invitedAt: timestamp({ withTimezone: true }),
    /** One of identityProofStatuses (shared/rules/identityProofing.ts). */
    idProofStatus: text().notNull().default('Not_Id_Proofed'),
    version: integer().notNull().default(1),
    /** Orders of the list: without regard to case. */
    nameSort: text().notNull().generatedAlwaysAs(sql`lower(last_name) || chr(31) || lower(first_name)`),
    userNameSort: text().notNull().generatedAlwaysAs(sql`lower(coalesce(deleted_user_name, user_name))`),
    /** What the search box looks in: name and user name, kept apart so that no match spans both. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`lower(first_name) || ' ' || lower(last_name) || chr(31) || lower(coalesce(deleted_user_name, user_name))`,
      ),
  },
  (t) => [
    uniqueIndex('users_user_name').on(sql`lower(user_name)`),
    index('users_by_name').on(t.nameSort, t.id).where(sql`deleted_at is null`),
    index('users_by_user_name').on(t.userNameSort, t.id).where(sql`deleted_at is null`),
    index('users_by_role').on(t.role, t.nameSort, t.id).where(sql`deleted_at is null`),
    index('users_by_create_date').on(t.createDate, t.id).where(sql`deleted_at is null`),
    index('users_by_last_login').on(t.lastLoginDate.asc().nullsFirst(), t.id).where(sql`deleted_at is null`),
    index('users_enabled').on(t.nameSort, t.id).where(sql`deleted_at is null and is_enabled`),
    index('users_disabled').on(t.nameSort, t.id).where(sql`deleted_at is null and not is_enabled`),
    index('users_deleted').on(t.nameSort, t.id).where(sql`deleted_at is not null`),
    index('users_deleted_by_user_name').on(t.userNameSort, t.id).where(sql`deleted_at is not null`),
    index('users_deleted_by_role').on(t.role, t.nameSort, t.id).where(sql`deleted_at is not null`),
    index('users_deleted_by_create_date').on(t.createDate, t.id).where(sql`deleted_at is not null`),
    index('users_deleted_by_last_login')
      .on(t.lastLoginDate.asc().nullsFirst(), t.id)
      .where(sql`deleted_at is not null`),
    index('users_search').using('gin', sql`${t.searchText} gin_trgm_ops`),
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

/**
 * Who worked in an organization before, as they were called then: the list of deleted people of the organization. A user who comes back
 * leaves it.
 */
export const formerMembers = pgTable(
  'former_members',
  {
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    firstName: text().notNull(),
    lastName: text().notNull(),
    userName: text().notNull(),
    role: text().notNull(),
    createDate: timestamp({ withTimezone: true }).notNull(),
    removedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Where a user who had worked here until then works instead: only compared, so it may be an organization that was deleted. */
    worksIn: uuid(),
  },
  (t) => [primaryKey({ columns: [t.organizationId, t.userId] }), index('former_members_user').on(t.userId)],
);

/** The identity document of a user: an image or a PDF. One per user; a reset deletes it. The content is encrypted. */
export const idProofs = pgTable('id_proofs', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  fileName: text().notNull(),
  mediaType: text().notNull(),
  content: bytea().notNull(),
  uploadedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  uploadedBy: text().notNull(),
});
