import { z } from 'zod';
import { whitelistNoteMax } from '../rules/integration.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { flag, pageNumber, pageOf, pageSize, search, sortDir } from './paging.ts';
import { optionalText, serverSet, version } from './texts.ts';

const access = ['SysAdmin'] as const;

/** Permission to use an integration: for one organization, or for every organization where `organizationId` is null. */
export const whitelistItem = z.object({
  id,
  /** Integration and organization, for headings: `Epic: Lakeside Clinic`. */
  name: z.string(),
  integrationId: id,
  integrationName: z.string(),
  organizationId: id.nullable(),
  organizationName: z.string().nullable(),
  note: z.string().nullable(),
  isEnabled: z.boolean(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  modifiedAt: z.iso.datetime(),
  modifiedBy: z.string(),
  version: z.int(),
});
export type WhitelistItem = z.output<typeof whitelistItem>;

export const whitelistEntry = whitelistItem.extend({
  /** Organizations that have the integration and may use it by this entry alone. */
  dependentCount: z.int(),
});
export type WhitelistEntry = z.output<typeof whitelistEntry>;

const note = optionalText(whitelistNoteMax);

/** Which organizations may use which integration (spec 1 section 7; docs/decisions.md). */
export const integrationwhitelist = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/integrations/whitelist',
    summary: 'Entries of the whitelist by integration and organization, a page at a time',
    access,
    query: z.strictObject({
      search,
      sortDir,
      pageNumber,
      pageSize,
      integrationId: id.optional(),
      organizationId: id.optional(),
      /** True: entries for every organization only. */
      isForAll: flag.optional(),
      isEnabled: flag.optional(),
    }),
    response: { kind: 'json', schema: pageOf(whitelistItem) },
    errors: [],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/integrations/whitelist',
    summary: 'Allow an integration for an organization, or without organizationId for every organization',
    access,
    body: z.strictObject({
      integrationId: id,
      organizationId: id.nullable().optional(),
      note,
      isEnabled: z.boolean().default(true),
    }),
    response: { kind: 'json', schema: whitelistEntry, status: 201 },
    errors: ['E-WHITELIST-EXISTS'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/integrations/whitelist/{id}',
    summary: 'One entry of the whitelist with the number of organizations that depend on it',
    access,
    params: idParams,
    response: { kind: 'json', schema: whitelistEntry },
    errors: ['E-NOT-FOUND'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/admin/integrations/whitelist/{id}',
    summary: 'Change the note of an entry, or switch it on or off; integration and organization stay',
    access,
    params: idParams,
    body: z.strictObject({
      note,
      isEnabled: z.boolean().optional(),
      version,
      id: serverSet,
      name: serverSet,
      integrationId: serverSet,
      integrationName: serverSet,
      organizationId: serverSet,
      organizationName: serverSet,
      createdAt: serverSet,
      createdBy: serverSet,
      modifiedAt: serverSet,
      modifiedBy: serverSet,
      dependentCount: serverSet,
    }),
    response: { kind: 'json', schema: whitelistEntry },
    errors: ['E-NOT-FOUND', 'E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/admin/integrations/whitelist/{id}',
    summary: 'Delete an entry: organizations that no other entry allows lose the integration at once',
    access,
    params: idParams,
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND', 'E-PRECONDITION-FAILED'],
  }),
};
