import { z } from 'zod';
import { documentSource } from './documentsources.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { requiredText, version } from './texts.ts';
import { listOf } from './paging.ts';

const access = ['SysAdmin'] as const;
const drops = ['/api/admin/documentsources', '/api/admin/organizations', '/api/westfax', '/api/efax'] as const;

/** Account of an organization at a fax service (spec 3 section 7). */
export const faxAccount = z.object({
  id,
  organizationId: id,
  kind: z.enum(['efax', 'westfax']),
  accountNumber: z.string(),
  displayName: z.string(),
  isEnabled: z.boolean(),
  /** Days received faxes stay with the service. */
  retentionDays: z.int(),
  lastSyncedAt: z.iso.datetime().nullable(),
  createDate: z.iso.datetime(),
  version: z.int(),
  numbers: z.array(documentSource),
});
export type FaxAccount = z.output<typeof faxAccount>;

const accountWrite = z.strictObject({
  organizationId: id,
  accountNumber: requiredText(50),
  displayName: requiredText(255),
  isEnabled: z.boolean().default(true),
  retentionDays: z.int().min(1).max(3650).default(30),
  version,
});

const writeErrors = ['E-ORG-REFERENCE', 'E-FAX-ACCOUNT-TAKEN', 'E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED'] as const;
const deleted = { kind: 'none' } as const;

/** Accounts at the eFax and WestFax services; an organization has one of each at most. */
export const fax = {
  accounts: endpoint({
    method: 'GET',
    path: '/api/admin/organizations/{id}/faxaccounts',
    summary: 'Fax accounts of the organization with their numbers',
    access,
    params: idParams,
    response: { kind: 'json', schema: listOf(faxAccount) },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'The efax and westfax tabs show the account; spec 3 shows only calls that write it.',
  }),
  saveEfax: endpoint({
    method: 'PUT',
    path: '/api/efax/account/kno2',
    summary: 'Add or change the eFax account of an organization',
    access,
    body: accountWrite,
    response: { kind: 'json', schema: faxAccount },
    errors: writeErrors,
    invalidates: drops,
  }),
  deleteEfax: endpoint({
    method: 'DELETE',
    path: '/api/efax/account/kno2/{id}',
    summary: 'Delete an eFax account with its numbers',
    access,
    params: idParams,
    response: deleted,
    errors: ['E-NOT-FOUND', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
  }),
  saveWestFax: endpoint({
    method: 'PUT',
    path: '/api/westfax/account',
    summary: 'Add or change the WestFax account of an organization',
    access,
    body: accountWrite,
    response: { kind: 'json', schema: faxAccount },
    errors: writeErrors,
    invalidates: drops,
  }),
  syncWestFax: endpoint({
    method: 'POST',
    path: '/api/westfax/account/{id}/sync',
    summary: 'Ask for a sync of the account with the WestFax service',
    access,
    params: idParams,
    response: { kind: 'json', schema: z.object({ jobId: id, status: z.string() }), status: 202 },
    errors: ['E-NOT-FOUND', 'E-FAX-ACCOUNT-OFF'],
  }),
  deleteWestFax: endpoint({
    method: 'DELETE',
    path: '/api/westfax/account/{id}',
    summary: 'Delete a WestFax account with its numbers',
    access,
    params: idParams,
    response: deleted,
    errors: ['E-NOT-FOUND', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
  }),
  addWestFaxNumber: endpoint({
    method: 'POST',
    path: '/api/westfax/account/{id}',
    summary: 'Add a fax number to a WestFax account',
    access,
    params: idParams,
    body: z.strictObject({ number: requiredText(25), displayName: requiredText(255) }),
    response: { kind: 'json', schema: documentSource, status: 201 },
    errors: ['E-NOT-FOUND', 'E-ADDRESS-TAKEN', 'E-FAX-ACCOUNT-OFF'],
    invalidates: drops,
  }),
  removeWestFaxNumber: endpoint({
    method: 'DELETE',
    path: '/api/westfax/account/{id}/{number}',
    summary: 'Take a fax number off a WestFax account',
    access,
    params: z.strictObject({ id, number: z.string().regex(/^\d{10,13}$/, 'must be 10 to 13 digits') }),
    response: deleted,
    errors: ['E-NOT-FOUND'],
    invalidates: drops,
  }),
};
