import { eq } from 'drizzle-orm';
import { blockedFeatures, type PlanFeature } from '../../shared/rules/plan.ts';
import type { Drizzle } from '../database/openDatabase.ts';
import { plans } from '../database/schema/lookups.ts';
import { organizations } from '../database/schema/organizations.ts';
import type { Actor } from '../http/context.ts';
import { ApiProblem } from '../http/problem.ts';

/** Refuses users of an organization that is not activated, whose pages for it are closed as well (spec 2 section 2). Others have none to activate. */
export async function refuseNotActivated(db: Drizzle, { organizationId }: Actor): Promise<void> {
  if (organizationId === null) return;
  const [organization] = await db
    .select({ isActivated: organizations.isActivated })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  if (organization?.isActivated === false) throw new ApiProblem('E-ORG-NOT-ACTIVATED');
}

/** What the plan of an organization does not include. */
export async function blockedFeaturesOf(db: Drizzle, organizationId: string): Promise<readonly PlanFeature[]> {
  const [organization] = await db
    .select({ features: plans.features })
    .from(organizations)
    .leftJoin(plans, eq(plans.id, organizations.planId))
    .where(eq(organizations.id, organizationId));
  return blockedFeatures(organization?.features ?? null);
}

/** Refuses users of an organization whose plan does not include the feature (spec 3 section 1). Platform staff has no plan. */
export async function refuseBlocked(db: Drizzle, { organizationId }: Actor, feature: PlanFeature): Promise<void> {
  if (organizationId === null) return;
  if ((await blockedFeaturesOf(db, organizationId)).includes(feature)) throw new ApiProblem('E-PLAN-FEATURE');
}
