import type { HandlerInput } from '../../../shared/contract/endpoint.ts';
import type { directory as contract, DirectoryListing } from '../../../shared/contract/directory.ts';
import {
  type DirectoryField,
  directoryFields,
  directorySearchText,
  directoryTotalMax,
  directoryWordsText,
} from '../../../shared/rules/directory.ts';
import { directoryWordsOf } from '../../../shared/rules/directoryWords.ts';
import type { Database } from '../../database/openDatabase.ts';
import type { ListingQueries, ListingQuery, NationalListing, NationalListings } from '../../fhir/directory.ts';
import { ApiProblem } from '../../http/problem.ts';
import {
  areKnown,
  eitherName,
  type ExpandedTerm,
  expandTerms,
  isPersonName,
  type ListingKind,
  listingPage,
  type PlatformListing,
  sameListings,
  type SearchTerm,
  similarTerms,
  zipDigits,
} from './listingStore.ts';

interface Directories {
  readonly database: Database;
  readonly searchNational: ((queries: ListingQueries) => Promise<NationalListings | null>) | null;
}

type Body = HandlerInput<typeof contract.search>['body'];

const fieldLetters = { firstName: 'f', lastName: 'l', organizationName: 'o', city: 'c', state: 's', zip: 'z' } as const;

/** The words of a field; a ZIP code is its first digits. */
const termsOf = (field: DirectoryField, value: string): SearchTerm[] => {
  const letter = fieldLetters[field];
  const words = field === 'zip' ? [value].filter(Boolean) : directoryWordsOf(value);
  return words.map((word) => ({ field: letter, word }));
};

/** The fields that the caller filled have no word; without such a field the first one is named. */
const nothingToFind = (query: ListingQuery): Record<string, string[]> => {
  const filled = directoryFields.filter((field) => query[field].trim() !== '');
  if (filled.length === 0) return { firstName: [directorySearchText] };
  return Object.fromEntries(filled.map((field) => [field, [directoryWordsText]]));
};

/** Both lists: entries of this platform first, then those of the national directory that the platform does not have. */
export async function searchDirectory({ database, searchNational }: Directories, body: Body) {
  const query: ListingQuery = {
    firstName: '',
    lastName: '',
    organizationName: '',
    city: '',
    state: '',
    ...body,
    zip: (body.zip ?? '').replace(/\D/g, '').slice(0, zipDigits),
  };
  const terms = directoryFields.flatMap((field) => termsOf(field, query[field]));
  if (terms.length === 0)
    throw new ApiProblem('E-REQUEST-INVALID', { modelState: nothingToFind({ ...query, zip: body.zip ?? '' }) });

  const isAbout = (...letters: SearchTerm['field'][]) => terms.some(({ field }) => letters.includes(field));
  // An organization has no names of a person: a search for one lists organizations only where their name is given too.
  const hasOrganizations = isAbout('o') || !isAbout('f', 'l');
  const organizationQuery = hasOrganizations ? { ...query, firstName: '', lastName: '' } : null;

  const searchForeign = async (isSimilar: boolean, change: Partial<ListingQuery> = {}) => {
    const organizations = organizationQuery && { ...organizationQuery, ...change, firstName: '', lastName: '' };
    return (await searchNational?.({ providers: { ...query, ...change }, organizations, isSimilar })) ?? null;
  };
  const [expanded, listings] = await Promise.all([expandTerms(database, terms), searchForeign(false)]);
  const ofOrganizations = expanded.filter(({ field }) => hasOrganizations && field !== 'f' && field !== 'l');
  const page = (start: number) => ({ limit: body.pageSize, offset: (start - 1) * body.pageSize });
  const providerRequest: ListRequest = {
    database,
    kind: 'provider',
    terms: expanded,
    foreign: listings?.providers ?? [],
    searchSimilar: async (change) => (await searchForeign(true, change))?.providers ?? [],
    ...page(body.providerPageStart),
  };
  const organizationRequest: ListRequest = {
    database,
    kind: 'organization',
    terms: ofOrganizations,
    foreign: listings?.organizations ?? [],
    searchSimilar: async (change) => (await searchForeign(true, change))?.organizations ?? [],
    ...page(body.organizationPageStart),
  };
  const similarProviders = async () => {
    const turned = turnedNames(query);
    const foreign = turned && isAbout('f', 'l') ? ((await searchForeign(false, turned))?.providers ?? []) : [];
    return (await turnedList({ ...providerRequest, foreign })) ?? similar(providerRequest);
  };
  const [exactProviders, exactOrganizations] = await Promise.all([exact(providerRequest), exact(organizationRequest)]);
  // Similar organizations would be beside the point where providers have the names as they were typed.
  const [providers, organizations] = await Promise.all([
    exactProviders ?? similarProviders(),
    exactOrganizations ?? (exactProviders ? noList : similar(organizationRequest)),
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
  readonly terms: readonly ExpandedTerm[];
  /** Entries of the national directory. */
  readonly foreign: readonly NationalListing[];
  /** Those with similar names, in the city of the change where the one of the search is misspelled. */
  readonly searchSimilar: (change: Partial<ListingQuery>) => Promise<readonly NationalListing[]>;
  readonly limit: number;
  readonly offset: number;
}

interface List {
  readonly items: DirectoryListing[];
  readonly total: number;
  readonly isSimilar: boolean;
}

/** A page of the entries with the names as they were typed; null where neither directory has any. */
async function exact(request: ListRequest): Promise<List | null> {
  const { database, kind, terms, foreign, limit, offset } = request;
  if (terms.length === 0) return noList;
  const own = areKnown(terms) ? await listingPage(database, kind, terms, { limit, offset }) : noListings;
  return own.total === 0 && foreign.length === 0 ? null : { ...(await merged(request, own)), isSimilar: false };
}

/** The names of the person the other way round; of two words in one field the last one is the last name. Null for a single word. */
function turnedNames({ firstName, lastName }: ListingQuery): Pick<ListingQuery, 'firstName' | 'lastName'> | null {
  if (firstName.trim() !== '' && lastName.trim() !== '') return { firstName: lastName, lastName: firstName };
  const words = `${firstName} ${lastName}`.trim().split(/\s+/);
  return words.length < 2 ? null : { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}

/** A page of the entries whose first and last names have the words in another order; null where there are none. */
async function turnedList(request: ListRequest): Promise<List | null> {
  const { database, kind, limit, offset, foreign } = request;
  if (request.terms.filter(isPersonName).length < 2) return null;
  const terms = await expandTerms(database, request.terms, eitherName);
  const own = areKnown(terms) ? await listingPage(database, kind, terms, { limit, offset }) : noListings;
  if (own.total === 0 && foreign.length === 0) return null;
  return { ...(await merged({ ...request, terms }, own)), isSimilar: true };
}

/** The city in the words of the platform that are nearest to it; undefined where the platform knows it as typed, or none like it. */
async function nearestCity(database: Database, terms: readonly ExpandedTerm[]): Promise<string | undefined> {
  const cities = terms.filter(({ field }) => field === 'c');
  const near = areKnown(cities) ? null : await similarTerms(database, cities);
  return near?.map(({ words: [nearest] }) => (nearest ?? '').slice('c.'.length)).join(' ');
}

/** A page of the entries with names that are written nearly alike. */
async function similar(request: ListRequest): Promise<List> {
  const { database, kind, terms, limit, offset } = request;
  const hasNames = terms.some((term) => isPersonName(term) || term.field === 'o');
  const searchForeign = async () => {
    const city = await nearestCity(database, terms);
    if (city !== undefined) return request.searchSimilar({ city });
    return hasNames ? request.searchSimilar({}) : [];
  };
  const [alternatives, foreign] = await Promise.all([similarTerms(database, terms), searchForeign()]);
  const own = alternatives ? await listingPage(database, kind, alternatives, { limit, offset }) : noListings;
  const list = await merged({ ...request, terms: alternatives ?? terms, foreign }, own);
  return { ...list, isSimilar: list.total > 0 };
}

const noListings = { total: 0, rows: [] };
const noList: List = { items: [], total: 0, isSimilar: false };

async function merged(
  { database, kind, terms, foreign, limit, offset }: ListRequest,
  own: { readonly total: number; readonly rows: readonly PlatformListing[] },
): Promise<Omit<List, 'isSimilar'>> {
  const distinct = distinctListings(foreign);
  const known =
    own.total === 0 || distinct.length === 0
      ? new Set<string>()
      : await sameListings(database, kind, terms, {
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
      const nationalAddress = row.oid === null ? undefined : addressByOid.get(row.oid);
      return { ...item, directAddress: item.directAddress ?? nationalAddress ?? null };
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
