import { z } from 'zod';
import { isOid, oidText, plainOid } from '../rules/carequality.ts';
import {
  emergencyDateMin,
  emergencyNameMax,
  emergencyOrganizationCountMax,
  emergencyStates,
} from '../rules/emergency.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { listOf, pageNumber, pageOf, pageSize, search, sortDir } from './paging.ts';
import { requiredText, serverSet, uniqueName, version } from './texts.ts';

const access = ['SysAdmin'] as const;
const drops = ['/api/admin/emergencies'] as const;

/** An OID without `urn:oid:`, as directory entries have it. */
export const oid = z
  .string()
  .max(255)
  .transform(plainOid)
  .refine((value) => isOid(value), oidText);

/** Name of an organization of an emergency. */
export const organizationName = requiredText(255);

const organizations = z
  .array(z.strictObject({ name: organizationName, oid }))
  .min(1, 'At least one organization is required.')
  .max(emergencyOrganizationCountMax)
  .refine(
    (all) => new Set(all.map((one) => one.oid)).size === all.length,
    'has an OID twice: name each organization once',
  );

const day = z.iso
  .date({ error: 'must be a date such as 2027-12-31' })
  .refine((value) => value >= emergencyDateMin, `must be ${emergencyDateMin} or later`);

/** Public health emergency (spec 1 sections 3 and 4). `isDisabled` and `state` follow from the disabled date. */
export const emergency = z.object({
  id,
  name: z.string(),
  /** Day from which on it is disabled, in the time zone of the installation. */
  disabledDate: z.iso.date().nullable(),
  organizations: z.array(z.object({ name: z.string(), oid: z.string() })),
  isDisabled: z.boolean(),
  state: z.enum(emergencyStates),
  /** Day since which it is active: it was added, or enabled again. */
  startDate: z.iso.date(),
  version: z.int(),
});
export type Emergency = z.output<typeof emergency>;

/** Who an emergency is about: its organizations as far as they are organizations of the platform, and their users. */
export const emergencyImpact = z.object({
  /** Organizations of the platform, each counted once, and the users that work in them. */
  organizationCount: z.int(),
  userCount: z.int(),
  organizations: z.array(
    z.object({ name: z.string(), oid: z.string(), organizationCount: z.int(), userCount: z.int() }),
  ),
});
export type EmergencyImpact = z.output<typeof emergencyImpact>;

const name = uniqueName(emergencyNameMax);
const disabledDate = day.nullable().optional();

/** Public health emergencies (spec 1 section 7). */
export const emergencies = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/emergencies',
    summary:
      'Public health emergencies by name, a page at a time, and the present day in the time zone of the installation',
    access,
    query: z.strictObject({
      search,
      sortDir,
      pageNumber,
      pageSize: pageSize.default(100),
      state: z.enum(emergencyStates).optional(),
    }),
    response: { kind: 'json', schema: pageOf(emergency).extend({ today: z.iso.date() }) },
    errors: [],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/emergencies/{id}',
    summary: 'One public health emergency',
    access,
    params: idParams,
    response: { kind: 'json', schema: emergency },
    errors: ['E-NOT-FOUND'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/emergencies',
    summary: 'Add a public health emergency',
    access,
    body: z.strictObject({ name, disabledDate, organizations }),
    response: { kind: 'json', schema: emergency, status: 201 },
    errors: ['E-NAME-TAKEN'],
    invalidates: drops,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/admin/emergencies',
    summary: 'Change the emergency whose id the body has, or add it; fields left out stay as they are',
    access,
    body: z.strictObject({
      id,
      name: name.optional(),
      disabledDate,
      organizations: organizations.optional(),
      version,
      isDisabled: serverSet,
      state: serverSet,
      startDate: serverSet,
    }),
    response: { kind: 'json', schema: emergency },
    errors: ['E-NAME-TAKEN', 'E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
  }),
  enable: endpoint({
    method: 'PUT',
    path: '/api/admin/emergencies/{id}/enable',
    summary: 'Enable an emergency: its disabled date is cleared',
    access,
    params: idParams,
    body: z.strictObject({ version }),
    bodyOptional: true,
    response: { kind: 'json', schema: emergency },
    errors: ['E-NOT-FOUND', 'E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
  }),
  disable: endpoint({
    method: 'PUT',
    path: '/api/admin/emergencies/{id}/disable',
    summary: 'Disable an emergency today, or from the day `on` on',
    access,
    params: idParams,
    body: z.strictObject({ on: day.optional(), version }),
    bodyOptional: true,
    response: { kind: 'json', schema: emergency },
    errors: ['E-NOT-FOUND', 'E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
  }),
  impact: endpoint({
    method: 'GET',
    path: '/api/admin/emergencies/{id}/impact',
    summary: 'Organizations of the platform, and the number of their users, that an emergency is about',
    access,
    params: idParams,
    response: { kind: 'json', schema: emergencyImpact },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'Shown before an emergency is enabled or disabled',
  }),
  candidates: endpoint({
    method: 'GET',
    path: '/api/admin/emergencies/organizations',
    summary: 'Organizations with an OID whose name or OID contains a text of at least two characters, at most 20',
    access,
    query: z.strictObject({
      search: z
        .string()
        .trim()
        .min(2)
        .max(200)
        .regex(/^[^\0]*$/, 'must not contain a NUL character'),
    }),
    response: { kind: 'json', schema: listOf(z.object({ name: z.string(), oid: z.string() })) },
    errors: [],
    beyondSpec: 'The search of the emergency modal (spec 1 section 5); the document shows no call of it',
  }),
};
