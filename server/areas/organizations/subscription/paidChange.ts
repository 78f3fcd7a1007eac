import { paymentProductOf, type PricedPlan } from '../../../../shared/rules/subscription.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { retrySoon } from '../../../http/errorResponse.ts';
import { ApiProblem } from '../../../http/problem.ts';
import { PaymentFailure, type Payments } from '../../../payments/payments.ts';
import { findPayment, noCheckout, savePayment, type SubscriptionFacts } from './subscriptionStore.ts';

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

/**
 * A checkout of the plan that the customer paid in the meantime: the subscription at the provider becomes that of the organization. True
 * where there is one.
 */
export async function takePaidCheckout(
  tx: Transaction,
  { organization, payment, plans }: SubscriptionFacts,
  { payments, signal }: Provider,
): Promise<PricedPlan | undefined> {
  const plan = plans.find(({ id }) => id === payment?.checkoutPlanId);
  if (!payment || !plan) return undefined;
  const paid = (await required(payments).subscriptionsOf(payment.accountId, signal)).find(
    ({ id, product, state }) => product === productOf(plan) && state !== 'canceled' && id !== payment.subscriptionId,
  );
  if (!paid) return undefined;
  await savePayment(tx, organization.id, { accountId: payment.accountId, subscriptionId: paid.id, ...noCheckout });
  return plan;
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
