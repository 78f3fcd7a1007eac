import { z } from 'zod';
import { auditVerification, verificationQuery } from './auditChain.ts';
import { auditOutcomeNames } from './auditOutcomes.ts';
import { endpoint } from './endpoint.ts';
import { dateTime } from './dateTime.ts';
import { listOf, pageNumber, pageOf } from './paging.ts';

const access = ['SysAdmin'] as const;
const own =
  'Every write and every read of persons or content leaves an audit row (who, when, why, field by field); a run of bulk changes is looked up by its id from terminal, web and support.';

export const auditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actorId: z.string(),
  actorName: z.string(),
  /** Area and name of the call: `organizations.update`. */
  action: z.string(),
  targetType: z.string(),
  targetId: z.string(),
  outcome: z.enum(auditOutcomeNames),
  /** True where the call was to change nothing. */
  isRead: z.boolean(),
  /** Error code of what was not carried out. */
  code: z.string().nullable(),
  reason: z.string().nullable(),
  runId: z.string().nullable(),
  requestId: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type AuditEntry = z.output<typeof auditEntry>;

const count = z.int().nonnegative();

/** A run of bulk changes as the audit rows show it. */
export const auditRun = z.object({
  runId: z.string(),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  /** Who, why and what, each as often as it stands there; the most frequent first, at most 50. */
  actors: z.array(z.object({ id: z.string(), name: z.string(), count })),
  reasons: z.array(z.object({ reason: z.string(), count })),
  actions: z.array(z.object({ action: z.string(), outcome: z.enum(auditOutcomeNames), count })),
  outcomes: z.array(z.object({ outcome: z.enum(auditOutcomeNames), count })),
});
export type AuditRun = z.output<typeof auditRun>;

const noNul = /^[^\0]*$/;
const word = (most: number) =>
  z.string().trim().min(1).max(most).regex(noNul, 'must not contain a NUL character').optional();
const recordType = z.string().regex(/^[A-Za-z]{1,60}$/, 'must be 1 to 60 letters');
const runId = z.string().regex(/^[\w.:-]{1,100}$/, 'must be 1 to 100 letters, digits, . _ : or -');

const period = {
  /** Without one: 14 days before the end (spec 3 section 9). */
  startDate: dateTime.optional(),
  /** Up to but without that time; without one: now. */
  endDate: dateTime.optional(),
};
const auditPageSize = z.coerce.number().int().min(1).max(200).default(25);
/** The query of the calls of spec 3 section 3. */
const trailQuery = {
  ...period,
  /** Actions or areas, separated by commas. */
  eventTypes: word(1000),
  /** A user name, or a part of a person's name. */
  username: word(200),
  pageNumber,
  pageSize: auditPageSize,
};
const entryParams = z.strictObject({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

/** Who did what, over all records. */
export const audit = {
  types: endpoint({
    method: 'GET',
    path: '/api/audit/types',
    summary: 'Types of records and actions that the audit trail has',
    access,
    audited: true,
    response: { kind: 'json', schema: z.object({ types: z.array(z.string()), eventTypes: z.array(z.string()) }) },
    errors: [],
  }),
  user: endpoint({
    method: 'GET',
    path: '/api/audit/user',
    summary: 'What a user did in a period, newest first; without a user name what all did',
    access,
    audited: true,
    query: z.strictObject({ ...trailQuery, eventType: word(100) }),
    response: { kind: 'json', schema: pageOf(auditEntry) },
    errors: [],
  }),
  entries: endpoint({
    method: 'GET',
    path: '/api/audit/entries/{type}',
    summary: 'Entries about records of one type, newest first',
    access,
    audited: true,
    params: z.strictObject({ type: recordType }),
    query: z.strictObject(trailQuery),
    response: { kind: 'json', schema: pageOf(auditEntry) },
    errors: [],
  }),
  verify: endpoint({
    method: 'GET',
    path: '/api/audit/verify',
    summary: 'Verifies a part of the sealed audit trail and names the first event that is not as it was written',
    access,
    audited: true,
    query: verificationQuery,
    response: { kind: 'json', schema: auditVerification },
    errors: [],
    beyondSpec: 'Whether the trail was tampered with has to be provable at any time (quality AD-3).',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/audit/{id}',
    summary: 'One entry of the audit trail',
    access,
    audited: true,
    params: entryParams,
    response: { kind: 'json', schema: auditEntry },
    errors: ['E-NOT-FOUND'],
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/audit/{id}/events',
    summary: 'All entries of the request that an entry belongs to, in their order',
    access,
    audited: true,
    params: entryParams,
    response: { kind: 'json', schema: listOf(auditEntry) },
    errors: ['E-NOT-FOUND'],
  }),
  record: endpoint({
    method: 'GET',
    path: '/api/audit/{type}/{id}',
    summary: 'Entries about one record, newest first',
    access,
    audited: true,
    params: z.strictObject({ type: recordType, id: z.string().trim().min(1).max(200).regex(noNul) }),
    query: z.strictObject(trailQuery),
    response: { kind: 'json', schema: pageOf(auditEntry) },
    errors: [],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'Audit rows with their field changes, newest first',
    access,
    audited: true,
    query: z.strictObject({
      runId: runId.optional(),
      actorId: word(200),
      /** Part of a person's name, without regard to case. */
      actor: word(200),
      /** `organizations.update`, or an area: `organizations`. */
      action: word(100),
      /** Type of the record it was about: `organization`. */
      type: recordType.optional(),
      /** Id of the record it was about. */
      target: word(200),
      outcome: z.enum(auditOutcomeNames).optional(),
      /** `true`: reads alone; `false`: everything else. */
      isRead: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).optional(),
      /** `true`: what the server did by itself, such as sending messages; `false`: what users and service accounts did. */
      isSystem: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).optional(),
      /** From this time on; up to but without that one. */
      from: dateTime.optional(),
      to: dateTime.optional(),
      pageNumber,
      pageSize: auditPageSize,
    }),
    response: { kind: 'json', schema: pageOf(auditEntry) },
    errors: [],
    beyondSpec: own,
  }),
  run: endpoint({
    method: 'GET',
    path: '/api/admin/audit/runs/{runId}',
    summary: 'What a run did: counts by outcome and action, who, why, from when to when',
    access,
    audited: true,
    params: z.strictObject({ runId }),
    response: { kind: 'json', schema: auditRun },
    errors: ['E-NOT-FOUND'],
    beyondSpec: own,
  }),
};
