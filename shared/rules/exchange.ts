/** How documents travel (spec 1 section 2: tiles per channel). `Network` is a query network such as Carequality. */
export const channels = ['Direct', 'Fax', 'Network'] as const;
export type Channel = (typeof channels)[number];

/** Seen from the organization: documents that come in, documents that go out. */
export const directions = ['Inbound', 'Outbound'] as const;
export type Direction = (typeof directions)[number];

/** Stored number of a message's type: 1 came in and its documents are processed (spec 1 section 2), 2 is sent out. */
export const messageTypes = { intake: 1, release: 2 } as const;

/** States of a workflow. Failed: its attempts are used up, or what failed cannot pass by itself; a retry goes on from there. */
export const workflowStatuses = ['Pending', 'In Progress', 'Completed', 'Failed', 'Retrying', 'Canceled'] as const;
export type WorkflowStatus = (typeof workflowStatuses)[number];

/** States of a step; `Retry` is what a person's retry sets (spec 1 section 4), `Retrying` waits for the next attempt by itself. */
export const stepStatuses = ['Pending', 'In Progress', 'Completed', 'Failed', 'Retrying', 'Retry'] as const;

/** The steps of each workflow in their order. */
export const workflowSteps = {
  MessageSendWorkflow: ['Validate', 'PrepareAttachments', 'ResolveRoutes', 'Deliver', 'Notify'],
  MessageReceiveWorkflow: ['Accept', 'Route', 'Notify'],
  ProcessWorkflow: ['Identify', 'Extract', 'Preview'],
} as const;
export type StepName = (typeof workflowSteps)[keyof typeof workflowSteps][number];

/** Why a step failed, as failure groups and alerts count it. Each has a text for people. */
export const stepErrors = {
  'no-route': 'There is no route to this address: no organization here has it and no mail relay is set up.',
  'unknown-recipient': 'No organization has this address.',
  'recipient-disabled': 'The receiving organization or its address is switched off.',
  'relay-refused': 'The mail relay refused the message for good.',
  'relay-unavailable': 'The mail relay could not be reached or asked to come back later.',
  'delivery-unknown': 'The server stopped while the relay was taking the message: it may have been delivered.',
  'attachment-refused': 'An attachment is damaged, hostile or not of a kind that can be sent.',
  'attachment-unreadable': 'An attachment could not be read.',
  'processing-timeout': 'An attachment took longer to process than is allowed.',
  'processing-memory': 'An attachment took more memory to process than is allowed.',
  'invalid-message': 'The message cannot be sent as it is.',
  interrupted: 'The server stopped during the last attempt.',
  internal: 'Something went wrong on our side.',
} as const;
export type StepError = keyof typeof stepErrors;

/** Whether a text is the code of a step's error. */
export const isStepError = (code: string): code is StepError => Object.hasOwn(stepErrors, code);

/** Events in the life of a message (spec 3 section 3, and our own for what the spec has no word for). */
export const exchangeEvents = [
  'Received',
  'Sent',
  'Delivered',
  'Processed',
  'Failed',
  'Bounced',
  'Forwarded',
  'Duplicate',
  'Retried',
  'Revealed',
] as const;
export type ExchangeEvent = (typeof exchangeEvents)[number];

/** Whether a delivery may already have happened, so that a retry needs `allowDuplicate` (the duplicate-delivery guard). */
export const mayDuplicate = (errorCode: string | null): boolean => errorCode === 'delivery-unknown';

/** Kinds of rules that raise system alerts. */
export const alertTypes = ['FailureRate', 'QueueAge', 'Silence', 'StepExhausted'] as const;
export type AlertType = (typeof alertTypes)[number];

/** Life of an alert; `status` (Triggered, Warn, else success: spec 1 section 4) is what it says while it is open. */
export const alertStates = ['open', 'acknowledged', 'resolved'] as const;
export type AlertState = (typeof alertStates)[number];

/** States of a bulk retry job, and of a workflow in it. */
export const retryJobStateNames = ['Running', 'Paused', 'Canceled', 'Completed'] as const;
export const retryItemStatusNames = ['Pending', 'Retried', 'Completed', 'Failed', 'Skipped'] as const;

/** Size limits of the exchange, in bytes and counts. */
export const exchangeLimits = {
  messageBytes: 25 * 1024 * 1024,
  attachmentBytes: 20 * 1024 * 1024,
  attachments: 50,
  recipients: 50,
} as const;
