import { z } from 'zod';
import { planFeatures, upgradeRequestsPerDay } from '../rules/plan.ts';
import {
  billingKinds,
  cancelReasonMax,
  freePlanId,
  subscriptionActions,
  subscriptionStatuses,
} from '../rules/subscription.ts';
import { endpoint } from './endpoint.ts';
import { id } from './ids.ts';
import { pageNumber, pageOf } from './paging.ts';
import { requiredLines } from './texts.ts';

/** Administrators see and change the subscription of their own organization only. */
const access = ['Administrator', 'SysAdmin'] as const;
const drops = ['/api/organizations', '/api/subscriptionplans'] as const;

const feature = z.enum(planFeatures);
/** `free` is the Free Plan, which an organization without a plan has. */
const planId = z.union([z.literal(freePlanId), id]);
const moneyCents = z.int();

/** A plan as the organization could take it, with the difference to the present one. */
export const planChoice = z.object({
  id: planId,
  name: z.string(),
  tierCode: z.string().nullable(),
  /** -1 means unlimited. */
  allowedUsers: z.int(),
  monthlyPriceCents: moneyCents,
  features: z.array(feature),
  isCurrent: z.boolean(),
  isAvailable: z.boolean(),
  /** Why the organization cannot take it. */
  unavailableReason: z.string().nullable(),
  difference: z.object({
    monthlyPriceCents: moneyCents,
    /** Null where one of both plans is unlimited. */
    users: z.int().nullable(),
    added: z.array(feature),
    removed: z.array(feature),
  }),
});
export type PlanChoice = z.output<typeof planChoice>;

/** The subscription of an organization, with the plans it can be changed to. */
export const subscription = z.object({
  organizationId: id,
  organizationName: z.string(),
  /** What the record of the organization says. A plan has to allow it and the people. */
  numberOfUsers: z.int(),
  /** People who work in the organization. */
  memberCount: z.int(),
  planId,
  planName: z.string(),
  monthlyPriceCents: moneyCents,
  status: z.enum(subscriptionStatuses),
  /** Last time of use, where the subscription is canceled. */
  cancelAt: z.iso.datetime().nullable(),
  /** When and why it was canceled; the reason is null where the cancellation has none. */
  canceledAt: z.iso.datetime().nullable(),
  cancelReason: z.string().nullable(),
  billing: z.enum(billingKinds),
  resellerName: z.string().nullable(),
  /** Whether the caller can cancel it now. */
  canCancel: z.boolean(),
  /** Id of the subscription at the payment provider. */
  reference: z.string().nullable(),
  /** A change that takes effect once it is paid. */
  checkout: z.object({ planId: id, planName: z.string(), url: z.string(), expiresAt: z.iso.datetime() }).nullable(),
  /** Of the organization. */
  version: z.int(),
  items: z.array(planChoice),
});
export type Subscription = z.output<typeof subscription>;

/** A change of the subscription. Names and prices are those of the time of the change. */
export const subscriptionChange = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actorName: z.string(),
  action: z.enum(subscriptionActions),
  fromPlan: z.string(),
  fromPriceCents: moneyCents,
  toPlan: z.string(),
  toPriceCents: moneyCents,
  cancelAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
});
export type SubscriptionChange = z.output<typeof subscriptionChange>;

/** A subscription as the payment provider has it. */
export const paymentSubscription = z.object({
  id: z.string(),
  organizationId: id,
  organizationName: z.string(),
  state: z.enum(['active', 'trial', 'overdue', 'canceled', 'deactivated']),
  product: z.string(),
  currency: z.string(),
  priceCents: moneyCents,
  nextChargeAt: z.iso.datetime().nullable(),
  endsAt: z.iso.datetime().nullable(),
  /** Where the customer manages card, invoices and the subscription. */
  manageUrl: z.string(),
});
export type PaymentSubscription = z.output<typeof paymentSubscription>;

/** The organization; without it the one in which the caller works. */
const organizationId = id.optional();
const changeErrors = [
  'E-NOT-FOUND',
  'E-ORG-PLAN-USERS',
  'E-SUBSCRIPTION-LICENSED',
  'E-PAYMENT-REFUSED',
  'E-PAYMENT-UNAVAILABLE',
  'E-PAYMENTS-OFF',
  'E-PRECONDITION-FAILED',
] as const;

/** Subscriptions of organizations (spec 3 section 7; shapes: docs/decisions.md). */
export const subscriptionplans = {
  subscriptions: endpoint({
    method: 'GET',
    path: '/api/subscriptionplans/subscriptions',
    summary: 'Subscription of an organization and the plans it can take, with the difference to the present one',
    access,
    query: z.strictObject({ organizationId }),
    response: { kind: 'json', schema: subscription },
    errors: ['E-NOT-FOUND'],
  }),
  change: endpoint({
    method: 'POST',
    path: '/api/subscriptionplans/subscriptions',
    summary: 'Change the plan of an organization; a plan that has to be paid first returns a checkout',
    access,
    query: z.strictObject({ organizationId, planId }),
    response: { kind: 'json', schema: subscription },
    errors: [...changeErrors, 'E-SUBSCRIPTION-CANCELED'],
    invalidates: drops,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/subscriptionplans/cancel',
    summary: 'Cancel the subscription of an organization; it stays usable until the final date',
    access,
    query: z.strictObject({ organizationId }),
    body: z.strictObject({ cancelReason: requiredLines(cancelReasonMax) }),
    response: { kind: 'json', schema: subscription },
    errors: [
      'E-NOT-FOUND',
      'E-SUBSCRIPTION-CANCELED',
      'E-SUBSCRIPTION-LICENSED',
      'E-PAYMENT-REFUSED',
      'E-PAYMENT-UNAVAILABLE',
      'E-PAYMENTS-OFF',
      'E-PRECONDITION-FAILED',
    ],
    invalidates: drops,
  }),
  reactivate: endpoint({
    method: 'POST',
    path: '/api/subscriptionplans/reactivate',
    summary: 'Reactivate a canceled subscription with a plan',
    access,
    query: z.strictObject({ organizationId }),
    body: z.strictObject({ planId }),
    response: { kind: 'json', schema: subscription },
    errors: [...changeErrors, 'E-SUBSCRIPTION-ACTIVE'],
    invalidates: drops,
  }),
  requestUpgrade: endpoint({
    method: 'POST',
    path: '/api/subscriptionplans/upgraderequests',
    summary: `Ask the administrators of the own organization by mail for a plan with a feature; at most ${upgradeRequestsPerDay} times within 24 hours`,
    access: ['User'],
    body: z.strictObject({ feature }),
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND', 'E-UPGRADE-INCLUDED', 'E-UPGRADE-LIMIT'],
    notRepeatable: true,
    beyondSpec: 'Send plan upgrade request: spec 3 section 7 does not show its path',
  }),
  fastspring: endpoint({
    method: 'GET',
    path: '/api/subscriptionplans/fastspring/{id}',
    summary: 'A subscription as the payment provider has it, with the address where the customer manages it',
    access,
    params: z.strictObject({ id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be the id of a subscription') }),
    response: { kind: 'json', schema: paymentSubscription },
    errors: ['E-NOT-FOUND', 'E-PAYMENT-REFUSED', 'E-PAYMENT-UNAVAILABLE', 'E-PAYMENTS-OFF'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/subscriptionplans/history',
    summary: 'Changes of the subscription of an organization, newest first',
    access,
    query: z.strictObject({
      organizationId,
      pageNumber,
      pageSize: z.coerce.number().int().min(1).max(200).default(10),
    }),
    response: { kind: 'json', schema: pageOf(subscriptionChange) },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'Who changed plan or cancellation, when and why; the audit trail is for platform administrators only.',
  }),
};
