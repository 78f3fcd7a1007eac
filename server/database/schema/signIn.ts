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
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';
import { users } from './people.ts';

/**
 * Failed sign-ins in a row of an account or a machine client, and until when it is locked (spec 3 section 9: 3 failures, 10 minutes).
 * One row per client address, and one with the address `*` for all addresses together that the account has not signed in from.
 */
export const loginFailures = pgTable(
  'login_failures',
  {
    /** `user` or `client`. */
    kind: text().notNull().default('user'),
    /** The user name as typed, lower case, or the client id: unknown names lock like known ones. */
    userName: text().notNull(),
    address: text().notNull().default('*'),
    failures: integer().notNull().default(0),
    lockedUntil: timestamp({ withTimezone: true }),
    /** Identifies a lock: the mail with the unlock link is sent once for each. */
    lockId: uuid(),
    /** Rows without an attempt for a day are deleted. */
    lastFailureAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.userName, t.address] }), index('login_failures_lock').on(t.lockId)],
);

/** Client addresses from which an account or a machine client has signed in: attacks from other addresses do not lock it there. */
export const knownAddresses = pgTable(
  'known_addresses',
  {
    kind: text().notNull(),
    userName: text().notNull(),
    address: text().notNull(),
    lastUsedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.userName, t.address] }), index('known_addresses_used').on(t.lastUsedAt)],
);

/** Links that were mailed to the owners of locked accounts. Only the hash of the token is stored. */
export const unlockLinks = pgTable(
  'unlock_links',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    usedAt: timestamp({ withTimezone: true }),
  },
  (t) => [unique('unlock_links_token').on(t.tokenHash), index('unlock_links_user').on(t.userId, t.createdAt)],
);

/** Links that were mailed to users to create a password or a new one. Only the hash of the token is stored. */
export const passwordLinks = pgTable(
  'password_links',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `Invitation` or `Reset`. */
    purpose: text().notNull(),
    tokenHash: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    /** Links that ended stay for a while, so that their page says why they do not work any more. */
    usedAt: timestamp({ withTimezone: true }),
    replacedAt: timestamp({ withTimezone: true }),
  },
  (t) => [unique('password_links_token').on(t.tokenHash), index('password_links_user').on(t.userId)],
);

/** The new address that a user asked for, until the link that was mailed to it is used. Only the hash of the token is stored. */
export const emailLinks = pgTable(
  'email_links',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    tokenHash: text().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    /** Start of the hour in which `sent` links were mailed. */
    sentSince: timestamp({ withTimezone: true }).notNull(),
    sent: integer().notNull().default(1),
  },
  (t) => [unique('email_links_token').on(t.tokenHash)],
);

/** Authenticator apps of users: one-time codes by time (TOTP, RFC 6238) as the second step of a sign-in with a password. */
export const authenticators = pgTable('authenticators', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted with the key file (identity/secrets). */
  secret: text().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** Null until the user has entered a first code; codes are requested from then on. */
  confirmedAt: timestamp({ withTimezone: true }),
  /** Number of the 30-second interval of the last accepted code: each code is accepted once. */
  lastStep: bigint({ mode: 'number' }).notNull().default(0),
});

/** The one-time code that was mailed to a user last; `code` is encrypted with the key file. Rows are limited per user (identity/twoFactor). */
export const mailedCodes = pgTable('mailed_codes', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  code: text().notNull(),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
  /** Wrong entries of this code. */
  failures: integer().notNull().default(0),
  /** Start of the time in which `sent` codes were mailed. */
  sentSince: timestamp({ withTimezone: true }).notNull(),
  sent: integer().notNull().default(1),
});

/** Codes of a user for the day when phone or mailbox is lost: each works once. Only hashes are stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/**
 * Named single sign-on connections, reached by /account/login/{connection}. Those of an organization admit its people only; one without
 * an organization was inserted by the operator and admits every linked account.
 */
export const ssoConnections = pgTable(
  'sso_connections',
  {
    name: text().primaryKey(),
    id: uuid().notNull().defaultRandom(),
    organizationId: uuid().references(() => organizations.id, { onDelete: 'cascade' }),
    displayName: text().notNull(),
    issuer: text().notNull(),
    clientId: text().notNull(),
    /** Encrypted with the key file (identity/secrets). */
    clientSecret: text(),
    isEnabled: boolean().notNull().default(true),
    /** E-mail domains whose verified addresses the provider may link to accounts by itself; empty for none. */
    trustedDomains: text().array().notNull().default(sql`'{}'::text[]`),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    createdBy: text().notNull().default('operator'),
    modifiedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    modifiedBy: text().notNull().default('operator'),
    version: integer().notNull().default(1),
  },
  (t) => [unique('sso_connections_id').on(t.id), index('sso_connections_organization').on(t.organizationId)],
);

/**
 * Which account a subject of another OpenID provider is. A removed link stays as a row without access, so that the next token of the
 * subject does not link it again by its e-mail address.
 */
export const identityLinks = pgTable(
  'identity_links',
  {
    id: uuid().primaryKey(),
    /** Without slashes at the end. */
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `Administrator`, or `VerifiedEmail` where a token or a connection made it. */
    origin: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    createdBy: text().notNull(),
    removedAt: timestamp({ withTimezone: true }),
    removedBy: text(),
  },
  (t) => [
    unique('identity_links_subject').on(t.issuer, t.subject),
    index('identity_links_user').on(t.userId),
    index('identity_links_created').on(t.createdAt, t.id),
  ],
);

/** What a user typed into a form of the web application before the session ended, encrypted; removed with the save of the form or after a day. */
export const sessionDrafts = pgTable(
  'session_drafts',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Address of the page, without query; before it the id of the organization that it is of. */
    page: text().notNull(),
    form: text().notNull(),
    sealed: text().notNull(),
    savedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.page, t.form] }), index('session_drafts_expires').on(t.expiresAt)],
);
