import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ProofingMode, ProofReviewStatus } from '../../../shared/rules/identityProofing.ts';
import type { LegacyStep } from '../../../shared/rules/legacyProofing.ts';
import { bytea, ofOrganization, when } from '../columns.ts';
import { organizations } from './organizations.ts';
import { users } from './people.ts';

const ofUser = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Verifications at the identity provider that were started. Each ends after 30 minutes or with its validation. */
export const proofingInitiations = pgTable(
  'proofing_initiations',
  {
    id: uuid().primaryKey(),
    organizationId: ofOrganization(),
    userId: ofUser(),
    /** SHA-256 of the state, which the provider returns. */
    stateHash: text().notNull().unique(),
    nonce: text().notNull(),
    codeVerifier: text().notNull(),
    mode: text().$type<ProofingMode>().notNull(),
    createdAt: when().notNull().defaultNow(),
    expiresAt: when().notNull(),
    returnedAt: when(),
    /** What the provider returned: a code, or an error such as `access_denied`. */
    code: text(),
    error: text(),
    usedAt: when(),
  },
  (t) => [
    index('proofing_initiations_expired').on(t.expiresAt),
    index('proofing_initiations_organization').on(t.organizationId),
    index('proofing_initiations_user').on(t.userId),
  ],
);

/**
 * Data of a person from the identity provider until the person confirms them, or for a day: names and date of birth, encrypted with the key file
 * (identity/secrets). Never a social security number.
 */
export const verificationSessions = pgTable(
  'verification_sessions',
  {
    id: uuid().primaryKey(),
    organizationId: uuid()
      .notNull()
      .unique()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: ofUser(),
    person: text().notNull(),
    createdAt: when().notNull().defaultNow(),
    expiresAt: when().notNull(),
  },
  (t) => [index('verification_sessions_expired').on(t.expiresAt), index('verification_sessions_user').on(t.userId)],
);

/** How far an organization has come in the legacy flow before its quiz. Without a row it is at the welcome. */
export const legacyOnboardings = pgTable('legacy_onboardings', {
  organizationId: uuid()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  step: text().$type<Exclude<LegacyStep, 'quiz'>>().notNull().default('welcome'),
  /** Identities that were submitted. */
  attempts: integer().notNull().default(0),
});

/**
 * The questions that wait for the answers of a person, until they are answered or expire. Their choices tell where the person has lived, so they are
 * encrypted with the key file. Never a social security number.
 */
export const legacyQuizzes = pgTable(
  'legacy_quizzes',
  {
    /** The provider's. */
    id: text().primaryKey(),
    organizationId: uuid()
      .notNull()
      .unique()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: ofUser(),
    questions: text().notNull(),
    createdAt: when().notNull().defaultNow(),
    expiresAt: when().notNull(),
  },
  (t) => [index('legacy_quizzes_expired').on(t.expiresAt), index('legacy_quizzes_user').on(t.userId)],
);

/** Documents of a manual proofing. The content, encrypted, is here until the decision: then it belongs to the user (`id_proofs`), or is deleted. */
export const proofReviews = pgTable(
  'proof_reviews',
  {
    id: uuid().primaryKey(),
    organizationId: ofOrganization(),
    userId: ofUser(),
    fileName: text().notNull(),
    mediaType: text().notNull(),
    size: integer().notNull(),
    content: bytea(),
    uploadedAt: when().notNull().defaultNow(),
    status: text().$type<ProofReviewStatus>().notNull().default('Pending'),
    decidedAt: when(),
    decidedBy: text(),
    reason: text(),
  },
  (t) => [
    uniqueIndex('proof_reviews_pending').on(t.organizationId).where(sql`status = 'Pending'`),
    index('proof_reviews_organization').on(t.organizationId),
    index('proof_reviews_user').on(t.userId),
    index('proof_reviews_by_time').on(t.uploadedAt, t.id),
    index('proof_reviews_by_status').on(t.status, t.uploadedAt, t.id),
  ],
);

/** Verifications at the identity provider that the demo brings along, encrypted with the key file; empty elsewhere. */
export const demoProofing = pgTable('demo_proofing', {
  id: text().primaryKey(),
  data: text().notNull(),
  expiresAt: when().notNull(),
});
