import type { subscriptionplans } from '../../../../shared/contract/subscriptionplans.ts';
import { isSystemAdministrator } from '../../../../shared/rules/landing.ts';
import { cancellationOf } from '../../../../shared/rules/organization.ts';
import {
  canceledText,
  freePlanId,
  gracePeriodDays,
  licensedPlanText,
  planProblem,
  type PricedPlan,
} from '../../../../shared/rules/subscription.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { Services } from '../../../http/areaEntry.ts';
import type { RequestContext } from '../../../http/context.ts';
import { ApiProblem } from '../../../http/problem.ts';
import type { Handlers } from '../../../http/registerArea.ts';
import { changeOrganization, type Notes } from '../record/changeOrganization.ts';
import type { OrganizationColumns } from '../record/organizationFields.ts';
import { openCheckout, productOf, required, takePaid, withProvider } from './paidChange.ts';
import { subscriptionHistory } from './subscriptionHistory.ts';
import {
  findSubscriptionFacts,
  closedCheckout,
  findPayment,
  ownerOfSubscription,
  savePayment,
  type SubscriptionFacts,
  takerOf,
  toSubscription,
} from './subscriptionStore.ts';
import { upgradeHandlers } from './upgradeRequests.ts';

/** Subscriptions of organizations (spec 3 section 7). */
export const subscriptionHandlers = (services: Services): Handlers<typeof subscriptionplans> => {
  const { database, payments } = services;
  const read = async (id: string, context: RequestContext) =>
    toSubscription(await factsOf(database.db, id), isPlatform(context));

  /** One change: the organization is locked while the provider is called, so that two changes end with the same plan here and there. */
  const change = async (
    { action, id, context, reason }: Change,
    decide: (facts: SubscriptionFacts, tx: Transaction, signal: AbortSignal) => Promise<OrganizationColumns>,
  ) => {
    const notes: Record<string, Notes[string]> = {};
    await withProvider((signal) =>
      changeOrganization(database, {
        id,
        action: `subscriptionplans.${action}`,
        context: reason === undefined ? context : { ...context, actor: context.actor, reason },
        decide: async (_record, tx) => {
          const before = await factsOf(tx, id);
          const columns = await decide(before, tx, signal);
          const after = await factsOf(tx, id);
          for (const field of ['subscriptionId', 'checkoutPlanId'] as const) {
            const values = { before: before.payment?.[field] ?? null, after: after.payment?.[field] ?? null };
            if (values.before !== values.after) notes[`payment.${field}`] = values;
          }
          return columns;
        },
        notes: () => notes,
      }),
    );
    return read(id, context);
  };

  return {
    ...upgradeHandlers(services),

    subscriptions: async ({ query }, context) => read(ownOrganization(query.organizationId, context), context),

    history: async ({ query: { organizationId, ...page } }, context) => {
      const id = ownOrganization(organizationId, context);
      await factsOf(database.db, id);
      return subscriptionHistory(database, id, page);
    },

    change: ({ query: { organizationId, planId } }, context) =>
      change({ action: 'change', id: ownOrganization(organizationId, context), context }, async (facts, tx, signal) => {
        if (cancellationOf(facts.organization, new Date()) !== 'none') throw canceled(facts);
        const plan = availablePlan(facts, planId, context);
        const { organization } = facts;
        const provider = { payments, signal };
        const paid = await takePaid(tx, facts, provider);
        if (plan.id === (paid ?? facts.plan).id) return paid ? { planId: paid.id } : {};
        const payment = paid ? await findPayment(tx, organization.id) : facts.payment;
        if (payment?.subscriptionId) {
          if (plan.id === freePlanId) await required(payments).end(payment.subscriptionId, signal);
          else await required(payments).changeProduct(payment.subscriptionId, productOf(plan), signal);
          const subscriptionId = plan.id === freePlanId ? null : payment.subscriptionId;
          await savePayment(tx, organization.id, { accountId: payment.accountId, subscriptionId, ...closedCheckout });
          return { planId: columnOf(plan) };
        }
        if (paysFirst(plan, context)) {
          await openCheckout(tx, facts, plan, provider);
          return {};
        }
        if (payment) await savePayment(tx, organization.id, { accountId: payment.accountId, ...closedCheckout });
        return { planId: columnOf(plan) };
      }),

    cancel: ({ query, body: { cancelReason } }, context) => {
      const id = ownOrganization(query.organizationId, context);
      return change({ action: 'cancel', id, context, reason: cancelReason }, async (facts, tx, signal) => {
        const now = new Date();
        if (cancellationOf(facts.organization, now) !== 'none') throw canceled(facts);
        if (facts.isLicensed && !isPlatform(context)) throw licensed();
        const { organization } = facts;
        const paid = await takePaid(tx, facts, { payments, signal });
        const payment = paid ? await findPayment(tx, organization.id) : facts.payment;
        if (payment) await savePayment(tx, organization.id, { accountId: payment.accountId, ...closedCheckout });
        const cancelAt = payment?.subscriptionId
          ? await required(payments).cancel(payment.subscriptionId, signal)
          : new Date(now.getTime() + gracePeriodDays * dayMs);
        return { ...(paid ? { planId: paid.id } : {}), cancelAt, cancelRequestedAt: now };
      });
    },

    reactivate: ({ query, body: { planId } }, context) => {
      const id = ownOrganization(query.organizationId, context);
      return change({ action: 'reactivate', id, context }, async (facts, tx, signal) => {
        if (cancellationOf(facts.organization, new Date()) === 'none') throw new ApiProblem('E-SUBSCRIPTION-ACTIVE');
        const plan = availablePlan(facts, planId, context);
        const { organization } = facts;
        const provider = { payments, signal };
        const active = { planId: columnOf(plan), cancelAt: null, cancelRequestedAt: null };
        const paid = await takePaid(tx, facts, provider);
        if (paid?.id === plan.id) return active;
        const payment = paid ? await findPayment(tx, organization.id) : facts.payment;
        const card = payment?.subscriptionId
          ? await required(payments).subscription(payment.subscriptionId, signal)
          : undefined;
        if (payment && card && card.state !== 'deactivated') {
          if (plan.id === freePlanId) await required(payments).end(card.id, signal);
          else {
            await required(payments).resume(card.id, signal);
            if (card.product !== productOf(plan))
              await required(payments).changeProduct(card.id, productOf(plan), signal);
          }
          const subscriptionId = plan.id === freePlanId ? null : card.id;
          await savePayment(tx, organization.id, { accountId: payment.accountId, subscriptionId, ...closedCheckout });
          return active;
        }
        // A subscription that is over at the provider has to be paid anew; one that was never paid by card continues as it was.
        const wasPaidByCard = Boolean(payment?.subscriptionId);
        if (paysFirst(plan, context) && (wasPaidByCard || plan.id !== facts.plan.id)) {
          await openCheckout(tx, facts, plan, provider);
          return {};
        }
        if (payment)
          await savePayment(tx, organization.id, {
            accountId: payment.accountId,
            subscriptionId: null,
            ...closedCheckout,
          });
        return active;
      });
    },

    fastspring: async ({ params: { id } }, context) => {
      const owner = await ownerOfSubscription(database.db, id);
      if (!owner || (!isPlatform(context) && owner.id !== context.actor.organizationId))
        throw new ApiProblem('E-NOT-FOUND');
      return withProvider(async (signal) => {
        const [found, manageUrl] = await Promise.all([
          required(payments).subscription(id, signal),
          required(payments).manageUrl(owner.accountId, signal),
        ]);
        if (!found) throw new ApiProblem('E-NOT-FOUND');
        return { ...found, organizationId: owner.id, organizationName: owner.name, manageUrl };
      });
    },
  };
};

const dayMs = 86_400_000;

interface Change {
  readonly action: 'change' | 'cancel' | 'reactivate';
  readonly id: string;
  readonly context: RequestContext;
  readonly reason?: string;
}

const isPlatform = ({ actor }: RequestContext): boolean => isSystemAdministrator([actor.role]);

/** The organization of a call. For administrators another organization than their own does not exist. */
function ownOrganization(requested: string | undefined, context: RequestContext): string {
  const { organizationId } = context.actor;
  const id = requested ?? organizationId;
  if (id === null) throw new ApiProblem('E-REQUEST-INVALID', { modelState: { organizationId: ['is required'] } });
  if (!isPlatform(context) && id !== organizationId) throw new ApiProblem('E-NOT-FOUND');
  return id;
}

async function factsOf(db: Parameters<typeof findSubscriptionFacts>[0], id: string): Promise<SubscriptionFacts> {
  const facts = await findSubscriptionFacts(db, id);
  if (!facts) throw new ApiProblem('E-NOT-FOUND');
  return facts;
}

const canceled = ({ organization: { cancelRequestedAt }, cancelReason }: SubscriptionFacts) =>
  new ApiProblem('E-SUBSCRIPTION-CANCELED', {
    message: canceledText(cancelRequestedAt?.toISOString() ?? null, cancelReason),
  });

const licensed = () => new ApiProblem('E-SUBSCRIPTION-LICENSED', { modelState: { planId: [licensedPlanText] } });

/** The plan, which the organization can take (spec 1 section 4). */
function availablePlan(facts: SubscriptionFacts, planId: string, context: RequestContext): PricedPlan {
  const plan = facts.plans.find(({ id }) => id === planId);
  if (!plan) throw new ApiProblem('E-REQUEST-INVALID', { modelState: { planId: ['There is no such plan.'] } });
  const problem = planProblem(plan, takerOf(facts, isPlatform(context)));
  if (problem === licensedPlanText) throw licensed();
  if (problem !== null)
    throw new ApiProblem('E-ORG-PLAN-USERS', { message: problem, modelState: { planId: [problem] } });
  return plan;
}

/** Administrators of organizations pay a plan before they get it; what platform administrators set may be paid outside the platform. */
const paysFirst = (plan: PricedPlan, context: RequestContext): boolean =>
  plan.monthlyPriceCents > 0 && !isPlatform(context);

const columnOf = ({ id }: PricedPlan): string | null => (id === freePlanId ? null : id);
