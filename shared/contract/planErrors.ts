/** What a plan of bulk changes is refused for by the server; part of the error catalogue (errors.ts). */
export const planErrors = {
  'E-PLAN-ALTERED': { status: 409, message: 'The plan was changed since it was made.', hint: 'Make a new plan.' },
  'E-PLAN-EXPIRED': { status: 409, message: 'The plan is older than 24 hours.', hint: 'Make a new plan.' },
  'E-PLAN-USED': {
    status: 409,
    message: 'The plan was used already.',
    hint: 'A plan is applied once: go on with its run, or make a new plan.',
  },
  'E-PLAN-NOT-APPROVED': {
    status: 403,
    message: 'The plan was not approved.',
    hint: 'Store the plan with --plan-out of bulk plan, bulk undo or bulk retry, let a second administrator run carepost bulk approve <plan>, then run carepost bulk apply --plan <plan>.',
  },
  'E-PLAN-SELF-APPROVED': {
    status: 403,
    message: 'An administrator cannot approve a plan that they made or apply.',
    hint: 'Let an administrator approve it who neither made it nor applies it.',
  },
} as const;
