import { type Cancellation } from './organization.ts';
import {
  freePlanUserLimit,
  type PlanFeature,
  planAllows,
  planFeatures,
  planUsersText,
  unlimitedUsers,
} from './plan.ts';

/** Days for which an organization stays usable after a cancellation that no payment provider dates (spec 2 section 2). */
export const gracePeriodDays = 30;

/** Longest reason of a cancellation, in characters. */
export const cancelReasonMax = 500;

/** Stands for "no plan" where a plan is named; an organization without a plan has the Free Plan (spec 1 section 4). */
export const freePlanId = 'free';

/** A plan as organizations compare it. */
export interface PricedPlan {
  readonly id: string;
  readonly name: string;
  readonly tierCode: string | null;
  readonly allowedUsers: number;
  readonly monthlyPriceCents: number;
  readonly features: readonly PlanFeature[];
}

/** The specification names a limit of users for the Free Plan and blocks nothing in it. */
export const freePlan: PricedPlan = {
  id: freePlanId,
  name: 'Free Plan',
  tierCode: null,
  allowedUsers: freePlanUserLimit,
  monthlyPriceCents: 0,
  features: planFeatures,
};

/** The state of a subscription by that of the cancellation (spec 1 section 4). */
export const subscriptionStatuses = ['Active', 'Canceling', 'Canceled'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];
const statusOf: Readonly<Record<Cancellation, SubscriptionStatus>> = {
  none: 'Active',
  canceling: 'Canceling',
  canceled: 'Canceled',
};
export const subscriptionStatus = (cancellation: Cancellation): SubscriptionStatus => statusOf[cancellation];

/** Why a canceled subscription cannot be canceled again: since when and why it is canceled. */
export const canceledText = (canceledAt: string | null, reason: string | null): string => {
  const since = canceledAt === null ? '' : ` since ${canceledAt.slice(0, 16).replace('T', ' ')} UTC`;
  return `The subscription is canceled${since}${reason === null ? '' : `, with the reason "${reason}"`}.`;
};

/** How a subscription is paid: by card at the payment provider, by the licensing reseller, or outside the platform. */
export const billingKinds = ['Card', 'Reseller', 'Other'] as const;
export type BillingKind = (typeof billingKinds)[number];

/** What changes of a subscription are recorded as. */
export const subscriptionActions = ['Changed', 'Canceled', 'Cleared', 'Reactivated'] as const;
export type SubscriptionAction = (typeof subscriptionActions)[number];

/** What an organization gets and loses with another plan. `users` is null where one of both is unlimited. */
export interface PlanDifference {
  readonly monthlyPriceCents: number;
  readonly users: number | null;
  readonly added: PlanFeature[];
  readonly removed: PlanFeature[];
}

/** The difference of `next` to the plan that the organization has. */
export const planDifference = (current: PricedPlan, next: PricedPlan): PlanDifference => ({
  monthlyPriceCents: next.monthlyPriceCents - current.monthlyPriceCents,
  users:
    current.allowedUsers === unlimitedUsers || next.allowedUsers === unlimitedUsers
      ? null
      : next.allowedUsers - current.allowedUsers,
  added: next.features.filter((feature) => !current.features.includes(feature)),
  removed: current.features.filter((feature) => !next.features.includes(feature)),
});

/** Shown beside a plan that only a platform administrator can change. */
export const licensedPlanText = 'The plan is part of the contract with the licensing reseller.';

/** What decides whether an organization can take a plan. */
export interface PlanTaker {
  readonly numberOfUsers: number;
  readonly isLicensed: boolean;
  /** Platform administrators also change plans that a licensing reseller brought. */
  readonly isPlatformAdministrator: boolean;
}

/** Why the organization cannot take the plan; null where it can (spec 1 section 4; docs/decisions.md). */
export const planProblem = (plan: PricedPlan, taker: PlanTaker): string | null => {
  if (taker.isLicensed && !taker.isPlatformAdministrator) return licensedPlanText;
  // The Free Plan ends the licensing: that is a change of the reseller.
  if (taker.isLicensed && plan.id === freePlanId)
    return 'Remove the licensing reseller to reset the organization to the Free Plan.';
  return planAllows(plan, taker.numberOfUsers) ? null : planUsersText;
};

/** The product of a plan at the payment provider: its tier code as a path of small letters, digits and hyphens. */
export const paymentProductOf = (tierCode: string): string =>
  tierCode
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'plan';
