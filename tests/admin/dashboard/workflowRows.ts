import type { WorkflowRow, WorkflowStep } from '../../../shared/contract/exchangeSchemas.ts';

export const step = (change: Partial<WorkflowStep> = {}): WorkflowStep => ({
  stepName: 'Validate',
  status: 'Completed',
  startTime: '2026-08-21T06:00:00.000Z',
  endTime: '2026-08-21T06:00:01.250Z',
  elapsed: 1250,
  meta: {},
  attempts: 1,
  nextAttemptAt: null,
  errorCode: null,
  error: null,
  history: [],
  ...change,
});

/** A workflow as the server gives it; a test says what matters to it. */
export const workflow = (number: number, change: Partial<WorkflowRow> = {}): WorkflowRow => ({
  id: `0191c2a0-0000-7000-8000-${String(number).padStart(12, '0')}`,
  type: 'MessageSendWorkflow',
  status: 'Completed',
  channel: 'Direct',
  direction: 'Outbound',
  createdTime: '2026-08-21T06:00:00.000Z',
  completedTime: '2026-08-21T06:03:12.000Z',
  duration: 192_000,
  hispMessageId: `m-${number}@carepost.example`,
  organizationId: '0191c2a0-0000-7000-8000-0000000000aa',
  organizationName: 'Aspen Clinic',
  failedStep: null,
  errorCode: null,
  workflow: { steps: [step()], duration: 192_000 },
  mailMessage: {
    mailMessageId: number,
    tenantId: '0191c2a0-0000-7000-8000-0000000000aa',
    sender: 'records@aspen.direct.example',
    mailTo: 'records@birch.direct.example',
    origin: 'Direct',
    attachmentEvents: [],
  },
  ...change,
});
