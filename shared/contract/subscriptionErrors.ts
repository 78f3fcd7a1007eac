/** What changes of a subscription are refused for; part of the error catalogue (errors.ts). */
export const subscriptionErrors = {
  'E-SUBSCRIPTION-CANCELED': {
    status: 409,
    message: 'The subscription is canceled.',
    hint: 'Reactivate it first.',
  },
  'E-SUBSCRIPTION-ACTIVE': {
    status: 409,
    message: 'The subscription is not canceled.',
    hint: 'There is nothing to reactivate; change the plan instead.',
  },
  'E-SUBSCRIPTION-LICENSED': {
    status: 409,
    message: 'The plan is part of the contract with the reseller of the organization.',
    hint: 'A platform administrator or the reseller can change it.',
  },
  'E-PLAN-FEATURE': {
    status: 403,
    message: 'The plan of your organization does not include this.',
    hint: 'An administrator of your organization can upgrade the subscription plan.',
  },
  'E-UPGRADE-INCLUDED': {
    status: 409,
    message: 'The plan of your organization includes this already.',
    hint: 'Load the page again.',
  },
  'E-UPGRADE-LIMIT': {
    status: 409,
    message: 'You have sent as many requests as are possible within 24 hours.',
    hint: 'Talk to an administrator of your organization.',
  },
  'E-PAYMENT-REFUSED': {
    status: 409,
    message: 'The payment provider refused the change.',
    hint: 'Nothing was changed. Check the subscription at the payment provider.',
  },
  'E-PAYMENT-UNAVAILABLE': {
    status: 503,
    message: 'The payment provider did not respond.',
    hint: 'Nothing was changed. Try again in a few minutes.',
  },
  'E-PAYMENTS-OFF': {
    status: 409,
    message: 'No payment provider is set up.',
    hint: 'A platform administrator can change the plan without a payment, or set PAYMENT_PROVIDER_URL.',
  },
} as const;
