/** Errors of identity proofing; part of the catalogue in errors.ts. */
export const proofingErrors = {
  'E-PROOFING-STEP': {
    status: 409,
    message: 'The identity verification of your organization is at another step.',
    hint: 'Load the profile again: idProofProcessStatus names the step.',
  },
  'E-PROOFING-TERMS': {
    status: 409,
    message: 'Your organization has not accepted the license agreement.',
    hint: 'Accept the license agreement first.',
  },
  'E-PROOFING-OFF': {
    status: 409,
    message: 'Failed to start the identity verification process.',
    hint: 'This installation has no identity provider: set IDPROOFING_URL.',
  },
  'E-PROOFING-UNAVAILABLE': {
    status: 503,
    message: 'The identity provider does not respond.',
    hint: 'Nothing was changed. Try again later.',
  },
  'E-PROOFING-PENDING': {
    status: 409,
    message: 'The identity provider has not returned a result yet.',
    hint: 'Complete the verification in the window of the identity provider first.',
  },
  'E-PROOFING-USED': {
    status: 409,
    message: 'Identity verification validation has failed.',
    hint: 'This verification was validated before. Start a new one.',
  },
  'E-PROOFING-EXPIRED': {
    status: 409,
    message: 'Identity verification validation has failed.',
    hint: 'The verification took longer than 30 minutes. Start a new one.',
  },
  'E-PROOFING-CANCELED': {
    status: 409,
    message: 'The identity verification was canceled at the identity provider.',
    hint: 'Start it again.',
  },
  'E-PROOFING-INVALID': {
    status: 400,
    message: 'Identity verification validation has failed.',
    hint: 'The result of the identity provider is not genuine or not for this verification. Start a new one.',
  },
  'E-PROOFING-DECIDED': {
    status: 409,
    message: 'Another reviewer has decided on this document.',
    hint: 'Load it again to see the decision.',
  },
  'E-PROOFING-QUESTIONS-OFF': {
    status: 409,
    message: 'Failed to start the identity verification process.',
    hint: 'This installation has no provider of identity questions: set KNOWLEDGE_URL.',
  },
  'E-PROOFING-QUIZ-EXPIRED': {
    status: 409,
    message: 'The time for the answers is over.',
    hint: 'Submit the identity again to get new questions.',
  },
} as const;
