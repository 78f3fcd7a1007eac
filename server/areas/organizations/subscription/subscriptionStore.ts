import { desc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Subscription } from '../../../../shared/contract/subscriptionplans.ts';
import { cancellationOf } from '../../../../shared/rules/organization.ts';
import { type PlanFeature, planFeatures } from '../../../../shared/rules/plan.ts';
import { resellerTypes } from '../../../../shared/rules/reseller.ts';
import {
  type BillingKind,
  freePlan,
  freePlanId,
  planDifference,
  planProblem,
  type PlanTaker,
  type PricedPlan,
  subscriptionStatus,
} from '../../../../shared/rules/subscription.ts';
import type { Drizzle } from '../../../database/openDatabase.ts';
import { plans, resellers } from '../../../database/schema/lookups.ts';
import { organizations } from '../../../database/schema/organizations.ts';
import { organizationUsers } from '../../../database/schema/people.ts';
import { subscriptionChanges, subscriptionPayments } from '../../../database/schema/subscriptions.ts';

export type Payment = typeof subscriptionPayments.$inferSelect;

/** All plans as organizations compare them, the cheapest first; the Free Plan is one of them. */
export async function pricedPlans(db: Drizzle): Promise<PricedPlan[]> {
  const rows = await db
    .select({
      id: plans.id,
      name: plans.name,
      tierCode: plans.tierCode,
      allowedUsers: plans.allowedUsers,
      monthlyPriceCents: plans.monthlyPriceCents,
      features: plans.features,
    })
    .from(plans)
    .orderBy(plans.monthlyPriceCents, plans.name, plans.id);
  return [freePlan, ...rows.map((plan) => ({ ...plan, features: featuresOf(plan.features) }))];
}

const featuresOf = (stored: readonly string[]): PlanFeature[] =>
  planFeatures.filter((feature) => stored.includes(feature));

/** What a subscription is made of; undefined where there is no such organization. */
export async function findSubscriptionFacts(db: Drizzle, organizationId: string) {
  const [row] = await db
    .select({
      organization: {
        id: organizations.id,
        name: organizations.name,
        planId: organizations.planId,
        numberOfUsers: organizations.numberOfUsers,
        cancelAt: organizations.cancelAt,
        cancelRequestedAt: organizations.cancelRequestedAt,
        contactFirstName: organizations.contactFirstName,
        contactLastName: organizations.contactLastName,
        contactEmail: organizations.contactEmail,
        version: organizations.version,
      },
      memberCount: db.$count(organizationUsers, eq(organizationUsers.organizationId, organizations.id)),
      reseller: { name: resellers.name, type: resellers.type },
      payment: subscriptionPayments,
    })
    .from(organizations)
    .leftJoin(resellers, eq(resellers.id, organizations.resellerId))
    .leftJoin(subscriptionPayments, eq(subscriptionPayments.organizationId, organizations.id))
    .where(eq(organizations.id, organizationId));
  if (!row) return undefined;
  const all = await pricedPlans(db);
  const { planId, cancelAt } = row.organization;
  return {
    ...row,
    cancelReason: cancelAt === null ? null : await reasonOfCancellation(db, organizationId),
    isLicensed: row.reseller?.type === resellerTypes.Licensing,
    plans: all,
    plan: all.find(({ id }) => id === (planId ?? freePlanId)) ?? freePlan,
  };
}

/** The reason of the last change, where that was the cancellation. */
async function reasonOfCancellation(db: Drizzle, organizationId: string): Promise<string | null> {
  const [last] = await db
    .select({ action: subscriptionChanges.action, reason: subscriptionChanges.reason })
    .from(subscriptionChanges)
    .where(eq(subscriptionChanges.organizationId, organizationId))
    .orderBy(desc(subscriptionChanges.id))
    .limit(1);
  return last?.action === 'Canceled' ? last.reason : null;
}

export type SubscriptionFacts = NonNullable<Awaited<ReturnType<typeof findSubscriptionFacts>>>;

/** A plan has to allow the number in the record and the people who are there. */
export const takerOf = (facts: SubscriptionFacts, isPlatformAdministrator: boolean): PlanTaker => ({
  numberOfUsers: Math.max(facts.organization.numberOfUsers, facts.memberCount),
  isLicensed: facts.isLicensed,
  isPlatformAdministrator,
});

/** The subscription as a caller sees it: `isPlatformAdministrator` decides which plans are available. */
export function toSubscription(
  facts: SubscriptionFacts,
  isPlatformAdministrator: boolean,
  now = new Date(),
): Subscription {
  const { organization, reseller, payment, cancelReason, isLicensed, plans: all, plan } = facts;
  const { numberOfUsers, cancelAt, cancelRequestedAt } = organization;
  const taker = takerOf(facts, isPlatformAdministrator);
  const billing: BillingKind = isLicensed ? 'Reseller' : payment?.subscriptionId ? 'Card' : 'Other';
  const pending = all.find(({ id }) => id === payment?.checkoutPlanId);
  const expiresAt = payment?.checkoutExpiresAt;
  const status = subscriptionStatus(cancellationOf(organization, now));
  return {
    organizationId: organization.id,
    organizationName: organization.name,
    numberOfUsers,
    memberCount: facts.memberCount,
    planId: plan.id,
    planName: plan.name,
    monthlyPriceCents: plan.monthlyPriceCents,
    status,
    cancelAt: cancelAt?.toISOString() ?? null,
    canceledAt: cancelRequestedAt?.toISOString() ?? null,
    cancelReason,
    billing,
    resellerName: reseller?.name ?? null,
    canCancel: status === 'Active' && (!isLicensed || isPlatformAdministrator),
    reference: payment?.subscriptionId ?? null,
    checkout:
      pending && payment?.checkoutUrl && expiresAt && expiresAt > now
        ? { planId: pending.id, planName: pending.name, url: payment.checkoutUrl, expiresAt: expiresAt.toISOString() }
        : null,
    version: organization.version,
    items: all.map((choice) => {
      const isCurrent = choice.id === plan.id;
      // The present plan of a canceled subscription is one of those it can be reactivated with.
      const problem = isCurrent && status === 'Active' ? null : planProblem(choice, taker);
      return {
        ...choice,
        features: [...choice.features],
        isCurrent,
        isAvailable: problem === null,
        unavailableReason: problem,
        difference: planDifference(plan, choice),
      };
    }),
  };
}

export async function findPayment(db: Drizzle, organizationId: string): Promise<Payment | undefined> {
  const [payment] = await db
    .select()
    .from(subscriptionPayments)
    .where(eq(subscriptionPayments.organizationId, organizationId));
  return payment;
}

/** The customer of an organization at the payment provider. */
export async function savePayment(
  db: Drizzle,
  organizationId: string,
  columns: Partial<Omit<Payment, 'organizationId'>> & Pick<Payment, 'accountId'>,
): Promise<void> {
  await db
    .insert(subscriptionPayments)
    .values({ organizationId, ...columns })
    .onConflictDoUpdate({ target: subscriptionPayments.organizationId, set: columns });
}

/** The organization that pays by this subscription. */
export async function ownerOfSubscription(db: Drizzle, subscriptionId: string) {
  const [owner] = await db
    .select({ id: organizations.id, name: organizations.name, accountId: subscriptionPayments.accountId })
    .from(subscriptionPayments)
    .innerJoin(organizations, eq(organizations.id, subscriptionPayments.organizationId))
    .where(eq(subscriptionPayments.subscriptionId, subscriptionId));
  return owner;
}

/** How long after its end a checkout is still looked for at the provider: a payment may be confirmed late. */
const graceMs = 3_600_000;

/** Organizations with a checkout that may have been paid, also one that was replaced or closed. */
export async function openCheckouts(db: Drizzle, most: number, now = new Date()): Promise<string[]> {
  const rows = await db
    .select({ id: subscriptionPayments.organizationId })
    .from(subscriptionPayments)
    .where(gt(subscriptionPayments.checkoutExpiresAt, new Date(now.getTime() - graceMs)))
    .orderBy(sql`random()`)
    .limit(most);
  return rows.map(({ id }) => id);
}

/** Deletes checkouts that were not paid in time. */
export async function dropExpiredCheckouts(db: Drizzle, now = new Date()): Promise<void> {
  await db
    .update(subscriptionPayments)
    .set({ ...closedCheckout, checkoutExpiresAt: null })
    .where(lte(subscriptionPayments.checkoutExpiresAt, new Date(now.getTime() - graceMs)));
}

/** The columns of a checkout that is not offered any more. Its page can be paid until it expires, so its time stays. */
export const closedCheckout = { checkoutPlanId: null, checkoutUrl: null } as const;
