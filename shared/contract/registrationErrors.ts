/** Errors of registration; part of the catalogue in errors.ts. */
export const registrationErrors = {
  'E-REGISTRATION-CLOSED': {
    status: 409,
    message: 'Nobody can register on this installation.',
    hint: 'Write to support to get an account.',
  },
  'E-REGISTRATION-LIMIT': {
    status: 429,
    message: 'Too many registrations were started.',
    hint: 'Look for the mail that you have, also among the unwanted ones, or try again as late as Retry-After says.',
  },
  'E-REGISTRATION-LINK': {
    status: 400,
    message: 'This link is not valid.',
    hint: 'Open the link of the last mail, or start again with your e-mail address.',
  },
  'E-REGISTRATION-REPLACED': {
    status: 410,
    message: 'A later mail has another link, and this one does not work any more.',
    hint: 'Open the link of the last mail, or start again with your e-mail address.',
  },
  'E-REGISTRATION-EXPIRED': {
    status: 410,
    message: 'This link is older than 24 hours and does not work any more.',
    hint: 'Start again with your e-mail address to get another one.',
  },
  'E-REGISTRATION-USED': {
    status: 410,
    message: 'This link was used: the organization is registered.',
    hint: 'Sign in with your e-mail address and the password that you chose.',
  },
  'E-REGISTRATION-ENDED': {
    status: 409,
    message: 'The registration was completed, canceled or replaced.',
    hint: 'Load the registrations again: the state says which of these it was.',
  },
} as const;
