import { z } from 'zod';
import { alertStates, directions } from '../rules/exchange.ts';
import { endpoint } from './endpoint.ts';
import {
  alertRule,
  channel,
  direction,
  gridFilter,
  systemAlert,
  workflowRow,
  workflowStatus,
  workflowType,
} from './exchangeSchemas.ts';
import { idParams } from './ids.ts';
import { dateTime } from './dateTime.ts';
import { listOf, pageNumber } from './paging.ts';
import { noNul, noNulText, optionalText, requiredLines, version } from './texts.ts';

/** The dashboard is for both platform roles (spec 1 section 6); the grid lies under the SysAdmin-only parent (spec 1 section 2). */
const dashboard = ['SysAdmin', 'SysAdminReporting'] as const;
const administration = ['SysAdmin'] as const;
const ownAlerts = 'Alerts have a life: open, acknowledged with owner and note, resolved (design of the dashboard).';
const ownRules = 'Which rules raise alerts is set by the administrators of the platform, not in code.';

const count = z.int().nonnegative();
const when = z.iso.datetime();
const statPoint = z.object({ date: when, value: z.number() });

/** A channel's tile (spec 1 section 3). Counts are of the last 24 hours; `dailyStats` has a value for every 10 minutes of them. */
const channelHealth = z.object({
  name: channel,
  success: count,
  failure: count,
  other: count,
  total: count,
  /** OK, Warn or Error: Error is red, Warn is orange, otherwise blue. */
  state: z.enum(['OK', 'Warn', 'Error']),
  /** Why the channel has this state, in a sentence. */
  reason: z.string(),
  dailyStats: z.array(statPoint),
  /** Failures in the same 10 minutes, so that a chart can show them. */
  failureStats: z.array(statPoint),
  /** Workflows that wait or run, and since when the oldest of them waits. */
  queueDepth: count,
  oldestWaiting: when.nullable(),
  /** When the last message of the channel came or went; how long it has been silent is the reader's to say. */
  lastMessageAt: when.nullable(),
});
export type ChannelHealth = z.output<typeof channelHealth>;

const gridPage = {
  pageNumber,
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
};
const sortField = z.enum(['createdTime', 'type', 'status', 'channel', 'hispMessageId', 'organizationName', 'duration']);
const gridSort = z.strictObject({
  field: sortField.default('createdTime'),
  dir: z.enum(['asc', 'desc']).default('desc'),
});

const gridAnswer = z.object({
  messageHealthDataValues: z.array(workflowRow),
  messageHealthDataValuesCount: count,
});

const oneWorker = z.object({
  id: z.string(),
  host: z.string(),
  startedAt: when,
  lastSeenAt: when,
  isAlive: z.boolean(),
  running: count,
  done: count,
  failed: count,
});

/** How the exchange is doing (spec 1 sections 2, 3 and 7). */
export const diagnostics = {
  worker: endpoint({
    method: 'GET',
    path: '/api/diagnostics/worker',
    summary: 'Worker processes, what they did, and the queue: depth, oldest waiting job, jobs by task',
    access: dashboard,
    response: {
      kind: 'json',
      schema: z.object({
        at: when,
        workers: z.array(oneWorker),
        queue: z.object({
          ready: count,
          scheduled: count,
          running: count,
          failed: count,
          oldestReadySeconds: z.number().nullable(),
        }),
        tasks: z.array(z.object({ name: z.string(), waiting: count, running: count, failed: count })),
        documentThreads: z.object({ busy: count, total: count, waiting: count }),
      }),
    },
    errors: [],
  }),
  stats: endpoint({
    method: 'GET',
    path: '/api/diagnostics/stats',
    summary:
      'Messages and conversions of the last hours in steps: 1 minute up to 3 hours, 10 minutes up to 48, then hours',
    access: dashboard,
    query: z.strictObject({ hours: z.coerce.number().int().min(1).max(744).default(1) }),
    response: { kind: 'json', schema: z.object({ messages: z.array(statPoint), conversions: z.array(statPoint) }) },
    errors: [],
  }),
  messageCounts: endpoint({
    method: 'GET',
    path: '/api/diagnostics/messaging/messageCounts',
    summary:
      'Inbound and outbound channels with counts, state, 24-hour series and queue; the latest workflows that failed',
    access: dashboard,
    response: {
      kind: 'json',
      schema: z.object({
        at: when,
        inboundMessages: z.array(channelHealth),
        outboundMessages: z.array(channelHealth),
        /** Workflows of the last 24 hours by type and status. */
        results: z.array(
          z.object({ type: workflowType, status: workflowStatus, direction: z.enum(directions), channel, count }),
        ),
      }),
    },
    errors: [],
  }),
  systemAlerts: endpoint({
    method: 'GET',
    path: '/api/diagnostics/messaging/systemalerts',
    summary: 'System alerts: open and acknowledged ones, or with state=resolved those of the last 30 days',
    access: dashboard,
    query: z.strictObject({ state: z.enum(alertStates).optional() }),
    response: { kind: 'json', schema: listOf(systemAlert) },
    errors: [],
  }),
  workflows: endpoint({
    method: 'GET',
    path: '/api/diagnostics/messaging/workflows',
    summary: 'A page of workflows, newest first, by equality filters',
    access: administration,
    audited: true,
    query: z.strictObject({
      ...gridPage,
      status: workflowStatus.optional(),
      type: workflowType.optional(),
      channel: channel.optional(),
      direction: direction.optional(),
      organizationId: idParams.shape.id.optional(),
      search: z.string().trim().max(200).regex(noNul, noNulText).optional(),
      from: dateTime.optional(),
      to: dateTime.optional(),
    }),
    response: { kind: 'json', schema: gridAnswer },
    errors: [],
  }),
  search: endpoint({
    method: 'POST',
    path: '/api/diagnostics/messaging/workflows/_search',
    summary: 'A page of workflows by column filters and order; changes nothing',
    access: administration,
    audited: true,
    readOnly: true,
    body: z.strictObject({
      paging: z.strictObject({ pageNumber: pageNumber, pageSize: gridPage.pageSize }).optional(),
      sorting: z.array(gridSort).max(3).optional(),
      filtering: z.array(gridFilter).max(20).optional(),
    }),
    response: { kind: 'json', schema: gridAnswer },
    errors: [],
  }),
  acknowledgeAlert: endpoint({
    method: 'PUT',
    path: '/api/diagnostics/messaging/systemalerts/{id}/acknowledge',
    summary: 'Take an open alert over, with a note; it stays until what raised it is over, or it is resolved by hand',
    access: administration,
    params: idParams,
    body: z.strictObject({ note: optionalText(1000), owner: optionalText(200), version }),
    response: { kind: 'json', schema: systemAlert },
    errors: ['E-NOT-FOUND', 'E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED', 'E-ALERT-RESOLVED'],
    beyondSpec: ownAlerts,
  }),
  resolveAlert: endpoint({
    method: 'PUT',
    path: '/api/diagnostics/messaging/systemalerts/{id}/resolve',
    summary: 'Resolve an alert by hand, with a note; the rule opens a new one when it finds cause again',
    access: administration,
    params: idParams,
    body: z.strictObject({ note: requiredLines(1000), version }),
    response: { kind: 'json', schema: systemAlert },
    errors: ['E-NOT-FOUND', 'E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED', 'E-ALERT-RESOLVED'],
    beyondSpec: ownAlerts,
  }),
  alertRules: endpoint({
    method: 'GET',
    path: '/api/diagnostics/messaging/alertrules',
    summary: 'The rules that raise system alerts',
    access: administration,
    response: { kind: 'json', schema: listOf(alertRule) },
    errors: [],
    beyondSpec: ownRules,
  }),
  updateAlertRule: endpoint({
    method: 'PUT',
    path: '/api/diagnostics/messaging/alertrules/{id}',
    summary: 'Change the threshold, window, severity or switch of a rule',
    access: administration,
    params: idParams,
    body: z.strictObject({
      threshold: z.int().min(1).max(1_000_000).optional(),
      windowMinutes: z.int().min(1).max(1440).optional(),
      minimumMessages: z.int().min(1).max(1_000_000).optional(),
      severity: z.enum(['Triggered', 'Warn']).optional(),
      isEnabled: z.boolean().optional(),
      version,
    }),
    response: { kind: 'json', schema: alertRule },
    errors: ['E-NOT-FOUND', 'E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED'],
    beyondSpec: ownRules,
  }),
};
