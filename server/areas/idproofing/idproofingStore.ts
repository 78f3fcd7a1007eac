import { and, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import { isIdProofed, statusFor } from '../../../shared/rules/identityProofing.ts';
import { onboardingStep } from '../../../shared/rules/onboarding.ts';
import type { OrganizationOnboarding } from '../../../shared/contract/idproofing.ts';
import { newId } from '../../database/newId.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { resellers } from '../../database/schema/lookups.ts';
import { organizations } from '../../database/schema/organizations.ts';
import { proofReviews, verificationSessions } from '../../database/schema/proofing.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { InstallationSecrets } from '../../identity/secrets/installationSecrets.ts';
import { legacyOnboardingOf } from '../../proofing/organizationProofing.ts';
import type { ProofedPerson } from '../../proofing/proofing.ts';
import { hasAcceptedTerms } from '../../terms/acceptedTerms.ts';

type Secrets = Pick<InstallationSecrets, 'sealIdentity' | 'openIdentity'>;

interface Verified {
  readonly organizationId: string;
  readonly userId: string;
}

const personSchema = z.object({ firstName: z.string(), lastName: z.string(), dateOfBirth: z.string() });

/** The person of a session; the database has them encrypted. */
export const openPerson = async (secrets: Secrets, { id, person }: { readonly id: string; readonly person: string }) =>
  personSchema.parse(JSON.parse(await secrets.openIdentity(`verification_sessions/${id}`, person)));

/** The session with data that wait for the confirmation of this person. */
export async function findSession(db: Drizzle, { organizationId, userId }: Verified) {
  const [row] = await db
    .select()
    .from(verificationSessions)
    .where(
      and(
        eq(verificationSessions.organizationId, organizationId),
        eq(verificationSessions.userId, userId),
        gt(verificationSessions.expiresAt, new Date()),
      ),
    );
  return row;
}

/** Replaces the data of the organization's former verification. */
export async function replaceSession(
  tx: Transaction,
  secrets: Secrets,
  { person, ...values }: Omit<typeof verificationSessions.$inferInsert, 'id' | 'person'> & { person: ProofedPerson },
): Promise<void> {
  const id = newId();
  await dropSession(tx, values.organizationId);
  const sealed = secrets.sealIdentity(`verification_sessions/${id}`, JSON.stringify(person));
  await tx.insert(verificationSessions).values({ ...values, id, person: sealed });
}

export async function dropSession(tx: Transaction, organizationId: string): Promise<void> {
  await tx.delete(verificationSessions).where(eq(verificationSessions.organizationId, organizationId));
}

export async function findOnboarding(db: Drizzle, id: string): Promise<OrganizationOnboarding | undefined> {
  const [row] = await db
    .select({
      organizationId: organizations.id,
      organizationName: organizations.name,
      status: organizations.idProofStatus,
      sessionId: verificationSessions.id,
      idProofedAttemptDate: organizations.idProofAttemptAt,
      isActivated: organizations.isActivated,
      reseller: { id: resellers.id, bypassTos: resellers.bypassTos },
      pendingReviewId: proofReviews.id,
    })
    .from(organizations)
    .leftJoin(resellers, eq(resellers.id, organizations.resellerId))
    .leftJoin(proofReviews, and(eq(proofReviews.organizationId, organizations.id), eq(proofReviews.status, 'Pending')))
    .leftJoin(
      verificationSessions,
      and(eq(verificationSessions.organizationId, organizations.id), gt(verificationSessions.expiresAt, new Date())),
    )
    .where(eq(organizations.id, id));
  if (!row) return undefined;
  const { reseller, idProofedAttemptDate, status, sessionId, ...fields } = row;
  const idProofProcessStatus = statusFor(status, sessionId !== null);
  const hasAccepted = await hasAcceptedTerms(db, { organizationId: id, reseller });
  const isProofed = isIdProofed(status);
  const legacy = await legacyOnboardingOf(db, { organizationId: id });
  const step = onboardingStep({
    ...legacy,
    isAdmin: true,
    orgIsAcceptedEULA: hasAccepted,
    orgIsIdProofed: isProofed,
    orgIsActivated: fields.isActivated,
    resellerBypassTos: reseller?.bypassTos ?? false,
    idProofProcessStatus,
  });
  return {
    ...fields,
    idProofProcessStatus,
    idProofedAttemptDate: idProofedAttemptDate?.toISOString() ?? null,
    hasAcceptedTerms: hasAccepted,
    isIdProofed: isProofed,
    onboardingFlow: legacy.onboardingFlow,
    step,
  };
}
