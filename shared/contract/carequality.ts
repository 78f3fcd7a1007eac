import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { responderType } from './organizationGroups.ts';
import { optionalText, serverSet, requiredText, version } from './texts.ts';
import { listOf } from './paging.ts';

const platformAdministrators = ['SysAdmin'] as const;
const drops = ['/api/admin/organizations'] as const;

/** Alternate requester OID (spec 1 section 3): value of at most 255 characters; at most one of an organization is the default. */
export const alternateOid = z.object({
  id,
  organizationId: id,
  value: z.string(),
  isDefault: z.boolean(),
  version: z.int(),
});
export type AlternateOid = z.output<typeof alternateOid>;

/**
 * Entry in the Carequality directory (spec 1 section 3). `organizationId` is the OID under which the directory knows the
 * organization, `parentOrgId` that of its parent; `id` is the key of the record.
 */
export const directoryEntry = z.object({
  id,
  responderType,
  organizationId: z.string(),
  homeCommunityId: z.string().nullable(),
  displayName: z.string(),
  legalName: z.string().nullable(),
  otherNames: z.array(z.string()),
  parentOrgId: z.string().nullable(),
  purposeOfUseCodes: z.array(z.string()),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
  isActive: z.boolean(),
  /** True for the responder type InitiatorOnly. */
  initiatorOnly: z.boolean(),
  /** Whether another entry of the platform names it as its parent. */
  isParent: z.boolean(),
  version: z.int(),
  /** When it was last read from the FHIR directory; null for entries made by hand. */
  importedAt: z.iso.datetime().nullable(),
  /** Fields that differ from what the directory said then. */
  driftedFields: z.array(z.string()),
});
export type DirectoryEntry = z.output<typeof directoryEntry>;

/**
 * Upsert: without `id` the entry is added, and the fields of `requiredEntryFields` must be there. With `id`, fields left out stay as they
 * are, and only those that change are checked: an imported entry may lack what a new one needs. Derived and read-only fields may be sent
 * back and are ignored.
 */
export const directoryEntryWrite = z.strictObject({
  id: id.optional(),
  responderType: responderType.optional(),
  organizationId: requiredText(255).optional(),
  homeCommunityId: optionalText(255),
  displayName: requiredText(255).optional(),
  legalName: optionalText(255),
  otherNames: z.array(requiredText(255)).max(50).optional(),
  parentOrgId: optionalText(255),
  address: requiredText(255).optional(),
  city: requiredText(255).optional(),
  state: requiredText(2).optional(),
  zipCode: requiredText(10).optional(),
  /** US for a new entry that names none. */
  country: requiredText(2).optional(),
  isActive: z.boolean().optional(),
  version,
  purposeOfUseCodes: serverSet,
  initiatorOnly: serverSet,
  isParent: serverSet,
  importedAt: serverSet,
  driftedFields: serverSet,
});
export type DirectoryEntryWrite = z.output<typeof directoryEntryWrite>;

export const importOutcomes = ['created', 'updated', 'unchanged', 'gone', 'failed'] as const;
/** What the import did, or would do, with one OID. `gone`: the directory does not know it (any more). */
export const importResult = z.object({
  oid: z.string(),
  outcome: z.enum(importOutcomes),
  entryId: id.nullable(),
  displayName: z.string().nullable(),
  /** Why, for `gone` and `failed`. */
  message: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type ImportResult = z.output<typeof importResult>;

/** Alternate OIDs and directory entries of an organization (spec 1 sections 2 and 7). */
export const carequality = {
  oids: endpoint({
    method: 'GET',
    path: '/api/admin/organizations/{id}/oids',
    summary: 'Alternate OIDs of the organization, the default one first',
    access: platformAdministrators,
    params: idParams,
    response: { kind: 'json', schema: listOf(alternateOid) },
    errors: ['E-NOT-FOUND'],
  }),
  addOid: endpoint({
    method: 'POST',
    path: '/api/admin/organizations/{id}/oids',
    summary: 'Add an alternate OID; a new default takes the place of the old one',
    access: platformAdministrators,
    params: idParams,
    body: z.strictObject({
      value: requiredText(255),
      isDefault: z.boolean().default(false),
    }),
    response: { kind: 'json', schema: alternateOid, status: 201 },
    errors: ['E-NOT-FOUND', 'E-OID-TAKEN'],
    invalidates: drops,
  }),
  updateOid: endpoint({
    method: 'PUT',
    path: '/api/admin/organizations/{id}/oids',
    summary: 'Change value or default flag of an alternate OID',
    access: platformAdministrators,
    params: idParams,
    body: z.strictObject({
      id,
      value: requiredText(255).optional(),
      isDefault: z.boolean().optional(),
      organizationId: serverSet,
      version,
    }),
    response: { kind: 'json', schema: alternateOid },
    errors: ['E-NOT-FOUND', 'E-OID-TAKEN', 'E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
  }),
  deleteOid: endpoint({
    method: 'DELETE',
    path: '/api/admin/organizations/{id}/oids/{oidId}',
    summary: 'Delete an alternate OID',
    access: platformAdministrators,
    params: z.strictObject({ id, oidId: id }),
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
  }),
  entries: endpoint({
    method: 'GET',
    path: '/api/admin/organizations/{id}/directoryentries',
    summary: 'Directory entries of the organization by name',
    access: platformAdministrators,
    params: idParams,
    response: { kind: 'json', schema: listOf(directoryEntry) },
    errors: ['E-NOT-FOUND'],
  }),
  upsertEntry: endpoint({
    method: 'PUT',
    path: '/api/admin/organizations/{id}/directoryentries',
    summary: 'Add a directory entry, or change the one with the id',
    access: platformAdministrators,
    params: idParams,
    body: directoryEntryWrite,
    response: { kind: 'json', schema: directoryEntry },
    errors: [
      'E-NOT-FOUND',
      'E-DIRECTORY-OID-TAKEN',
      'E-CAREQUALITY-OFF',
      'E-VERSION-CONFLICT',
      'E-PRECONDITION-FAILED',
    ],
    invalidates: drops,
  }),
  importEntries: endpoint({
    method: 'POST',
    path: '/api/admin/organizations/{id}/directoryentries/sync',
    summary: 'Read entries from the FHIR directory by OID; with dryRun only say what would change',
    access: platformAdministrators,
    params: idParams,
    body: z.strictObject({
      oids: z.array(requiredText(255)).min(1, 'needs at least one OID').max(100),
      dryRun: z.boolean().default(false),
    }),
    response: { kind: 'json', schema: z.object({ dryRun: z.boolean(), results: z.array(importResult) }) },
    errors: ['E-NOT-FOUND', 'E-CAREQUALITY-OFF', 'E-DIRECTORY-UNAVAILABLE'],
    invalidates: drops,
  }),
};
