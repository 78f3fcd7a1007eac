import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './ids.ts';
import { listOf, pageNumber, pageOf } from './paging.ts';
import { requiredText } from './texts.ts';

const platformAdministrators = ['SysAdmin'] as const;
/** Entries may be long, so a page of them is shorter than of other records. */
const page = z.strictObject({ pageNumber, pageSize: z.coerce.number().int().min(1).max(200).default(10) });
const dropsOrganizations = ['/api/organizations', '/api/admin/organizations'] as const;

/** One changed field of one action, from the audit rows. */
export const historyEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actorName: z.string(),
  /** Area and name of the call: `organizations.update`. */
  action: z.string(),
  reason: z.string().nullable(),
  runId: z.string().nullable(),
  requestId: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type HistoryEntry = z.output<typeof historyEntry>;

export const usageMonth = z.object({
  month: z.iso.datetime(),
  messagesSent: z.int(),
  messagesReceived: z.int(),
  faxPages: z.int(),
});
export type UsageMonth = z.output<typeof usageMonth>;

/** What goes with an organization that is deleted. */
export const deleteImpact = z.object({
  users: z.int(),
  directAddresses: z.int(),
  faxNumbers: z.int(),
  serviceAccounts: z.int(),
  devices: z.int(),
  licenses: z.int(),
  integrations: z.int(),
  alternateOids: z.int(),
  directoryEntries: z.int(),
});
export type DeleteImpact = z.output<typeof deleteImpact>;

/** A captured API call; every value in it is masked (`[len 14]`), ids in the route are placeholders. */
export const apiCapture = z.object({
  id,
  at: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  actorName: z.string(),
  method: z.string(),
  route: z.string(),
  status: z.int(),
  durationMs: z.int(),
  requestId: z.string(),
  query: z.unknown(),
  requestBody: z.unknown(),
  responseBody: z.unknown(),
});
export type ApiCapture = z.output<typeof apiCapture>;

export const jobStatuses = ['Pending', 'In Progress', 'Completed', 'Failed', 'Retrying'] as const;
/** A call to another system about this organization. */
export const outboundJob = z.object({
  id,
  kind: z.string(),
  status: z.enum(jobStatuses),
  attempts: z.int(),
  lastError: z.string().nullable(),
  createdAt: z.iso.datetime(),
  nextAttemptAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
});
export type OutboundJob = z.output<typeof outboundJob>;

export const organizationDomain = z.object({ id, domain: z.string(), createDate: z.iso.datetime() });

const savedAddress = z.object({ address: z.string(), displayName: z.string() });
/** The saved Direct Addresses (spec 1 section 2), written as a whole. `version` is 0 while none was ever saved. */
export const savedAddressList = z.object({ items: z.array(savedAddress), version: z.int() });

const row = <const P extends string>(path: P) => `/api/admin/organizations/{id}/${path}` as const;

/** What happened to an organization and what it has beside its record; rows of our own beyond the spec. */
export const organizationActivity = {
  history: endpoint({
    method: 'GET',
    path: row('history'),
    summary: 'Changes of the organization and of what belongs to it, newest first, field by field',
    access: platformAdministrators,
    audited: true,
    params: idParams,
    query: page,
    response: { kind: 'json', schema: pageOf(historyEntry) },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'Change history per organization (who, when, why) from the audit rows.',
  }),
  usage: endpoint({
    method: 'GET',
    path: row('usage'),
    summary: 'Messages and fax pages by month, newest first',
    access: platformAdministrators,
    params: idParams,
    response: { kind: 'json', schema: listOf(usageMonth) },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'The info tab shows usage; spec 1 shows no call for it.',
  }),
  deleteImpact: endpoint({
    method: 'GET',
    path: row('impact'),
    summary: 'What would be deleted with the organization',
    access: platformAdministrators,
    params: idParams,
    response: { kind: 'json', schema: deleteImpact },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'The delete dialog says what will go.',
  }),
  apiCaptures: endpoint({
    method: 'GET',
    path: row('apicaptures'),
    summary: 'Captured API calls of the organization, newest first, with masked values',
    access: platformAdministrators,
    params: idParams,
    query: page,
    response: { kind: 'json', schema: pageOf(apiCapture) },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'What a capture has captured; spec 1 starts and stops it but shows no call to read it.',
  }),
  jobs: endpoint({
    method: 'GET',
    path: row('jobs'),
    summary: 'Calls to other systems about the organization, newest first',
    access: platformAdministrators,
    params: idParams,
    query: page,
    response: { kind: 'json', schema: pageOf(outboundJob) },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'The state of a sync.',
  }),
  domains: endpoint({
    method: 'GET',
    path: row('domains'),
    summary: 'Mail domains whose direct addresses the organization may have',
    access: platformAdministrators,
    params: idParams,
    response: {
      kind: 'json',
      schema: z.object({ items: z.array(organizationDomain), ownDomain: z.string().nullable() }),
    },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'The direct tab needs domains; spec 1 shows no fields of it.',
  }),
  addDomain: endpoint({
    method: 'POST',
    path: row('domains'),
    summary: 'Add a mail domain to the organization',
    access: platformAdministrators,
    params: idParams,
    body: z.strictObject({ domain: requiredText(253) }),
    response: { kind: 'json', schema: organizationDomain, status: 201 },
    errors: ['E-NOT-FOUND', 'E-DOMAIN-TAKEN'],
    invalidates: dropsOrganizations,
    beyondSpec: 'The direct tab needs domains; spec 1 shows no fields of it.',
  }),
  removeDomain: endpoint({
    method: 'DELETE',
    path: row('domains/{domainId}'),
    summary: 'Take a mail domain away; refused while addresses use it',
    access: platformAdministrators,
    params: z.strictObject({ id, domainId: id }),
    response: { kind: 'none' },
    errors: ['E-NOT-FOUND', 'E-DOMAIN-IN-USE'],
    invalidates: dropsOrganizations,
    beyondSpec: 'The direct tab needs domains; spec 1 shows no fields of it.',
  }),
  savedAddresses: endpoint({
    method: 'GET',
    path: row('savedaddresses'),
    summary: 'Recipients the organization keeps at hand',
    access: platformAdministrators,
    audited: true,
    params: idParams,
    response: { kind: 'json', schema: savedAddressList },
    errors: ['E-NOT-FOUND'],
    beyondSpec: 'The saved Direct Addresses modal of spec 1 section 2, whose call is not shown.',
  }),
  saveAddresses: endpoint({
    method: 'PUT',
    path: row('savedaddresses'),
    summary: 'Write the list of saved addresses as a whole',
    access: platformAdministrators,
    params: idParams,
    body: z.strictObject({
      items: z.array(z.strictObject({ address: requiredText(255), displayName: requiredText(255) })).max(1000),
      version: z.int().min(0).optional(),
    }),
    response: { kind: 'json', schema: savedAddressList },
    errors: ['E-NOT-FOUND', 'E-VERSION-CONFLICT', 'E-PRECONDITION-FAILED'],
    invalidates: dropsOrganizations,
    beyondSpec: 'The saved Direct Addresses modal of spec 1 section 2, whose call is not shown.',
  }),
};
