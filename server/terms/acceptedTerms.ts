import { and, eq } from 'drizzle-orm';
import type { Drizzle } from '../database/openDatabase.ts';
import { resellers } from '../database/schema/lookups.ts';
import { organizations } from '../database/schema/organizations.ts';
import { resellerAcceptances } from '../database/schema/terms.ts';
import { activeAgreement, agreementType, brandNameOf, hasAccepted } from './activeAgreement.ts';

interface Subscriber {
  readonly organizationId: string;
  readonly reseller: { readonly id: string; readonly bypassTos: boolean } | null;
}

/**
 * Whether the organization has agreed to what it must: the terms of its reseller where those stand in the place of the platform's
 * (spec 2 section 4, gate 1), else the active agreement of its brand. Where none is active there is nothing to agree to.
 */
export async function hasAcceptedTerms(db: Drizzle, { organizationId, reseller }: Subscriber): Promise<boolean> {
  if (reseller?.bypassTos) {
    const { resellerId, organizationId: accepter } = resellerAcceptances;
    const own = and(eq(resellerId, reseller.id), eq(accepter, organizationId));
    return (await db.$count(resellerAcceptances, own)) > 0;
  }
  const agreement = await activeAgreement(db, await brandNameOf(db, organizationId), agreementType);
  return !agreement || hasAccepted(db, agreement.id, organizationId);
}

/** The same of an organization whose reseller is not known yet. */
export async function organizationAcceptedTerms(db: Drizzle, organizationId: string): Promise<boolean> {
  const [organization] = await db
    .select({ reseller: { id: resellers.id, bypassTos: resellers.bypassTos } })
    .from(organizations)
    .leftJoin(resellers, eq(resellers.id, organizations.resellerId))
    .where(eq(organizations.id, organizationId));
  return hasAcceptedTerms(db, { organizationId, reseller: organization?.reseller ?? null });
}
