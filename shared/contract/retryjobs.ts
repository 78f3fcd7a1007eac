import { z } from 'zod';
import { retryItemStatusNames, retryJobStateNames } from '../rules/exchange.ts';
import { endpoint } from './endpoint.ts';
import { channel, direction, gridFilter } from './exchangeSchemas.ts';
import { id, idParams } from './ids.ts';
import { dateTime } from './dateTime.ts';
import { listOf, pageNumber, pageOf } from './paging.ts';
import { requiredLines } from './texts.ts';

const access = ['SysAdmin'] as const;
const own =
  'Bulk retry of workflows by selection or by filter, with eligibility and reason for each (design of the inspector).';
const ownGroups = 'Failures are repaired by kind, not one by one (design of the inspector).';

const count = z.int().nonnegative();
const when = z.iso.datetime();

/** Which workflows: by id, or all that match the grid's filters when the job is made. */
const selection = z.union([
  z.strictObject({ workflowIds: z.array(id).min(1).max(5000) }),
  z.strictObject({ filtering: z.array(gridFilter).min(1).max(20) }),
]);

const planItem = z.object({
  workflowId: id,
  mailMessageId: z.int(),
  stepName: z.string().nullable(),
  isEligible: z.boolean(),
  /** Why not, or what to know first: `completed`, `running`, `canceled`, `may-duplicate`, `gone`. */
  reason: z.string().nullable(),
  errorCode: z.string().nullable(),
});

export const retryJob = z.object({
  id,
  createdAt: when,
  createdBy: z.string(),
  /** Names may be the same; this one is not. */
  createdById: z.string(),
  reason: z.string(),
  state: z.enum(retryJobStateNames),
  /** total = pending + retried (under way) + completed + failed + skipped, always. */
  total: count,
  pending: count,
  retried: count,
  completed: count,
  failed: count,
  skipped: count,
  perSecond: z.number(),
  ofJobId: id.nullable(),
  finishedAt: when.nullable(),
  version: z.int(),
});
export type RetryJob = z.output<typeof retryJob>;

export const retryJobItem = z.object({
  workflowId: id,
  mailMessageId: z.int(),
  stepName: z.string().nullable(),
  status: z.enum(retryItemStatusNames),
  reason: z.string().nullable(),
  at: when.nullable(),
});
export type RetryJobItem = z.output<typeof retryJobItem>;

const failureGroup = z.object({
  workflowType: z.string(),
  stepName: z.string(),
  errorCode: z.string(),
  error: z.string(),
  channel,
  direction,
  organizationId: id.nullable(),
  organizationName: z.string().nullable(),
  count,
  firstAt: when,
  lastAt: when,
});
export type FailureGroup = z.output<typeof failureGroup>;

const stateChange = (verb: string, summary: string) =>
  ({
    method: 'PUT',
    path: `/api/admin/retryjobs/{id}/${verb}`,
    summary,
    access,
    params: idParams,
    response: { kind: 'json', schema: retryJob },
    errors: ['E-NOT-FOUND', 'E-PRECONDITION-FAILED', 'E-RETRY-JOB-STATE'],
    beyondSpec: own,
  }) as const;

/** Bulk retry of workflows, and what there is to retry. */
export const retryjobs = {
  failureGroups: endpoint({
    method: 'GET',
    path: '/api/admin/failuregroups',
    summary: 'Failed workflows by step, error, channel and, if requested, organization; the largest group first',
    access,
    query: z.strictObject({
      byOrganization: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).optional(),
      from: dateTime.optional(),
      to: dateTime.optional(),
    }),
    response: { kind: 'json', schema: listOf(failureGroup) },
    errors: [],
    beyondSpec: ownGroups,
  }),
  plan: endpoint({
    method: 'POST',
    path: '/api/admin/retryjobs/plan',
    summary: 'Which workflows would be retried and why the others would not; changes nothing',
    access,
    readOnly: true,
    body: z.strictObject({ selection, allowDuplicate: z.boolean().optional() }),
    response: {
      kind: 'json',
      schema: z.object({
        total: count,
        eligible: count,
        /** Why the rest is not: reason and how many. */
        reasons: z.array(z.object({ reason: z.string(), count })),
        /** The first 100. */
        items: z.array(planItem),
      }),
    },
    errors: [],
    beyondSpec: own,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/retryjobs',
    summary: 'Retry the failed step of many workflows, paced, with a result for each',
    access,
    body: z.strictObject({
      selection,
      reason: requiredLines(1000),
      allowDuplicate: z.boolean().optional(),
      perSecond: z.number().min(0.1).max(200).optional(),
    }),
    response: { kind: 'json', schema: retryJob, status: 201 },
    errors: ['E-RETRY-NOTHING'],
    beyondSpec: own,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/retryjobs',
    summary: 'Retry jobs, newest first',
    access,
    query: z.strictObject({ pageNumber, pageSize: z.coerce.number().int().min(1).max(100).default(10) }),
    response: { kind: 'json', schema: pageOf(retryJob) },
    errors: [],
    beyondSpec: own,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/retryjobs/{id}',
    summary: 'A retry job with its counts',
    access,
    params: idParams,
    response: { kind: 'json', schema: retryJob },
    errors: ['E-NOT-FOUND'],
    beyondSpec: own,
  }),
  items: endpoint({
    method: 'GET',
    path: '/api/admin/retryjobs/{id}/items',
    summary: 'The workflows of a retry job with what came of each',
    access,
    params: idParams,
    query: z.strictObject({
      status: z.enum(retryItemStatusNames).optional(),
      pageNumber,
      pageSize: z.coerce.number().int().min(1).max(5000).default(25),
    }),
    response: { kind: 'json', schema: pageOf(retryJobItem) },
    errors: ['E-NOT-FOUND'],
    beyondSpec: own,
  }),
  pause: endpoint(stateChange('pause', 'Pause a running retry job: what is under way finishes')),
  resume: endpoint(stateChange('resume', 'Go on with a paused retry job')),
  cancel: endpoint(stateChange('cancel', 'End a retry job: what has not begun is skipped')),
  retryFailed: endpoint({
    method: 'POST',
    path: '/api/admin/retryjobs/{id}/retryfailed',
    summary: 'A new job of those that failed again in this one',
    access,
    params: idParams,
    body: z.strictObject({ reason: requiredLines(1000), allowDuplicate: z.boolean().optional() }),
    response: { kind: 'json', schema: retryJob, status: 201 },
    errors: ['E-NOT-FOUND', 'E-RETRY-JOB-STATE', 'E-RETRY-NOTHING'],
    beyondSpec: own,
  }),
};
