import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

/** One row for each operation that changed or tried to change something; written in the same transaction as the change. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** User id, client id of a service account, or `system`. */
    actorId: text().notNull(),
    actorName: text().notNull(),
    /** `organizations.update`: area and name of the contract row. */
    action: text().notNull(),
    targetType: text().notNull(),
    targetId: text().notNull(),
    /** Success; Refused, where the caller may not; Invalid, where the call could not be carried out. */
    outcome: text().notNull().default('Success'),
    /** True where nothing was to be changed: exports, lists of persons, content of messages, the audit trail itself. */
    isRead: boolean().notNull().default(false),
    /** Error code of what was not carried out. */
    code: text(),
    /** `{ field: { before, after } }`. */
    changes: jsonb().$type<Record<string, { before: unknown; after: unknown }>>().notNull(),
    reason: text(),
    requestId: text().notNull(),
    runId: text(),
    /** False where the caller sent no version although the record carries one. */
    versionChecked: boolean(),
  },
  (t) => [
    index('audit_entries_at').on(t.at, t.id),
    index('audit_entries_target').on(t.targetId, t.targetType, t.id),
    index('audit_entries_run').on(t.runId, t.at, t.id).where(sql`run_id is not null`),
    index('audit_entries_actor').on(t.actorId, t.at, t.id),
    index('audit_entries_actor_name').on(t.actorName, t.at, t.id),
    index('audit_entries_action').on(t.action, t.at, t.id),
    index('audit_entries_type').on(t.targetType, t.at, t.id),
    index('audit_entries_changes').on(t.at, t.id).where(sql`not is_read`),
    index('audit_entries_failed').on(t.outcome, t.at, t.id).where(sql`outcome <> 'Success'`),
  ],
);

/** Answers kept for `Idempotency-Key`: committed with the change, replayed for 24 hours, bound to the caller. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    actorId: text().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    status: integer().notNull(),
    /** The answer's text and ETag as sent. */
    answer: jsonb().$type<{ body: string | null; etag: string | null }>().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.actorId, t.key] }), index('idempotency_keys_created').on(t.createdAt)],
);

/**
 * Mail of the platform. `status`: Pending until a mail server took it (Sent) or the attempts are used up (Failed); Captured where no
 * mail server is configured, then it is read at /dev/mailbox.
 */
export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    recipient: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    /** The organization it is about. */
    organizationId: uuid(),
    status: text().notNull().default('Pending'),
    attempts: integer().notNull().default(0),
    lastError: text(),
    sentAt: timestamp({ withTimezone: true }),
  },
  (t) => [index('mails_created').on(t.createdAt)],
);

/**
 * Calls to other systems, such as the sync with the customer-messaging service. `status`: Pending, In Progress, Completed, Failed,
 * Retrying (the words of spec 1 section 4).
 */
export const outboundJobs = pgTable(
  'outbound_jobs',
  {
    id: uuid().primaryKey(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    kind: text().notNull(),
    targetId: text().notNull(),
    status: text().notNull().default('Pending'),
    attempts: integer().notNull().default(0),
    lastError: text(),
    nextAttemptAt: timestamp({ withTimezone: true }),
    finishedAt: timestamp({ withTimezone: true }),
  },
  (t) => [index('outbound_jobs_target').on(t.targetId, t.createdAt)],
);

/** Rows of the OpenID provider (sessions, grants, codes, tokens), one table for all its models. */
export const oidcPayloads = pgTable(
  'oidc_payloads',
  {
    model: text().notNull(),
    id: text().notNull(),
    payload: jsonb().notNull(),
    grantId: text(),
    userCode: text(),
    uid: text(),
    expiresAt: timestamp({ withTimezone: true }),
    consumedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Last action of the user in the web application; set for its grants alone (identity/idle.ts). */
    activeAt: timestamp({ withTimezone: true }),
    /** Client address that started it, as long as no user has signed in: such rows are limited per address and in total. */
    anonymousAddress: text(),
  },
  (t) => [
    primaryKey({ columns: [t.model, t.id] }),
    index('oidc_payloads_anonymous').on(t.anonymousAddress, t.createdAt).where(sql`anonymous_address is not null`),
    index('oidc_payloads_grant').on(t.grantId),
    index('oidc_payloads_user_code').on(t.userCode),
    index('oidc_payloads_uid').on(t.uid),
    index('oidc_payloads_expires').on(t.expiresAt),
    // The rows of a user, for ending all of their sessions.
    index('oidc_payloads_account').on(sql`(payload ->> 'accountId')`).where(sql`payload ->> 'accountId' is not null`),
  ],
);

/** Machine clients for client credentials (secret hash or public keys), registered by an administrator. */
export const oidcClients = pgTable('oidc_clients', {
  clientId: text().primaryKey(),
  name: text().notNull(),
  /** The role the client acts with. */
  role: text().notNull(),
  secret: text(),
  jwks: jsonb(),
  isEnabled: boolean().notNull().default(true),
  isDemo: boolean().notNull().default(false),
  /** Counts changes of proof, role and being enabled: tokens of an earlier one are refused. */
  generation: integer().notNull().default(1),
});

/** Named secrets of this installation that all processes share: signing keys, cookie keys. */
export const installationSecrets = pgTable('installation_secrets', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** `plain`: an installation without the demo and outside production (DEMO=false). */
export type InstallationKind = 'demo' | 'plain' | 'production';

/**
 * The kind of this database, stored at the first start, so that no later start makes it the other; and a second row where production has taken
 * it over. The application's account adds rows and changes none (database/accounts.ts).
 */
export const installation = pgTable('installation', {
  id: integer().primaryKey(),
  kind: text().$type<InstallationKind>().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
