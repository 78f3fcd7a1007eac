import { z } from 'zod';
import { auditOutcomeNames } from './auditOutcomes.ts';
import { endpoint } from './endpoint.ts';
import { dateTime } from './dateTime.ts';
import { pageNumber, pageOf } from './paging.ts';

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
const runId = z.string().regex(/^[\w.:-]{1,100}$/, 'must be 1 to 100 letters, digits, . _ : or -');

/** Who did what, over all records. */
export const audit = {
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
      /** Id of the record it was about. */
      target: word(200),
      outcome: z.enum(auditOutcomeNames).optional(),
      /** `true`: reads alone; `false`: everything else. */
      isRead: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).optional(),
      /** From this time on; up to but without that one. */
      from: dateTime.optional(),
      to: dateTime.optional(),
      pageNumber,
      pageSize: z.coerce.number().int().min(1).max(200).default(25),
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
