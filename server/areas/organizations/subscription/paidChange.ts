import { freePlanId, paymentProductOf, type PricedPlan } from '../../../../shared/rules/subscription.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { retrySoon } from '../../../http/errorResponse.ts';
import { ApiProblem } from '../../../http/problem.ts';
import { PaymentFailure, type Payments, type ProviderSubscription } from '../../../payments/payments.ts';
import { closedCheckout, findPayment, savePayment, type SubscriptionFacts } from './subscriptionStore.ts';

/** Calls of the provider that run inside transactions of this process: each holds a connection of the pool. */
const parallel = 4;
/** Of all calls of one change together. Below the 10 s after which the database ends a waiting transaction. */
const totalMs = 8_000;
let running = 0;

/** Runs a change that calls the payment provider; its failures become errors of the API. */
export async function withProvider<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  if (running >= parallel) throw new ApiProblem('E-UNAVAILABLE', { headers: retrySoon });
  running += 1;
  try {
    return await work(AbortSignal.timeout(totalMs));
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    const { message, isRefusal } = error;
    if (isRefusal) throw new ApiProblem('E-PAYMENT-REFUSED', { message, cause: error });
    throw new ApiProblem('E-PAYMENT-UNAVAILABLE', { message, cause: error, headers: retrySoon });
  } finally {
    running -= 1;
  }
}

export const required = (payments: Payments | null): Payments => {
  if (payments === null) throw new ApiProblem('E-PAYMENTS-OFF');
  return payments;
};

interface Provider {
  readonly payments: Payments | null;
  readonly signal: AbortSignal;
}

export const productOf = ({ tierCode }: PricedPlan): string => paymentProductOf(tierCode ?? 'free');

/** The subscription at the provider goes on with the organization's. */
export async function resumeCard(
  tx: Transaction,
  organizationId: string,
  { payments, signal }: Provider,
): Promise<void> {
  const payment = await findPayment(tx, organizationId);
  if (payment?.subscriptionId) await required(payments).resume(payment.subscriptionId, signal);
}

/** Subscriptions of the customer that the organization does not have: paid by a checkout, also by one that was replaced or closed meanwhile. */
export const strayOf = (
  { payment, plans }: Pick<SubscriptionFacts, 'payment' | 'plans'>,
  known: ProviderSubscription[],
) =>
  known.flatMap((one) => {
    const plan = plans.find(
      ({ id, tierCode }) => id !== freePlanId && paymentProductOf(tierCode ?? 'free') === one.product,
    );
    return plan && one.id !== payment?.subscriptionId && one.state !== 'canceled' ? [{ id: one.id, plan }] : [];
  });

/**
 * What the customer paid in the meantime becomes the subscription of the organization; every other one ends, so that no customer pays twice. Returns
 * the plan that was paid, undefined where nothing was.
 */
export async function takePaid(
  tx: Transaction,
  facts: SubscriptionFacts,
  { payments, signal }: Provider,
): Promise<PricedPlan | undefined> {
  const { organization, payment } = facts;
  // Without a checkout that may have been paid nothing is looked up.
  if (!payment?.checkoutExpiresAt || payments === null) return undefined;
  const known = await payments.subscriptionsOf(payment.accountId, signal);
  const paid = strayOf(facts, known).at(-1);
  if (!paid) return undefined;
  for (const { id, state } of known) if (id !== paid.id && state !== 'canceled') await payments.end(id, signal);
  const columns = { accountId: payment.accountId, subscriptionId: paid.id, ...closedCheckout };
  await savePayment(tx, organization.id, columns);
  return paid.plan;
}

/** A page at the provider where the organization pays the plan; the one that is open is returned again. */
export async function openCheckout(
  tx: Transaction,
  { organization, payment }: SubscriptionFacts,
  plan: PricedPlan,
  { payments: configured, signal }: Provider,
): Promise<void> {
  const payments = required(configured);
  const isOpen = payment?.checkoutExpiresAt && payment.checkoutExpiresAt > new Date();
  if (payment?.checkoutPlanId === plan.id && isOpen) return;
  const email = organization.contactEmail;
  if (!email) {
    const text = 'The payment provider needs the e-mail address of the primary contact of the organization.';
    throw new ApiProblem('E-PAYMENT-REFUSED', { message: text });
  }
  const accountId =
    payment?.accountId ??
    (await payments.accountOf(
      {
        organizationId: organization.id,
        company: organization.name,
        firstName: organization.contactFirstName ?? '-',
        lastName: organization.contactLastName ?? organization.name,
        email,
      },
      signal,
    ));
  const { url, expiresAt } = await payments.checkout(accountId, productOf(plan), signal);
  await savePayment(tx, organization.id, {
    accountId,
    checkoutPlanId: plan.id,
    checkoutUrl: url,
    checkoutExpiresAt: expiresAt,
  });
}
