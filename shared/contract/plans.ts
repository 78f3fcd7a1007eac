import { z } from 'zod';
import { maxMonthlyPriceCents, planFeatures } from '../rules/plan.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { pageNumber, pageOf, pageSize, search, sortDir } from './paging.ts';
import { serverSet, requiredText, uniqueName, version } from './texts.ts';

const access = ['SysAdmin'] as const;
const drops = ['/api/admin/plans'] as const;
const own = 'Plans are administered (spec 1 section 2 uses them); spec 1 section 7 says their path is not shown.';

/** `allowedUsers` -1 means unlimited (spec 1 section 3). */
export const planItem = z.object({
  id,
  name: z.string(),
  tierCode: z.string(),
  allowedUsers: z.int().min(-1),
  /** Price of a month in cents of US dollars. */
  monthlyPriceCents: z.int(),
  /** What the plan includes beyond sending and receiving. */
  features: z.array(z.enum(planFeatures)),
});
export type PlanItem = z.output<typeof planItem>;

export const plan = planItem.extend({ organizationCount: z.int(), version: z.int() });
export type Plan = z.output<typeof plan>;

const fields = {
  name: uniqueName(255),
  tierCode: requiredText(50),
  allowedUsers: z
    .int()
    .min(-1)
    .max(1_000_000)
    .refine((count) => count !== 0, 'must be -1 (unlimited) or at least 1'),
};
const monthlyPriceCents = z.int().min(0).max(maxMonthlyPriceCents);
const features = z
  .array(z.enum(planFeatures))
  .transform((listed) => planFeatures.filter((feature) => listed.includes(feature)));

/** Subscription plans an organization can have. */
export const plans = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/plans',
    summary: 'Subscription plans an organization can have',
    access,
    query: z.strictObject({ search, sortDir, pageNumber, pageSize }),
    response: { kind: 'json', schema: pageOf(planItem) },
    errors: [],
    cacheSeconds: 60,
    beyondSpec: own,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/plans',
    summary: 'Add a plan',
    access,
    body: z.strictObject({
      ...fields,
      monthlyPriceCents: monthlyPriceCents.default(0),
      features: features.default([...planFeatures]),
    }),
    response: { kind: 'json', schema: plan, status: 201 },
    errors: ['E-NAME-TAKEN'],
    invalidates: drops,
    beyondSpec: own,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/plans/{id}',
    summary: 'One plan with the number of its organizations',
    access,
    params: idParams,
    response: { kind: 'json', schema: plan },
    errors: ['E-NOT-FOUND'],
    beyondSpec: own,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/admin/plans/{id}',
    summary: 'Change a plan; organizations that would no longer fit keep it',
    access,
    params: idParams,
    body: z.strictObject({
      name: fields.name.optional(),
      tierCode: fields.tierCode.optional(),
      allowedUsers: fields.allowedUsers.optional(),
      monthlyPriceCents: monthlyPriceCents.optional(),
      features: features.optional(),
      version,
      id: serverSet,
      organizationCount: serverSet,
    }),
    response: { kind: 'json', schema: plan },
    errors: ['E-NOT-FOUND', 'E-NAME-TAKEN', 'E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
    beyondSpec: own,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/admin/plans/{id}',
    summary: 'Delete a plan that no organization has',
    access,
    params: idParams,
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND', 'E-IN-USE', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
    beyondSpec: own,
  }),
};
