/** Error codes of messages, workflows and documents; part of the catalogue in errors.ts. */
export const exchangeErrors = {
  'E-ODATA': {
    status: 400,
    message: 'The OData query is not valid.',
    hint: 'The text names the option and the place; GET /odata/$metadata lists sets and properties.',
  },
  'E-ALERT-RESOLVED': {
    status: 409,
    message: 'The alert is resolved already.',
    hint: 'Load the alerts again.',
  },
  'E-STEP-UNKNOWN': {
    status: 400,
    message: 'The workflow has no such step.',
    hint: 'GET /api/workflows/{id} lists its steps.',
  },
  'E-STEP-COMPLETED': {
    status: 409,
    message: 'The step is Completed and cannot be retried.',
    hint: 'Retry a step that is not Completed.',
  },
  'E-STEP-RUNNING': {
    status: 409,
    message: 'The step is running.',
    hint: 'Wait until its attempt has ended.',
  },
  'E-STEP-NOT-REACHED': {
    status: 409,
    message: 'The workflow has not come to this step.',
    hint: 'Retry the step that failed; those after it follow by themselves.',
  },
  'E-MAY-DUPLICATE': {
    status: 409,
    message: 'The message may already have been delivered; a retry could deliver it twice.',
    hint: 'Ask the receiver first. To send it anyway, say so (allowDuplicate).',
  },
  'E-RETRY-JOB-STATE': {
    status: 409,
    message: 'The retry job cannot do this in its present state.',
    hint: 'Load the job again.',
  },
  'E-RETRY-NOTHING': {
    status: 409,
    message: 'None of these workflows can be retried.',
    hint: 'POST /api/admin/retryjobs/plan says why for each.',
  },
  'E-REASON-REQUIRED': {
    status: 400,
    message: 'A reason is needed to see the content of messages.',
    hint: 'Send X-Request-Reason with at least 4 characters; it is kept in the audit trail.',
  },
  'E-SENDER-UNKNOWN': {
    status: 400,
    message: 'No organization can send from this address.',
    hint: 'Use an enabled direct address of an activated organization.',
  },
  'E-RECIPIENT-INVALID': {
    status: 400,
    message: 'A recipient is not a valid direct address.',
    hint: 'Correct the recipients named in modelState.',
  },
  'E-CONVERSION': {
    status: 409,
    message: 'The document cannot be converted to this form.',
    hint: 'Take the original, or another form; the text says why.',
  },
} as const;
