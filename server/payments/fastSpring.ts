import { z } from 'zod';
import { PaymentFailure, type Payments, type ProviderSubscription } from './payments.ts';
import type { PaymentRequest, PaymentResponse, PaymentTransport } from './paymentTransport.ts';

/** Times are milliseconds since 1970. Fields that we do not use may change. */
const time = z
  .number()
  .nullish()
  .transform((ms) => (typeof ms === 'number' ? new Date(ms).toISOString() : null));

const subscriptionSchema = z
  .object({
    id: z.string(),
    state: z.enum(['active', 'trial', 'overdue', 'canceled', 'deactivated']),
    account: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]),
    product: z.union([z.string(), z.object({ product: z.string() }).transform(({ product }) => product)]),
    currency: z.string(),
    price: z.number(),
    next: time,
    end: time,
    deactivationDate: time,
  })
  .transform(
    ({ id, state, account, product, currency, price, next, end, deactivationDate }): ProviderSubscription => ({
      id,
      state,
      accountId: account,
      product,
      currency,
      priceCents: Math.round(price * 100),
      nextChargeAt: state === 'canceled' || state === 'deactivated' ? null : next,
      endsAt: state === 'canceled' || state === 'deactivated' ? (deactivationDate ?? end ?? next) : null,
    }),
  );

/** How the provider reports each part of a write. */
const outcome = z.object({ result: z.string(), error: z.record(z.string(), z.string()).nullish() });
const outcomes = z.object({ subscriptions: z.array(outcome).min(1) });
const accounts = z.object({ accounts: z.array(z.object({ id: z.string() })) });
const newAccount = outcome.extend({ account: z.string().optional(), id: z.string().optional() });
const account = z.object({ subscriptions: z.array(z.string()).default([]) });
const session = z.object({ id: z.string().regex(/^[\w-]{1,200}$/), expires: z.number() });
const manage = z.object({ accounts: z.array(z.object({ url: z.url({ protocol: /^https?$/ }) })).min(1) });

const maxSubscriptions = 20;

/** The FastSpring API, which the specification's path names (developer.fastspring.com); `store` is the address of the shop. */
export const fastSpring = (transport: PaymentTransport, store: string): Payments => {
  const send = async <T extends z.core.$ZodType>(schema: T, request: PaymentRequest, signal: AbortSignal) =>
    read(schema, successful(await transport(request, signal)));

  const subscription = async (id: string, signal: AbortSignal): Promise<ProviderSubscription | undefined> => {
    const response = await transport({ method: 'GET', path: `/subscriptions/${encodeURIComponent(id)}` }, signal);
    if (isUnknown(response)) return undefined;
    return read(subscriptionSchema, successful(response));
  };

  const write = async (request: PaymentRequest, signal: AbortSignal): Promise<void> => {
    const { subscriptions } = await send(outcomes, request, signal);
    for (const one of subscriptions) refuseFailed(one);
  };

  const update = (id: string, change: object, signal: AbortSignal) =>
    write(
      { method: 'POST', path: '/subscriptions', body: { subscriptions: [{ subscription: id, ...change }] } },
      signal,
    );

  return {
    subscription,
    changeProduct: (id, product, signal) => update(id, { product, quantity: 1, prorate: true }, signal),
    resume: (id, signal) => update(id, { deactivation: null }, signal),
    end: (id, signal) =>
      write({ method: 'DELETE', path: `/subscriptions/${encodeURIComponent(id)}?billingPeriod=0` }, signal),

    cancel: async (id, signal) => {
      await write({ method: 'DELETE', path: `/subscriptions/${encodeURIComponent(id)}` }, signal);
      const canceled = await subscription(id, signal);
      if (!canceled?.endsAt) throw new PaymentFailure('The payment provider did not name the end of the subscription.');
      return new Date(canceled.endsAt);
    },

    accountOf: async ({ organizationId, company, firstName, lastName, email }, signal) => {
      const path = `/accounts?custom=${encodeURIComponent(organizationId)}`;
      const known = await transport({ method: 'GET', path }, signal);
      const first = isUnknown(known) ? undefined : read(accounts, successful(known)).accounts[0];
      if (first) return first.id;
      const contact = { first: firstName, last: lastName, email, company };
      const body = { contact, language: 'en', country: 'US', lookup: { custom: organizationId } };
      const made = await send(newAccount, { method: 'POST', path: '/accounts', body }, signal);
      refuseFailed(made);
      const id = made.account ?? made.id;
      if (id === undefined) throw unreadable();
      return id;
    },

    checkout: async (accountId, product, signal) => {
      const body = { account: accountId, items: [{ product, quantity: 1 }] };
      const { id, expires } = await send(session, { method: 'POST', path: '/sessions', body }, signal);
      return { url: `${store}/session/${id}`, expiresAt: new Date(expires) };
    },

    subscriptionsOf: async (accountId, signal) => {
      const path = `/accounts/${encodeURIComponent(accountId)}`;
      const { subscriptions } = await send(account, { method: 'GET', path }, signal);
      const all = await Promise.all(subscriptions.slice(-maxSubscriptions).map((id) => subscription(id, signal)));
      return all.filter((one) => one !== undefined).filter(({ state }) => state !== 'deactivated');
    },

    manageUrl: async (accountId, signal) => {
      const path = `/accounts/${encodeURIComponent(accountId)}/authenticate`;
      const [first] = (await send(manage, { method: 'GET', path }, signal)).accounts;
      if (!first) throw unreadable();
      return first.url;
    },
  };
};

/** The provider reports unknown ids as 400 with that text, or as 404. */
const isUnknown = ({ status, text }: PaymentResponse): boolean =>
  status === 404 || (status === 400 && /not found/i.test(text));

const unreadable = (cause?: unknown) =>
  new PaymentFailure('The response of the payment provider cannot be read.', { cause });

function read<T extends z.core.$ZodType>(schema: T, text: string): z.output<T> {
  try {
    return z.parse(schema, JSON.parse(text));
  } catch (error) {
    throw unreadable(error);
  }
}

/** The text of a response without an error. Only the number of an error is passed on: its text may contain anything. */
function successful({ status, text }: PaymentResponse): string {
  if (status >= 200 && status < 300) return text;
  const isRefusal = status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status);
  throw new PaymentFailure(`The payment provider responded ${status}.`, { isRefusal });
}

function refuseFailed({ result, error }: z.output<typeof outcome>): void {
  if (result === 'success') return;
  const why = Object.values(error ?? {})
    .join(' ')
    .replace(/\p{C}+/gu, ' ')
    .slice(0, 200);
  throw new PaymentFailure(`The payment provider refused the change${why === '' ? '.' : `: ${why}`}`, {
    isRefusal: true,
  });
}
