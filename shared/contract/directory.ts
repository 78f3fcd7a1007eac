import { z } from 'zod';
import { zipStartText } from '../rules/address.ts';
import {
  addressCheckStatuses,
  directoryPageSize,
  directoryPageSizeMax,
  directoryPagesMax,
  isZipStart,
  nationalDirectoryStates,
  validatedAddressesMax,
} from '../rules/directory.ts';
import { isStateCode } from '../rules/states.ts';
import { endpoint } from './endpoint.ts';
import { listOf } from './paging.ts';
import { noNul, noNulText } from './texts.ts';

/** People of organizations look for correspondents; platform administrators see the same (spec 2 section 1). */
export const directoryAccess = ['SysAdmin', 'Administrator', 'User'] as const;

const field = z.string().trim().max(100).regex(noNul, noNulText);
const pageStart = z.int().min(1).max(directoryPagesMax).default(1);
const text = z.string().nullable();

/** A provider or an organization of the directory (spec 2 section 3). */
export const directoryListing = z.object({
  directAddress: text,
  organizationName: text,
  lastName: text,
  firstName: text,
  middleName: text,
  clinicName: text,
  phonePrimary: text,
  fax: text,
  standardizedAddressLine1: text,
  standardizedCity: text,
  standardizedState: text,
  standardizedZip: text,
  /** The platform's own organizations, or the national directory. */
  source: z.enum(['Platform', 'NationalDirectory']),
});
export type DirectoryListing = z.output<typeof directoryListing>;

export const addressCheck = z.object({
  /** In lower case. */
  address: z.string(),
  /** A directory has the address. */
  isKnown: z.boolean(),
  /** Messages to the address are accepted now. */
  canReceive: z.boolean(),
  status: z.enum(addressCheckStatuses),
  /** Null where the address can receive. */
  reason: text,
});
export type AddressCheck = z.output<typeof addressCheck>;

const total = z.int().nonnegative();

/** The directory of providers and organizations with their direct addresses. */
export const directory = {
  search: endpoint({
    method: 'POST',
    path: '/api/directory/search',
    summary:
      'Providers and organizations by name and place: the platform’s first, then those of the national directory. Totals are exact up to 1,000',
    access: directoryAccess,
    // A POST: the fields name persons, and addresses are in the logs of proxies.
    readOnly: true,
    audited: true,
    body: z.strictObject({
      firstName: field.optional(),
      lastName: field.optional(),
      organizationName: field.optional(),
      city: field.optional(),
      state: field
        .toUpperCase()
        .refine((value) => value === '' || isStateCode(value), 'must be the two-letter code of a state')
        .optional(),
      zip: field.refine((value) => value === '' || isZipStart(value), zipStartText).optional(),
      providerPageStart: pageStart,
      organizationPageStart: pageStart,
      pageSize: z.int().min(1).max(directoryPageSizeMax).default(directoryPageSize),
    }),
    response: {
      kind: 'json',
      schema: z.object({
        providers: z.array(directoryListing),
        totalProvidersCount: total,
        /** Empty for a search with the name of a person and without an organization name. */
        organizations: z.array(directoryListing),
        totalOrganizationsCount: total,
        /** Unavailable: only the platform's own entries were searched. */
        nationalDirectory: z.enum(nationalDirectoryStates),
        /** No provider has the names as they were written; those with similar names are listed. */
        hasSimilarProviders: z.boolean(),
        hasSimilarOrganizations: z.boolean(),
      }),
    },
    errors: ['E-ORG-NOT-ACTIVATED'],
  }),
  validate: endpoint({
    method: 'GET',
    path: '/api/directory/validate',
    summary: `Which of up to ${validatedAddressesMax} direct addresses are known and can receive messages`,
    access: directoryAccess,
    audited: true,
    // Direct addresses contain no commas.
    query: z.strictObject({ addresses: z.string().trim().min(1, 'is required').max(13_000).regex(noNul, noNulText) }),
    response: { kind: 'json', schema: listOf(addressCheck) },
    errors: ['E-ORG-NOT-ACTIVATED'],
  }),
  ownAddresses: endpoint({
    method: 'GET',
    path: '/api/directory/ownaddresses',
    summary: 'Direct addresses of the organization of the caller that are in use',
    access: directoryAccess,
    response: { kind: 'json', schema: listOf(z.object({ address: z.string(), displayName: z.string() })) },
    errors: [],
    beyondSpec: 'Users choose the address that an invitation shares (spec 2 section 2, dialog 12).',
  }),
};
