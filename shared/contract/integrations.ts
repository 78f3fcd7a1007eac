import { z } from 'zod';
import { integrationCapabilities } from '../rules/integration.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { flag, listOf, pageNumber, pageOf, pageSize, search, sortDir } from './paging.ts';

const access = ['SysAdmin'] as const;

/** A kind of record system that organizations can connect (spec 3 section 3); `type` is its key: `Epic`. */
export const integration = z.object({
  id,
  name: z.string(),
  type: z.string(),
  capabilities: z.array(z.enum(integrationCapabilities)),
  /** Who may use it: every organization, those of the whitelist, or none. */
  availability: z.enum(['Everyone', 'Whitelist', 'None']),
  /** Enabled whitelist entries that name an organization. */
  whitelistedCount: z.int(),
});
export type Integration = z.output<typeof integration>;

export const integrationDetail = integration.extend({
  /** Organizations that have the integration. */
  organizationCount: z.int(),
  /** Those of them that the whitelist does not allow to use it. */
  blockedCount: z.int(),
});
export type IntegrationDetail = z.output<typeof integrationDetail>;

/** An organization that has an integration; `connections` are its record systems of this kind by name. */
export const integrationOrganization = z.object({
  id,
  orgId: z.int(),
  name: z.string(),
  subDomain: z.string().nullable(),
  connections: z.array(z.string()),
  isAllowed: z.boolean(),
  isConnected: z.boolean(),
});
export type IntegrationOrganization = z.output<typeof integrationOrganization>;

/** Integrations of the platform (spec 1 section 7). */
export const integrations = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/integrations',
    summary: 'Kinds of record systems that organizations can connect, by name',
    access,
    response: { kind: 'json', schema: listOf(integration) },
    errors: [],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/integrations/{id}',
    summary: 'One integration with the number of its organizations',
    access,
    params: idParams,
    response: { kind: 'json', schema: integrationDetail },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'The page of an integration shows how many organizations it has and how many the whitelist blocks.',
  }),
  organizations: endpoint({
    method: 'GET',
    path: '/api/admin/integrations/{id}/organizations',
    summary: 'Organizations that have an integration, by name, with whether the whitelist allows it',
    access,
    params: idParams,
    query: z.strictObject({ search, sortDir, pageNumber, pageSize, isAllowed: flag.optional() }),
    response: { kind: 'json', schema: pageOf(integrationOrganization) },
    errors: ['E-NOT-FOUND'],
  }),
};
