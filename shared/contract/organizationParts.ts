import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import {
  device,
  license,
  organizationAdministrator,
  organizationIntegration,
  serviceAccount,
} from './organizationSchemas.ts';
import { listOf } from './paging.ts';

const platformAdministrators = ['SysAdmin'] as const;
const dropsOrganizations = ['/api/organizations', '/api/admin/organizations'] as const;

/** What belongs to one organization: service accounts, administrators, devices, licenses, integrations, people. */
export const organizationParts = {
  integrations: endpoint({
    method: 'GET',
    path: '/api/organizations/{id}/integrations',
    summary: 'Record systems the organization is connected to',
    access: platformAdministrators,
    params: idParams,
    response: { kind: 'json', schema: listOf(organizationIntegration) },
    errors: ['E-NOT-FOUND'],
  }),
  serviceAccounts: endpoint({
    method: 'GET',
    path: '/api/organizations/{id}/serviceaccount',
    summary: 'Service accounts and the addresses they may call from',
    access: platformAdministrators,
    params: idParams,
    response: { kind: 'json', schema: listOf(serviceAccount) },
    errors: ['E-NOT-FOUND'],
  }),
  setAddressLimit: endpoint({
    method: 'PUT',
    path: '/api/organizations/{id}/serviceaccounts/{accountId}/ipaddresses/limit',
    summary: 'Set how many addresses a service account may register; not below those registered',
    access: platformAdministrators,
    params: z.strictObject({ id, accountId: id }),
    body: z.strictObject({ count: z.int().min(0).max(1000) }),
    response: { kind: 'json', schema: serviceAccount },
    errors: ['E-NOT-FOUND', 'E-SERVICE-ACCOUNT-FLOOR'],
    invalidates: dropsOrganizations,
  }),
  serviceAccountLimit: endpoint({
    method: 'GET',
    path: '/api/organizations/{id}/serviceaccount/limit',
    summary: 'How many service accounts the organization may have',
    access: platformAdministrators,
    params: idParams,
    response: { kind: 'json', schema: z.object({ data: z.int() }) },
    errors: ['E-NOT-FOUND'],
  }),
  setServiceAccountLimit: endpoint({
    method: 'PUT',
    path: '/api/organizations/{id}/serviceaccount/limit',
    summary: 'Set how many service accounts the organization may have',
    access: platformAdministrators,
    params: idParams,
    body: z.strictObject({ count: z.int().min(0).max(1000) }),
    response: { kind: 'json', schema: z.object({ data: z.int() }) },
    errors: ['E-NOT-FOUND', 'E-PRECONDITION-FAILED'],
    invalidates: dropsOrganizations,
  }),
  admins: endpoint({
    method: 'GET',
    path: '/api/admin/organizations/{id}/admins',
    summary: 'Administrators of the organization',
    access: platformAdministrators,
    audited: true,
    params: idParams,
    response: { kind: 'json', schema: listOf(organizationAdministrator) },
    errors: ['E-NOT-FOUND'],
  }),
  devices: endpoint({
    method: 'GET',
    path: '/api/admin/organizations/{id}/devices',
    summary: 'Devices of the organization',
    access: platformAdministrators,
    params: idParams,
    response: { kind: 'json', schema: listOf(device) },
    errors: ['E-NOT-FOUND'],
  }),
  licenses: endpoint({
    method: 'GET',
    path: '/api/admin/organizations/{id}/licenses',
    summary: 'Licenses of the organization',
    access: platformAdministrators,
    params: idParams,
    response: { kind: 'json', schema: listOf(license) },
    errors: ['E-NOT-FOUND'],
  }),
  addUser: endpoint({
    method: 'POST',
    path: '/api/admin/organizations/{id}/users',
    summary: 'Let a person work in the organization',
    access: platformAdministrators,
    params: idParams,
    body: z.strictObject({ userId: id, isAdministrator: z.boolean().default(false) }),
    response: { kind: 'json', schema: organizationAdministrator, status: 201 },
    errors: ['E-NOT-FOUND', 'E-USER-ASSIGNED', 'E-ORG-USER-LIMIT'],
    invalidates: dropsOrganizations,
  }),
  removeUser: endpoint({
    method: 'DELETE',
    path: '/api/admin/organizations/{id}/users/{userId}',
    summary: 'End a person’s work in the organization',
    access: platformAdministrators,
    params: z.strictObject({ id, userId: id }),
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND'],
    invalidates: dropsOrganizations,
  }),
};
