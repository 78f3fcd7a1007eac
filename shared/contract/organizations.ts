import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { organizationActivity } from './organizationActivity.ts';
import { organizationParts } from './organizationParts.ts';
import {
  loginTypes,
  namedItem,
  organization,
  organizationCreate,
  organizationRow,
  organizationUpdate,
} from './organizationSchemas.ts';
import { flag, listOf, pageNumber, pageOf, pageSize, search, sortDir } from './paging.ts';

const platformAdministrators = ['SysAdmin'] as const;
const dropsOrganizations = ['/api/organizations', '/api/admin/organizations'] as const;
/** Lower-cased and trimmed by the rule that reads it; shape only here. */
const subdomainText = z.string().max(255).default('');
const optionalId = z.union([id, z.literal('').transform(() => undefined)]).optional();
const enabledBody = z.strictObject({ enabled: z.boolean() });

/** An empty value is no filter, as forms send it. */
const filter = <T extends z.core.$ZodType>(value: T) =>
  z.union([value, z.literal('').transform(() => undefined)]).optional();

/** Beyond the spec: a filter for each column of the list; those that are set must all hold. */
const listFilters = {
  isActivated: filter(flag),
  isEnabled: filter(flag),
  apiCapture: filter(flag),
  loginType: filter(z.enum(loginTypes)),
  networkId: filter(id),
  resellerId: filter(id),
  typeId: filter(id),
  specialtyId: filter(id),
  brandId: filter(id),
  planId: filter(id),
  tierCode: filter(
    z
      .string()
      .trim()
      .min(1)
      .max(50)
      .regex(/^[^\0]*$/, 'must not contain a NUL character'),
  ),
};

/** Organizations and what hangs on them (spec 1 sections 2, 3, 4, 7). */
export const organizations = {
  list: endpoint({
    method: 'GET',
    path: '/api/organizations',
    summary: 'Organizations by name, a page at a time, with the exact number of all',
    access: platformAdministrators,
    query: z.strictObject({ cancelling: flag.default(false), search, sortDir, pageNumber, pageSize, ...listFilters }),
    response: { kind: 'json', schema: pageOf(organizationRow) },
    errors: [],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/organizations',
    summary: 'Add an organization',
    access: platformAdministrators,
    body: organizationCreate,
    response: { kind: 'json', schema: organization, status: 201 },
    errors: [
      'E-ORG-SUBDOMAIN',
      'E-ORG-SUBDOMAIN-TAKEN',
      'E-ORG-REFERENCE',
      'E-ORG-PLAN-USERS',
      'E-ORG-FREE-PLAN-USERS',
      'E-OID-TAKEN',
    ],
    invalidates: dropsOrganizations,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/organizations/{id}',
    summary: 'One organization as the editor needs it',
    access: platformAdministrators,
    params: idParams,
    response: { kind: 'json', schema: organization },
    errors: ['E-NOT-FOUND'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/organizations/{id}',
    summary: 'Change an organization; fields left out stay as they are',
    access: platformAdministrators,
    params: idParams,
    body: organizationUpdate,
    response: { kind: 'json', schema: organization },
    errors: [
      'E-NOT-FOUND',
      'E-VERSION-CONFLICT',
      'E-PRECONDITION-FAILED',
      'E-ORG-SUBDOMAIN',
      'E-ORG-SUBDOMAIN-TAKEN',
      'E-ORG-REFERENCE',
      'E-ORG-PLAN-USERS',
      'E-ORG-FREE-PLAN-USERS',
      'E-OID-TAKEN',
    ],
    invalidates: dropsOrganizations,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/organizations/{id}',
    summary: 'Delete an organization and everything that belongs to it',
    access: platformAdministrators,
    params: idParams,
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND', 'E-PRECONDITION-FAILED'],
    invalidates: dropsOrganizations,
  }),
  types: endpoint({
    method: 'GET',
    path: '/api/organizations/types',
    summary: 'Types an organization can have',
    access: platformAdministrators,
    response: { kind: 'json', schema: listOf(namedItem) },
    errors: [],
    cacheSeconds: 300,
  }),
  specialties: endpoint({
    method: 'GET',
    path: '/api/organizations/specialties',
    summary: 'Specialties an organization can have',
    access: platformAdministrators,
    response: { kind: 'json', schema: listOf(namedItem) },
    errors: [],
    cacheSeconds: 300,
  }),
  subdomainExists: endpoint({
    method: 'GET',
    path: '/api/organizations/subdomain/exists',
    summary: 'Whether another organization than `id` has the subdomain',
    access: platformAdministrators,
    query: z.strictObject({ id: optionalId, subdomain: subdomainText }),
    response: { kind: 'json', schema: z.boolean() },
    errors: [],
  }),
  subdomainIsValid: endpoint({
    method: 'GET',
    path: '/api/organizations/subdomain/isvalid',
    summary:
      'Whether the organization may have the subdomain: well-formed, free, not reserved; false when both are empty',
    access: platformAdministrators,
    query: z.strictObject({ organizationId: optionalId, subdomain: subdomainText }),
    response: { kind: 'json', schema: z.boolean() },
    errors: [],
  }),
  clearCancel: endpoint({
    method: 'POST',
    path: '/api/organizations/{id}/clearcancel',
    summary: 'Take back a pending cancellation',
    access: platformAdministrators,
    params: idParams,
    response: { kind: 'json', schema: organization },
    errors: [
      'E-NOT-FOUND',
      'E-ORG-NOT-CANCELING',
      'E-PAYMENT-REFUSED',
      'E-PAYMENT-UNAVAILABLE',
      'E-PAYMENTS-OFF',
      'E-PRECONDITION-FAILED',
    ],
    invalidates: dropsOrganizations,
  }),
  activate: endpoint({
    method: 'PUT',
    path: '/api/organizations/{id}/activate',
    summary: 'Activate or deactivate; may send the activation e-mail and create the default records address',
    access: platformAdministrators,
    params: idParams,
    body: z.strictObject({
      /** That of the path. */
      id: z.unknown().optional(),
      activated: z.boolean(),
      sendEmail: z.boolean().default(false),
      seedRecords: z.boolean().default(true),
      createdBy: z.unknown().optional(),
      createDate: z.unknown().optional(),
      modifiedBy: z.unknown().optional(),
      modifiedDate: z.unknown().optional(),
      name: z.unknown().optional(),
      /** The record's own flag; `activated` decides (spec 1 section 3). */
      isActivated: z.unknown().optional(),
    }),
    response: { kind: 'json', schema: organization },
    errors: ['E-NOT-FOUND', 'E-PRECONDITION-FAILED'],
    invalidates: dropsOrganizations,
  }),
  enable: endpoint({
    method: 'PUT',
    path: '/api/organizations/{id}/enable',
    summary: 'Set whether its users can sign in; without a body the setting flips',
    access: platformAdministrators,
    params: idParams,
    body: enabledBody,
    bodyOptional: true,
    response: { kind: 'json', schema: organization },
    errors: ['E-NOT-FOUND', 'E-PRECONDITION-FAILED'],
    invalidates: dropsOrganizations,
    notRepeatable: true,
  }),
  sync: endpoint({
    method: 'POST',
    path: '/api/organizations/{id}/sync',
    summary: 'Ask for a sync with the customer-messaging service',
    access: platformAdministrators,
    params: idParams,
    response: { kind: 'json', schema: z.object({ jobId: id, status: z.string() }), status: 202 },
    errors: ['E-NOT-FOUND'],
  }),
  apiCapture: endpoint({
    method: 'PUT',
    path: '/api/organizations/{id}/apicapture',
    summary: 'Start or stop capturing its API calls; without a body the setting flips',
    access: platformAdministrators,
    params: idParams,
    body: enabledBody,
    bodyOptional: true,
    response: { kind: 'json', schema: organization },
    errors: ['E-NOT-FOUND', 'E-PRECONDITION-FAILED'],
    invalidates: dropsOrganizations,
    notRepeatable: true,
  }),
  ...organizationParts,
  ...organizationActivity,
  npi: endpoint({
    method: 'GET',
    path: '/api/admin/organizations/npi',
    summary: 'Check an NPI and name the organizations that carry it',
    access: platformAdministrators,
    query: z.strictObject({ npiNumber: z.string().trim().min(1).max(20) }),
    response: {
      kind: 'json',
      schema: z.object({
        npiNumber: z.string(),
        isValid: z.boolean(),
        organizations: z.array(z.object({ id, orgId: z.int(), name: z.string() })),
      }),
    },
    errors: [],
  }),
};
