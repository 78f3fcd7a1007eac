import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { feature } from './features.ts';
import { id, idParams } from './ids.ts';
import { networkPeople } from './networkPeople.ts';
import { listOf, pageNumber, pageOf, pageSize, search, sortDir } from './paging.ts';
import { serverSet, requiredText, uniqueName, version } from './texts.ts';

const access = ['SysAdmin'] as const;
const drops = ['/api/networks', '/api/admin/networks'] as const;

export const networkItem = z.object({ id, name: z.string(), isEnabled: z.boolean() });
export type NetworkItem = z.output<typeof networkItem>;

/** A network with the features it has; organizations and admins are lists of their own (spec 2 section 3). */
export const network = networkItem.extend({
  enabledFeatures: z.array(z.string()),
  organizationCount: z.int(),
  adminCount: z.int(),
  createDate: z.iso.datetime(),
  version: z.int(),
});
export type Network = z.output<typeof network>;

export const networkServiceAccount = z.object({
  clientId: z.string(),
  isEnabled: z.boolean(),
  ipAddresses: z.array(z.string()),
});
export type NetworkServiceAccount = z.output<typeof networkServiceAccount>;

const serviceAccountAnswer = { kind: 'json', schema: networkServiceAccount } as const;
const serviceAccountErrors = ['E-NOT-FOUND', 'E-NETWORK-NO-ACCOUNT'] as const;

/** Networks organizations belong to, with their features and service account (spec 2 section 7). */
export const networks = {
  list: endpoint({
    method: 'GET',
    path: '/api/networks',
    summary: 'Networks, a page at a time',
    access,
    query: z.strictObject({ search, sortDir, pageNumber, pageSize }),
    response: { kind: 'json', schema: pageOf(networkItem) },
    errors: [],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/networks',
    summary: 'Add a network',
    access,
    body: z.strictObject({
      name: uniqueName(255),
      isEnabled: z.boolean().default(true),
      enabledFeatures: z.array(z.string().max(100)).max(500).default([]),
    }),
    response: { kind: 'json', schema: network, status: 201 },
    errors: ['E-NAME-TAKEN', 'E-FEATURE-UNKNOWN'],
    invalidates: drops,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/networks/{id}',
    summary: 'One network',
    access,
    params: idParams,
    response: { kind: 'json', schema: network },
    errors: ['E-NOT-FOUND'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/networks/{id}',
    summary: 'Change a network; fields left out stay as they are',
    access,
    params: idParams,
    body: z.strictObject({
      name: uniqueName(255).optional(),
      isEnabled: z.boolean().optional(),
      enabledFeatures: z.array(z.string().max(100)).max(500).optional(),
      version,
      id: serverSet,
      organizationCount: serverSet,
      adminCount: serverSet,
      createDate: serverSet,
    }),
    response: { kind: 'json', schema: network },
    errors: ['E-NOT-FOUND', 'E-NAME-TAKEN', 'E-FEATURE-UNKNOWN', 'E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/networks/{id}',
    summary: 'Delete a network without organizations and admins',
    access,
    params: idParams,
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND', 'E-IN-USE', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
  }),
  features: endpoint({
    method: 'GET',
    path: '/api/networks/{id}/features',
    summary: 'All features, each with whether the network has it',
    access,
    params: idParams,
    response: { kind: 'json', schema: listOf(feature.extend({ isOn: z.boolean() })) },
    errors: ['E-NOT-FOUND'],
    cacheSeconds: 60,
  }),
  serviceAccount: endpoint({
    method: 'GET',
    path: '/api/networks/{id}/serviceaccounts',
    summary: 'The service account of the network; null while it has none',
    access,
    params: idParams,
    response: { kind: 'json', schema: networkServiceAccount.nullable() },
    errors: ['E-NOT-FOUND'],
  }),
  createServiceAccount: endpoint({
    method: 'PUT',
    path: '/api/networks/{id}/serviceaccounts',
    summary: 'Create the service account of the network; an existing one is returned unchanged',
    access,
    params: idParams,
    response: serviceAccountAnswer,
    errors: ['E-NOT-FOUND'],
    invalidates: drops,
  }),
  deleteServiceAccount: endpoint({
    method: 'DELETE',
    path: '/api/networks/{id}/serviceaccounts',
    summary: 'Delete the service account of the network',
    access,
    params: idParams,
    response: { kind: 'none' },
    errors: serviceAccountErrors,
    invalidates: drops,
  }),
  enableServiceAccount: endpoint({
    method: 'PUT',
    path: '/api/networks/{id}/serviceaccounts/enable',
    summary: 'Let the service account of the network sign in',
    access,
    params: idParams,
    response: serviceAccountAnswer,
    errors: serviceAccountErrors,
    invalidates: drops,
  }),
  disableServiceAccount: endpoint({
    method: 'PUT',
    path: '/api/networks/{id}/serviceaccounts/disable',
    summary: 'Keep the service account of the network from signing in',
    access,
    params: idParams,
    response: serviceAccountAnswer,
    errors: serviceAccountErrors,
    invalidates: drops,
  }),
  setServiceAddresses: endpoint({
    method: 'PUT',
    path: '/api/networks/{id}/serviceaccounts/ipaddresses',
    summary: 'Write the addresses the service account of the network may call from',
    access,
    params: idParams,
    body: z.strictObject({ ipAddresses: z.array(requiredText(15)).max(200) }),
    response: serviceAccountAnswer,
    errors: serviceAccountErrors,
    invalidates: drops,
  }),
  ...networkPeople,
};
