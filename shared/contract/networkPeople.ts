import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { listOf, pageNumber, pageOf, pageSize, search, sortDir } from './paging.ts';

const access = ['SysAdmin'] as const;
const drops = ['/api/networks', '/api/admin/networks', '/api/organizations'] as const;

export const networkOrganization = z.object({
  id,
  orgId: z.int(),
  name: z.string(),
  subDomain: z.string().nullable(),
  isActivated: z.boolean(),
});
export type NetworkOrganization = z.output<typeof networkOrganization>;

export const networkAdmin = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  userName: z.string(),
  isEnabled: z.boolean(),
});
export type NetworkAdmin = z.output<typeof networkAdmin>;

/** Organizations and administrators of a network (spec 1 section 7, spec 2 section 7). */
export const networkPeople = {
  adminView: endpoint({
    method: 'GET',
    path: '/api/admin/networks/{id}',
    summary: 'One network with its first organizations and all its admins',
    access,
    params: idParams,
    response: {
      kind: 'json',
      schema: z.object({
        id,
        name: z.string(),
        isEnabled: z.boolean(),
        enabledFeatures: z.array(z.string()),
        organizations: z.array(networkOrganization),
        organizationCount: z.int(),
        admins: z.array(networkAdmin),
        version: z.int(),
      }),
    },
    errors: ['E-NOT-FOUND'],
  }),
  organizations: endpoint({
    method: 'GET',
    path: '/api/admin/networks/{id}/organizations',
    summary: 'Organizations of the network, a page at a time',
    access,
    params: idParams,
    query: z.strictObject({ search, sortDir, pageNumber, pageSize }),
    response: { kind: 'json', schema: pageOf(networkOrganization) },
    errors: ['E-NOT-FOUND'],
  }),
  addOrganization: endpoint({
    method: 'POST',
    path: '/api/admin/networks/{id}/organizations',
    summary: 'Put an organization into the network; it leaves the one it was in',
    access,
    params: idParams,
    body: z.strictObject({ organizationId: id }),
    response: { kind: 'json', schema: networkOrganization, status: 201 },
    errors: ['E-NOT-FOUND', 'E-ORG-REFERENCE'],
    invalidates: drops,
  }),
  removeOrganization: endpoint({
    method: 'DELETE',
    path: '/api/admin/networks/{id}/organizations/{orgId}',
    summary: 'Take an organization out of the network',
    access,
    params: z.strictObject({ id, orgId: id }),
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND'],
    invalidates: drops,
  }),
  admins: endpoint({
    method: 'GET',
    path: '/api/admin/networks/{id}/admins',
    summary: 'People who administer the network',
    access,
    audited: true,
    params: idParams,
    query: z.strictObject({ search }),
    response: { kind: 'json', schema: listOf(networkAdmin) },
    errors: ['E-NOT-FOUND'],
  }),
  addAdmin: endpoint({
    method: 'POST',
    path: '/api/admin/networks/{id}/admins',
    summary: 'Let a person administer the network; by id or by user name',
    access,
    params: idParams,
    body: z.strictObject({ userId: id.optional(), userName: z.string().trim().max(255).optional() }),
    response: { kind: 'json', schema: networkAdmin, status: 201 },
    errors: ['E-NOT-FOUND', 'E-USER-UNKNOWN', 'E-NETWORK-ADMIN'],
    invalidates: drops,
  }),
  removeAdmin: endpoint({
    method: 'DELETE',
    path: '/api/admin/networks/{id}/admins/{adminId}',
    summary: 'End a person’s administration of the network',
    access,
    params: z.strictObject({ id, adminId: id }),
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND'],
    invalidates: drops,
  }),
};
