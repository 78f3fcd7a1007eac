import { z } from 'zod';
import {
  webhookAuthenticationNames,
  webhookDeliveryStatuses,
  webhookEventNames,
  webhookLimits,
} from '../rules/webhook.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { flag, listOf, pageNumber, pageOf, pageSize, search, sortDir } from './paging.ts';
import { noNul, noNulText, requiredText, serverSet, version } from './texts.ts';

/** Administrators manage the webhooks of their organization (spec 3 section 1), platform administrators all of them. */
const access = ['SysAdmin', 'Administrator'] as const;

const event = z.enum(webhookEventNames);
const authenticationType = z.enum(webhookAuthenticationNames);
const time = z.iso.datetime();

/** Where events are posted to; `organizationId` null: a webhook of the platform, which gets the events of every organization. */
export const webhook = z.object({
  id,
  name: z.string(),
  organizationId: id.nullable(),
  organizationName: z.string().nullable(),
  url: z.string(),
  events: z.array(event),
  authenticationType,
  userName: z.string().nullable(),
  hasSecret: z.boolean(),
  isEnabled: z.boolean(),
  /** Since when no delivery has succeeded; null after a success. */
  failingSince: time.nullable(),
  /** When the server disabled it after days of failures (docs/operations.md); null while it is enabled or a user disabled it. */
  disabledByFailuresAt: time.nullable(),
  /** Deliveries that wait for an attempt, and those that failed for good. */
  pendingCount: z.int(),
  failedCount: z.int(),
  createdAt: time,
  createdBy: z.string(),
  modifiedAt: time,
  modifiedBy: z.string(),
  version: z.int(),
});
export type Webhook = z.output<typeof webhook>;

/** A saved webhook with the signing secret that this save generated; no other response has it. */
const savedWebhook = webhook.extend({ secret: z.string().nullable() });
export type SavedWebhook = z.output<typeof savedWebhook>;

/** One event on its way to one webhook. */
export const webhookDelivery = z.object({
  id,
  webhookId: id,
  webhookName: z.string(),
  /** The same for every webhook that gets the event, and in every attempt. */
  eventId: id,
  eventType: z.string(),
  sequence: z.int(),
  isTest: z.boolean(),
  occurredAt: time,
  organizationId: id.nullable(),
  status: z.enum(webhookDeliveryStatuses),
  attemptCount: z.int(),
  nextAttemptAt: time.nullable(),
  completedAt: time.nullable(),
  /** Of the last attempt. */
  responseStatus: z.int().nullable(),
  error: z.string().nullable(),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

const webhookAttempt = z.object({
  number: z.int(),
  startedAt: time,
  durationMs: z.int(),
  /** Without the values that authenticate the call. */
  requestHeaders: z.record(z.string(), z.string()),
  responseStatus: z.int().nullable(),
  /** Its first 2000 characters; values that authenticate the call are replaced. */
  responseBody: z.string().nullable(),
  error: z.string().nullable(),
});
export type WebhookAttempt = z.output<typeof webhookAttempt>;

const webhookDeliveryDetail = webhookDelivery.extend({ body: z.string(), attempts: z.array(webhookAttempt) });
export type WebhookDeliveryDetail = z.output<typeof webhookDeliveryDetail>;

const choice = z.object({ id: z.string(), name: z.string() });
const url = z.string().trim().min(1, 'is required').max(webhookLimits.url);
const secret = z.string().min(1, 'is required').max(webhookLimits.secret).regex(noNul, noNulText);
const userName = requiredText(webhookLimits.userName).nullable().optional();

/** A webhook as a caller saves it. */
const webhookBody = z.strictObject({
  id: id.optional(),
  name: requiredText(webhookLimits.name).optional(),
  /** Set when it is added; null or left out by a platform administrator: a webhook of the platform. */
  organizationId: id.nullable().optional(),
  url: url.optional(),
  events: z.array(event).min(1, 'needs at least one event').optional(),
  authenticationType: authenticationType.optional(),
  userName,
  /** Password or bearer token; left out: the stored one stays. */
  secret: secret.optional(),
  /** True: the server generates another signing secret. */
  renewSecret: z.boolean().optional(),
  isEnabled: z.boolean().optional(),
  version,
  organizationName: serverSet,
  hasSecret: serverSet,
  failingSince: serverSet,
  disabledByFailuresAt: serverSet,
  pendingCount: serverSet,
  failedCount: serverSet,
  createdAt: serverSet,
  createdBy: serverSet,
  modifiedAt: serverSet,
  modifiedBy: serverSet,
});

/** Webhooks (spec 3 section 7; docs/decisions.md, docs/webhooks.md). */
export const webhooks = {
  list: endpoint({
    method: 'GET',
    path: '/api/webhooks',
    summary: 'Webhooks by name, a page at a time; administrators of an organization get its own',
    access,
    query: z.strictObject({
      search,
      sortDir,
      pageNumber,
      pageSize,
      organizationId: id.optional(),
      isEnabled: flag.optional(),
      /** True: webhooks whose last deliveries failed. */
      isFailing: flag.optional(),
    }),
    response: { kind: 'json', schema: pageOf(webhook) },
    errors: [],
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/webhooks/events',
    summary: 'Events that a webhook can subscribe to',
    access,
    response: { kind: 'json', schema: listOf(choice.extend({ isPlatformOnly: z.boolean() })) },
    errors: [],
  }),
  authenticationTypes: endpoint({
    method: 'GET',
    path: '/api/webhooks/authenticationtypes',
    summary: 'How a receiver can recognize the platform, and where the secret comes from',
    access,
    response: {
      kind: 'json',
      schema: listOf(choice.extend({ secret: z.enum(['none', 'entered', 'generated']), hasUserName: z.boolean() })),
    },
    errors: [],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/webhooks/{id}',
    summary: 'One webhook; never its secret',
    access,
    params: idParams,
    response: { kind: 'json', schema: webhook },
    errors: ['E-NOT-FOUND'],
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/webhooks',
    notRepeatable: true,
    summary: 'Add a webhook, or change the one whose id the body has; the response has a generated secret once',
    access,
    body: webhookBody,
    response: { kind: 'json', schema: savedWebhook },
    errors: ['E-NOT-FOUND', 'E-NAME-TAKEN', 'E-WEBHOOK-LIMIT', 'E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED'],
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/webhooks/check',
    summary: 'Whether a webhook could be saved like this: refuses what the save would refuse, and changes nothing',
    access,
    readOnly: true,
    body: webhookBody,
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND', 'E-NAME-TAKEN', 'E-WEBHOOK-LIMIT', 'E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED'],
    beyondSpec: 'A plan of the command line refuses what the server would refuse.',
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/webhooks/{id}',
    summary: 'Delete a webhook with its delivery log; deliveries that wait are not sent',
    access,
    params: idParams,
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND', 'E-PRECONDITION-FAILED'],
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/webhooks/{id}/test',
    summary: 'Send a test event to a webhook, also to a disabled one: one attempt, in its delivery log',
    access,
    params: idParams,
    response: { kind: 'json', schema: webhookDelivery, status: 202 },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'A webhook is tested before the first event depends on it.',
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/api/webhooks/deliveries',
    summary: 'Delivery log, newest first, a page at a time',
    access,
    query: z.strictObject({
      pageNumber,
      pageSize,
      webhookId: id.optional(),
      status: z.enum(webhookDeliveryStatuses).optional(),
      eventType: z.enum([...webhookEventNames, 'webhook.test']).optional(),
    }),
    response: { kind: 'json', schema: pageOf(webhookDelivery) },
    errors: [],
    beyondSpec: 'Users see which events arrived and why others did not.',
  }),
  delivery: endpoint({
    method: 'GET',
    path: '/api/webhooks/deliveries/{id}',
    summary: 'One delivery with its body, and each attempt with headers and response',
    access,
    params: idParams,
    response: { kind: 'json', schema: webhookDeliveryDetail },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'Users see which events arrived and why others did not.',
  }),
  redeliver: endpoint({
    method: 'POST',
    path: '/api/webhooks/deliveries/{id}/redeliver',
    summary: 'Send a delivery again now, with the same event id and all its attempts',
    access,
    params: idParams,
    response: { kind: 'json', schema: webhookDelivery, status: 202 },
    errors: ['E-NOT-FOUND', 'E-WEBHOOK-UNDERWAY', 'E-WEBHOOK-DISABLED'],
    beyondSpec: 'Events that failed for good are sent after the receiver was repaired.',
  }),
};
