import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { pageNumber, pageOf, pageSize, search, sortDir } from './paging.ts';

/** Records an organization points at. Writing them comes with their own issues (spec 1 section 7, spec 2 section 7). */

export const networkItem = z.object({ id, name: z.string(), isEnabled: z.boolean() });
export type NetworkItem = z.output<typeof networkItem>;

/** `type`: Affiliate 0, Licensing 1. */
export const resellerItem = z.object({
  id,
  name: z.string(),
  type: z.literal([0, 1]),
  urlCode: z.string(),
  color: z.string(),
});
export type ResellerItem = z.output<typeof resellerItem>;

/** `allowedUsers` -1 means unlimited. */
export const planItem = z.object({ id, name: z.string(), tierCode: z.string(), allowedUsers: z.int().min(-1) });
export type PlanItem = z.output<typeof planItem>;

export const brandItem = z.object({
  id,
  name: z.string(),
  appUrl: z.string(),
  primaryColor: z.string(),
  supportEmail: z.string(),
  identityProvider: z.object({ connectionName: z.string().nullable() }),
});
export type BrandItem = z.output<typeof brandItem>;

const lookupQuery = z.strictObject({ search, sortDir, pageNumber, pageSize });

export const networks = {
  list: endpoint({
    method: 'GET',
    path: '/api/networks',
    summary: 'Networks, a page at a time',
    access: ['SysAdmin'],
    query: lookupQuery,
    answer: { kind: 'json', schema: pageOf(networkItem) },
    errors: [],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/networks/{id}',
    summary: 'One network',
    access: ['SysAdmin'],
    params: idParams,
    answer: { kind: 'json', schema: networkItem },
    errors: ['E-NOT-FOUND'],
  }),
};

export const resellers = {
  list: endpoint({
    method: 'GET',
    path: '/api/resellers',
    summary: 'Resellers; a page size of up to 5000 asks for all',
    access: ['SysAdmin'],
    query: lookupQuery,
    answer: { kind: 'json', schema: pageOf(resellerItem) },
    errors: [],
    cacheSeconds: 60,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/resellers/{id}',
    summary: 'One reseller',
    access: ['SysAdmin'],
    params: idParams,
    answer: { kind: 'json', schema: resellerItem },
    errors: ['E-NOT-FOUND'],
  }),
};

export const plans = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/plans',
    summary: 'Subscription plans an organization can have',
    access: ['SysAdmin'],
    query: lookupQuery,
    answer: { kind: 'json', schema: pageOf(planItem) },
    errors: [],
    cacheSeconds: 60,
    beyondSpec: 'The editor needs the plans to choose from; spec 1 section 7 says their path is not shown.',
  }),
};

export const brands = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/brands',
    summary: 'Brands, a page at a time',
    access: ['SysAdmin'],
    query: z.strictObject({ search, sortDir, pageNumber, pageSize: pageSize.default(100) }),
    answer: { kind: 'json', schema: pageOf(brandItem) },
    errors: [],
    cacheSeconds: 60,
  }),
};
