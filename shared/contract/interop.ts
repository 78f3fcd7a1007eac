import { z } from 'zod';
import { oid, organizationName } from './emergencies.ts';
import { endpoint } from './endpoint.ts';
import { version } from './texts.ts';

const access = ['SysAdmin'] as const;
const drops = ['/api/emergencies/organizations'] as const;
const host = 'interop' as const;
const params = z.strictObject({ oid });

/** Organization of the list of known emergency organizations (spec 1 section 3). Other hosts may have no versions. */
export const knownOrganization = z.object({ oid: z.string(), name: z.string(), version: z.int().optional() });
export type KnownOrganization = z.output<typeof knownOrganization>;

/** Calls of the interoperability network, which may be another host than the API: responses are in `value` (spec 1 section 7). */
export const interop = {
  lookUp: endpoint({
    method: 'POST',
    path: '/api/organization/admin/_search',
    summary: 'Name of the organization with an OID; the value is null where the network knows none',
    host,
    access,
    readOnly: true,
    body: z.strictObject({ orgId: oid }),
    response: {
      kind: 'json',
      schema: z.object({ value: z.object({ orgId: z.string(), displayName: z.string() }).nullable() }),
    },
    errors: ['E-DIRECTORY-UNAVAILABLE', 'E-INTEROP-ELSEWHERE'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/emergencies/organizations',
    summary: 'Known emergency organizations by name',
    host,
    access,
    response: { kind: 'json', schema: z.object({ value: z.array(knownOrganization) }) },
    errors: ['E-INTEROP-ELSEWHERE'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/emergencies/organizations/{oid}',
    summary: 'One known emergency organization',
    host,
    access,
    params,
    response: { kind: 'json', schema: z.object({ value: knownOrganization }) },
    errors: ['E-NOT-FOUND', 'E-INTEROP-ELSEWHERE'],
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/emergencies/organizations',
    summary: 'Add a known emergency organization, or change the name of the one with this OID',
    host,
    access,
    body: z.strictObject({ oid, name: organizationName, version }),
    response: { kind: 'json', schema: z.object({ value: knownOrganization }) },
    errors: ['E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED', 'E-INTEROP-ELSEWHERE'],
    invalidates: drops,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/emergencies/organizations/{oid}',
    summary: 'Remove an organization from the known emergency organizations',
    host,
    access,
    params,
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND', 'E-PRECONDITION-FAILED', 'E-INTEROP-ELSEWHERE'],
    invalidates: drops,
  }),
};
