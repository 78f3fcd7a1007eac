import { z } from 'zod';
import { alertStates, alertTypes, channels, directions, stepStatuses, workflowStatuses } from '../rules/exchange.ts';
import { workflowTypes } from '../rules/workflow.ts';
import { id } from './ids.ts';
import { noNul, noNulText } from './texts.ts';

/** Numbers of messages and attachments: Edm.Int64 on the wire, always within what JavaScript counts exactly. */
export const messageNumber = z.coerce.number('must be a number').int().min(1).max(Number.MAX_SAFE_INTEGER);
export const messageParams = z.strictObject({ id: messageNumber });
export const attachmentParams = z.strictObject({ id: messageNumber, attId: messageNumber });

export const channel = z.enum(channels);
export const direction = z.enum(directions);
export const workflowType = z.enum(workflowTypes);
export const workflowStatus = z.enum(workflowStatuses);

const when = z.iso.datetime();
const count = z.int().nonnegative();

/** One attempt of a step that did not end well, or that was followed by another one. Times as ISO texts. */
export const stepAttempt = z.object({
  attempt: z.int(),
  startTime: when,
  endTime: when.nullable(),
  status: z.string(),
  error: z.string().nullable(),
});

/** A step of a workflow (spec 1 section 3). `elapsed` is in milliseconds; `meta` holds counts, ids and codes, nothing of patients. */
export const workflowStep = z.object({
  stepName: z.string(),
  status: z.enum(stepStatuses),
  startTime: when.nullable(),
  endTime: when.nullable(),
  elapsed: z.number().nullable(),
  meta: z.record(z.string(), z.unknown()),
  attempts: count,
  nextAttemptAt: when.nullable(),
  errorCode: z.string().nullable(),
  error: z.string().nullable(),
  history: z.array(stepAttempt),
});
export type WorkflowStep = z.output<typeof workflowStep>;

/** A notification about a message (spec 1 sections 3 and 4): type 10, 20, 30; status 0 to 4; `duration` in milliseconds. */
export const notification = z.object({
  id,
  type: z.int(),
  target: z.string(),
  status: z.int(),
  createdAt: when,
  completedAt: when.nullable(),
  duration: z.number().nullable(),
  attemptCount: count,
  messages: z.array(z.string()),
});
export type Notification = z.output<typeof notification>;

/** Where one recipient's delivery stands. */
export const delivery = z.object({
  recipient: z.string(),
  route: z.enum(['Local', 'Relay']).nullable(),
  status: z.enum(['Pending', 'Sending', 'Delivered', 'Failed', 'Unknown']),
  deliveredMailMessageId: z.int().nullable(),
  at: when.nullable(),
  error: z.string().nullable(),
});

/** Another workflow of a lineage, with the message it works on: a received copy is a message of its own. */
export const workflowLink = z.object({
  id,
  type: workflowType,
  status: workflowStatus,
  mailMessageId: z.int(),
  relation: z.string(),
});

/** A workflow with all that the inspector shows of it. */
export const workflowDetail = z.object({
  id,
  type: workflowType,
  status: workflowStatus,
  channel,
  direction,
  organizationId: id,
  organizationName: z.string(),
  mailMessageId: z.int(),
  hispMessageId: z.string(),
  createdTime: when,
  completedTime: when.nullable(),
  correlationId: z.string(),
  /** The input of the workflow, without content: `{ name, attachmentsAs, … }`. */
  command: z.record(z.string(), z.unknown()),
  steps: z.array(workflowStep),
  deliveries: z.array(delivery),
  notifications: z.array(notification),
  /** Sent from it, received for it, processed after it: the lineage of the message. */
  related: z.array(workflowLink),
  /** Who requested retries and why, newest first. */
  retries: z.array(z.object({ at: when, by: z.string(), stepName: z.string(), reason: z.string().nullable() })),
  version: z.int(),
});
export type WorkflowDetail = z.output<typeof workflowDetail>;

/** The columns of the workflow grid (spec 1 sections 2 and 3); `duration` in milliseconds. */
export const workflowRow = z.object({
  id,
  type: workflowType,
  status: workflowStatus,
  channel,
  direction,
  createdTime: when,
  completedTime: when.nullable(),
  duration: z.number().nullable(),
  hispMessageId: z.string(),
  organizationId: id,
  organizationName: z.string(),
  failedStep: z.string().nullable(),
  errorCode: z.string().nullable(),
  workflow: z.object({ steps: z.array(workflowStep), duration: z.number().nullable() }),
  mailMessage: z.object({
    mailMessageId: z.int(),
    tenantId: id,
    sender: z.string(),
    mailTo: z.string(),
    origin: z.string(),
    attachmentEvents: z.array(
      z.object({
        mailAttachmentId: z.int(),
        mimeType: z.string(),
        size: count,
        previewStatus: z.string(),
        hasPdfContent: z.boolean(),
        hasCDAContent: z.boolean(),
        hasHl7Content: z.boolean(),
      }),
    ),
  }),
});
export type WorkflowRow = z.output<typeof workflowRow>;

/** A column filter of the grid: fields and modes as the column filter menu sends them. Filters hold together. */
export const gridFilter = z.strictObject({
  field: z.enum([
    'status',
    'type',
    'channel',
    'direction',
    'createdTime',
    'hispMessageId',
    'organizationId',
    'organizationName',
    'sender',
    'mailTo',
    'failedStep',
    'errorCode',
    'mailMessageId',
    'duration',
  ]),
  mode: z.enum(['equals', 'notEquals', 'contains', 'startsWith', 'in', 'lt', 'lte', 'gt', 'gte']),
  value: z.union([
    z.string().max(200).regex(noNul, noNulText),
    z.number(),
    z.array(z.string().max(100).regex(noNul, noNulText)).min(1).max(50),
  ]),
});
export type GridFilter = z.output<typeof gridFilter>;

const alertTypeName = z.enum(alertTypes);

/** A system alert (spec 1 section 3) with its life. `link` opens the grid that shows what it is about, as a path of the web application. */
export const systemAlert = z.object({
  id,
  createdAt: when,
  status: z.enum(['Triggered', 'Warn', 'Resolved']),
  state: z.enum(alertStates),
  name: z.string(),
  alertType: alertTypeName,
  channel: channel.nullable(),
  direction: direction.nullable(),
  /** What was measured and what the rule allows, in the rule's unit: percent, seconds, minutes or workflows. */
  value: z.number(),
  threshold: z.number(),
  owner: z.string().nullable(),
  note: z.string().nullable(),
  acknowledgedAt: when.nullable(),
  resolvedAt: when.nullable(),
  link: z.string(),
  version: z.int(),
});
export type SystemAlert = z.output<typeof systemAlert>;

/** A rule that raises alerts. `threshold` in percent (FailureRate), seconds (QueueAge), minutes (Silence) or workflows (StepExhausted). */
export const alertRule = z.object({
  id,
  name: z.string(),
  alertType: alertTypeName,
  channel: channel.nullable(),
  direction: direction.nullable(),
  threshold: z.number(),
  windowMinutes: z.int(),
  /** Fewer messages than this in the window say nothing. */
  minimumMessages: z.int(),
  severity: z.enum(['Triggered', 'Warn']),
  isEnabled: z.boolean(),
  version: z.int(),
});
export type AlertRule = z.output<typeof alertRule>;
