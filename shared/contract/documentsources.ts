import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { pageNumber, pageOf, pageSize, search, sortDir } from './paging.ts';
import { serverSet, requiredText, version } from './texts.ts';

const access = ['SysAdmin'] as const;
const drops = ['/api/admin/documentsources', '/api/admin/organizations'] as const;

/** `fax` as the spec's fax lists write it is the same as `Fax`. */
const sourceType = z
  .string()
  .transform((text) => (text.toLowerCase() === 'fax' ? 'Fax' : text))
  .pipe(z.enum(['DirectMessaging', 'Fax']));

/** A direct address or fax number of an organization (spec 3 section 3). */
export const documentSource = z.object({
  id,
  organizationId: id,
  organizationName: z.string(),
  type: z.enum(['DirectMessaging', 'Fax']),
  /** `fax` or `direct`. */
  directAddressType: z.enum(['direct', 'fax']),
  /** A direct address, or the digits of a fax number. */
  address: z.string(),
  displayName: z.string(),
  providerId: id.nullable(),
  providerName: z.string().nullable(),
  faxAccountId: id.nullable(),
  /** 0 Provisioning, 1 Activated, 2 Pending Update, 3 Pending Deletion, 4 Deleted, 5 Failed. */
  status: z.int().min(0).max(5),
  isEnabled: z.boolean(),
  createDate: z.iso.datetime(),
  version: z.int(),
});
export type DocumentSource = z.output<typeof documentSource>;

export const documentSourceProvider = z.object({ id, name: z.string(), type: z.enum(['DirectMessaging', 'Fax']) });
export type DocumentSourceProvider = z.output<typeof documentSourceProvider>;

/** Direct addresses and fax numbers (spec 1 section 7, spec 3 section 7). */
export const documentsources = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/documentsources',
    summary: 'Direct addresses and fax numbers, a page at a time',
    access,
    audited: true,
    query: z.strictObject({
      sortDir,
      pageNumber,
      pageSize,
      search,
      type: sourceType.optional(),
      organizationId: id.optional(),
    }),
    response: { kind: 'json', schema: pageOf(documentSource) },
    errors: [],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/documentsources',
    summary: 'Add a direct address or a fax number',
    access,
    body: z.strictObject({
      organizationId: id,
      type: sourceType,
      address: requiredText(255),
      displayName: requiredText(255),
      providerId: id.nullable().optional(),
      faxAccountId: id.nullable().optional(),
      directAddressType: serverSet,
    }),
    response: { kind: 'json', schema: documentSource, status: 201 },
    errors: [
      'E-ORG-REFERENCE',
      'E-ADDRESS-TAKEN',
      'E-DIRECT-OFF',
      'E-DIRECT-LIMIT',
      'E-ADDRESS-DOMAIN',
      'E-FAX-ACCOUNT-OFF',
    ],
    invalidates: drops,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/documentsources/{id}',
    summary: 'One direct address or fax number',
    access,
    params: idParams,
    response: { kind: 'json', schema: documentSource },
    errors: ['E-NOT-FOUND'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/admin/documentsources/{id}',
    summary: 'Change name, provider or use of a document source; its address stays',
    access,
    params: idParams,
    body: z.strictObject({
      displayName: requiredText(255).optional(),
      providerId: id.nullable().optional(),
      isEnabled: z.boolean().optional(),
      version,
      id: serverSet,
      organizationId: serverSet,
      organizationName: serverSet,
      type: serverSet,
      directAddressType: serverSet,
      address: serverSet,
      providerName: serverSet,
      faxAccountId: serverSet,
      status: serverSet,
      createDate: serverSet,
    }),
    response: { kind: 'json', schema: documentSource },
    errors: ['E-NOT-FOUND', 'E-ORG-REFERENCE', 'E-DIRECT-OFF', 'E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/admin/documentsources/{id}',
    summary: 'Delete a document source',
    access,
    params: idParams,
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
  }),
  activate: endpoint({
    method: 'POST',
    path: '/api/admin/documentsources/activate/{id}',
    summary: 'Put a document source to use',
    access,
    params: idParams,
    response: { kind: 'json', schema: documentSource },
    errors: ['E-NOT-FOUND', 'E-DIRECT-OFF', 'E-FAX-STATUS', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
  }),
  setFaxStatus: endpoint({
    method: 'PUT',
    path: '/api/admin/documentsources/{id}/faxstatus',
    summary: 'Set the status of a fax number, as far as it can follow the present one',
    access,
    params: idParams,
    body: z.strictObject({ status: z.int().min(0).max(5) }),
    response: { kind: 'json', schema: documentSource },
    errors: ['E-NOT-FOUND', 'E-FAX-STATUS', 'E-PRECONDITION-FAILED'],
    invalidates: drops,
  }),
  exists: endpoint({
    method: 'GET',
    path: '/api/admin/documentsources/exists',
    summary: 'Whether an address or fax number is in use',
    access,
    query: z.strictObject({ val: requiredText(255) }),
    response: { kind: 'json', schema: z.boolean() },
    errors: [],
  }),
  providers: endpoint({
    method: 'GET',
    path: '/api/admin/documentsources/documentsourceproviders',
    summary: 'Who carries direct messages or faxes',
    access,
    query: z.strictObject({ pageNumber, pageSize: pageSize.default(20), type: sourceType.optional() }),
    response: { kind: 'json', schema: pageOf(documentSourceProvider) },
    errors: [],
    cacheSeconds: 60,
  }),
};
