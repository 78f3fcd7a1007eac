import type { HandlerInput } from '../../../shared/contract/endpoint.ts';
import type { directory as contract, DirectoryListing } from '../../../shared/contract/directory.ts';
import {
  type DirectoryField,
  directoryFields,
  directorySearchText,
  directoryTotalMax,
} from '../../../shared/rules/directory.ts';
import { directoryWordsOf } from '../../../shared/rules/directoryWords.ts';
import type { Database } from '../../database/openDatabase.ts';
import type { ListingQuery, NationalListing, NationalListings } from '../../fhir/directory.ts';
import { ApiProblem } from '../../http/problem.ts';
import {
  type ListingKind,
  listingPage,
  type PlatformListing,
  sameListings,
  type SearchTerm,
  similarTerms,
  type TermGroups,
} from './listingStore.ts';
import type { Queries } from './nationalSearch.ts';

interface Directories {
  readonly database: Database;
  readonly searchNational: ((queries: Queries) => Promise<NationalListings | null>) | null;
}

type Body = HandlerInput<typeof contract.search>['body'];

const fieldLetters = { firstName: 'f', lastName: 'l', organizationName: 'o', city: 'c', state: 's', zip: 'z' } as const;

/** The words of a field; a ZIP code is its digits. */
const termsOf = (field: DirectoryField, value: string): SearchTerm[] => {
  const letter = fieldLetters[field];
  const words = field === 'zip' ? [value.replace(/\D/g, '')].filter(Boolean) : directoryWordsOf(value);
  return words.map((word) => ({ field: letter, word }));
};

/** Both lists: entries of this platform first, then those of the national directory that the platform does not have. */
export async function searchDirectory({ database, searchNational }: Directories, body: Body) {
  const query: ListingQuery = {
    firstName: '',
    lastName: '',
    organizationName: '',
    city: '',
    state: '',
    zip: '',
    ...body,
  };
  const terms = directoryFields.flatMap((field) => termsOf(field, query[field]));
  if (terms.length === 0)
    throw new ApiProblem('E-REQUEST-INVALID', { modelState: { firstName: [directorySearchText] } });

  const isAbout = (...letters: SearchTerm['field'][]) => terms.some(({ field }) => letters.includes(field));
  // An organization has no names of a person: a search for one lists organizations only where their name is given too.
  const hasOrganizations = isAbout('o') || !isAbout('f', 'l');
  const organizationQuery = hasOrganizations ? { ...query, firstName: '', lastName: '' } : null;
  const organizationTerms = terms.filter(({ field }) => hasOrganizations && field !== 'f' && field !== 'l');

  const national = searchNational?.({ providers: query, organizations: organizationQuery }) ?? null;
  const page = (start: number) => ({ limit: body.pageSize, offset: (start - 1) * body.pageSize });
  const [providers, organizations, listings] = await Promise.all([
    listOf({ database, kind: 'provider', terms, national, ...page(body.providerPageStart) }),
    listOf({ database, kind: 'organization', terms: organizationTerms, national, ...page(body.organizationPageStart) }),
    national,
  ]);
  return {
    providers: providers.items,
    totalProvidersCount: providers.total,
    organizations: organizations.items,
    totalOrganizationsCount: organizations.total,
    nationalDirectory:
      searchNational === null
        ? ('NotConfigured' as const)
        : listings === null
          ? ('Unavailable' as const)
          : ('Searched' as const),
    hasSimilarProviders: providers.isSimilar,
    hasSimilarOrganizations: organizations.isSimilar,
  };
}

interface ListRequest {
  readonly database: Database;
  readonly kind: ListingKind;
  readonly terms: readonly SearchTerm[];
  readonly national: Promise<NationalListings | null> | null;
  readonly limit: number;
  readonly offset: number;
}

interface List {
  readonly items: DirectoryListing[];
  readonly total: number;
  readonly isSimilar: boolean;
}

/** A page of one list. Similar names are searched for only where neither directory has the names as they were typed. */
async function listOf({ database, kind, terms, national, ...page }: ListRequest): Promise<List> {
  if (terms.length === 0) return { items: [], total: 0, isSimilar: false };
  const [exact, listings] = await Promise.all([listingPage(database, kind, groupsOf(terms), page), national ?? null]);
  const foreign = (kind === 'provider' ? listings?.providers : listings?.organizations) ?? [];
  if (exact.total > 0 || foreign.length > 0)
    return {
      ...(await merged(exact, foreign, { database, kind, groups: groupsOf(terms), ...page })),
      isSimilar: false,
    };
  const similar = await listingPage(database, kind, await similarTerms(database, terms), page);
  return { items: similar.rows.map(platformItem), total: similar.total, isSimilar: similar.total > 0 };
}

const groupsOf = (terms: readonly SearchTerm[]): TermGroups => terms.map((term) => [term]);

interface MergeOptions {
  readonly database: Database;
  readonly kind: ListingKind;
  readonly groups: TermGroups;
  readonly limit: number;
  readonly offset: number;
}

async function merged(
  own: { readonly total: number; readonly rows: readonly PlatformListing[] },
  foreign: readonly NationalListing[],
  { database, kind, groups, limit, offset }: MergeOptions,
): Promise<Omit<List, 'isSimilar'>> {
  const distinct = distinctListings(foreign);
  const known =
    own.total === 0 || distinct.length === 0
      ? new Set<string>()
      : await sameListings(database, kind, groups, {
          addresses: distinct.flatMap(({ directAddress }) => directAddress ?? []),
          // Practitioners of one organization share its OID.
          oids: kind === 'provider' ? [] : distinct.flatMap(({ oid }) => oid ?? []),
        });
  const others = distinct.filter(({ directAddress, oid }) => !known.has(directAddress ?? '') && !known.has(oid ?? ''));
  const addressByOid = new Map(distinct.map(({ oid, directAddress }) => [oid, directAddress]));
  const start = Math.max(0, offset - own.total);
  const items = [
    ...own.rows.map((row) => {
      const item = platformItem(row);
      // A directory entry has no address of its own; the national directory may know one.
      return row.oid === null
        ? item
        : { ...item, directAddress: item.directAddress ?? addressByOid.get(row.oid) ?? null };
    }),
    ...others.slice(start, start + limit - own.rows.length).map(nationalItem),
  ];
  return { items, total: Math.min(directoryTotalMax, own.total + others.length) };
}

/** Each direct address once; of those without one each name at a place. */
function distinctListings(listings: readonly NationalListing[]): NationalListing[] {
  const keyOf = (listing: NationalListing) => {
    const { directAddress, firstName, middleName, lastName, organizationName, street, city } = listing;
    return (
      directAddress ?? [firstName, middleName, lastName, organizationName, street, city].join('\u001f').toLowerCase()
    );
  };
  const byKey = new Map<string, NationalListing>();
  for (const listing of listings) if (!byKey.has(keyOf(listing))) byKey.set(keyOf(listing), listing);
  return [...byKey.values()];
}

const platformItem = ({
  phone,
  street,
  city,
  state,
  zip,
  id: _id,
  oid: _oid,
  ...row
}: PlatformListing): DirectoryListing => ({
  ...row,
  phonePrimary: phone,
  standardizedAddressLine1: street,
  standardizedCity: city,
  standardizedState: state,
  standardizedZip: zip,
  source: 'Platform',
});

const nationalItem = ({
  phone,
  street,
  city,
  state,
  zip,
  oid: _oid,
  ...listing
}: NationalListing): DirectoryListing => ({
  ...listing,
  clinicName: listing.lastName === null ? null : listing.organizationName,
  phonePrimary: phone,
  standardizedAddressLine1: street,
  standardizedCity: city,
  standardizedState: state,
  standardizedZip: zip,
  source: 'NationalDirectory',
});
