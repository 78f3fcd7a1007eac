import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './ids.ts';
import { dateTime } from './dateTime.ts';
import { requiredText } from './texts.ts';

const access = ['SysAdmin'] as const;
const own =
  'A plan of bulk changes is used once, and on a protected profile a second administrator approves it (design of the bulk engine); only the server can watch over both.';

const planParams = z.strictObject({ planId: id });
const person = z.object({ id: z.string(), name: z.string() });

/** A stored plan without its rows: what identifies it, who approved it and which run used it. */
export const bulkPlan = z.object({
  id,
  sha256: z.string(),
  action: z.string(),
  rows: z.int(),
  /** Subject of whoever made it, as the plan itself says. */
  createdBy: z.string(),
  expiresAt: z.iso.datetime(),
  approvedBy: person.nullable(),
  approvedAt: z.iso.datetime().nullable(),
  usedBy: person.nullable(),
  usedAt: z.iso.datetime().nullable(),
  /** The only run that may apply it. */
  runId: z.string().nullable(),
});
export type BulkPlan = z.output<typeof bulkPlan>;

const identity = {
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal digits'),
  action: requiredText(100),
  rows: z.int().min(0).max(100_000_000),
  createdBy: requiredText(200),
  expiresAt: dateTime,
};

/** Plans of bulk changes: approved by a second administrator, used by one run. */
export const bulkplans = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/bulkplans/{planId}',
    summary: 'Who approved a plan of bulk changes, and which run used it',
    access,
    params: planParams,
    response: { kind: 'json', schema: bulkPlan },
    errors: ['E-NOT-FOUND'],
    beyondSpec: own,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/admin/bulkplans/{planId}/approval',
    summary: 'Approve a plan of another administrator; approving it again changes nothing',
    access,
    params: planParams,
    body: z.strictObject(identity),
    response: { kind: 'json', schema: bulkPlan },
    errors: ['E-PLAN-SELF-APPROVED', 'E-PLAN-ALTERED', 'E-PLAN-EXPIRED', 'E-PLAN-USED'],
    beyondSpec: own,
  }),
  use: endpoint({
    method: 'POST',
    path: '/api/admin/bulkplans/{planId}/use',
    summary: 'Claim a plan for one run; the same run may claim it again, no other one ever',
    access,
    params: planParams,
    body: z.strictObject({
      ...identity,
      runId: z.string().regex(/^[\w.:-]{1,100}$/, 'must be 1 to 100 letters, digits, . _ : or -'),
      needsApproval: z.boolean(),
    }),
    response: { kind: 'json', schema: bulkPlan },
    errors: ['E-PLAN-SELF-APPROVED', 'E-PLAN-NOT-APPROVED', 'E-PLAN-ALTERED', 'E-PLAN-EXPIRED', 'E-PLAN-USED'],
    beyondSpec: own,
  }),
};
