import type { PaymentSubscription } from '../../shared/contract/subscriptionplans.ts';

/** A subscription at the provider, with the customer who pays it. */
export interface ProviderSubscription
  extends Pick<
    PaymentSubscription,
    'id' | 'state' | 'product' | 'currency' | 'priceCents' | 'nextChargeAt' | 'endsAt'
  > {
  readonly accountId: string;
}

export interface Customer {
  readonly organizationId: string;
  readonly company: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

export interface Checkout {
  readonly url: string;
  readonly expiresAt: Date;
}

/** The payment provider. Every call ends within the time of `signal` and rejects with PaymentFailure. */
export interface Payments {
  /** Undefined: the provider does not know the id. */
  subscription(id: string, signal: AbortSignal): Promise<ProviderSubscription | undefined>;
  changeProduct(id: string, product: string, signal: AbortSignal): Promise<void>;
  /** Ends the subscription with the period that is paid; returns its end. */
  cancel(id: string, signal: AbortSignal): Promise<Date>;
  /** Ends the subscription at once. */
  end(id: string, signal: AbortSignal): Promise<void>;
  /** Takes a cancellation back whose period has not ended. */
  resume(id: string, signal: AbortSignal): Promise<void>;
  /** Id of the customer of an organization, who is added where there is none. */
  accountOf(customer: Customer, signal: AbortSignal): Promise<string>;
  /** A page at the provider where the customer pays a new subscription to the product. */
  checkout(accountId: string, product: string, signal: AbortSignal): Promise<Checkout>;
  /** Subscriptions of a customer that are not over. */
  subscriptionsOf(accountId: string, signal: AbortSignal): Promise<ProviderSubscription[]>;
  /** Address where the customer manages card, invoices and subscriptions. */
  manageUrl(accountId: string, signal: AbortSignal): Promise<string>;
}

/** Why a call failed: the provider refused it, or no response could be read in time. */
export class PaymentFailure extends Error {
  override readonly name = 'PaymentFailure';
  readonly isRefusal: boolean;

  constructor(message: string, { isRefusal = false, cause }: { isRefusal?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isRefusal = isRefusal;
  }
}
