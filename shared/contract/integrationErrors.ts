/** What whitelist entries and webhooks are refused for; part of the error catalogue (errors.ts). */
export const integrationErrors = {
  'E-WHITELIST-EXISTS': {
    status: 409,
    message: 'The whitelist has an entry for this integration and organization already.',
    hint: 'Change that entry instead.',
  },
  'E-WEBHOOK-UNDERWAY': {
    status: 409,
    message: 'This delivery is being sent at this time.',
    hint: 'Wait up to 10 seconds, then look at its result.',
  },
  'E-WEBHOOK-DISABLED': {
    status: 409,
    message: 'The webhook is disabled, so nothing is sent to it.',
    hint: 'Enable the webhook first.',
  },
  'E-WEBHOOK-LIMIT': {
    status: 409,
    message: 'There are 50 webhooks already, the greatest number for one organization and for the platform.',
    hint: 'Add the events to an existing webhook, or delete one that is no longer used.',
  },
} as const;
