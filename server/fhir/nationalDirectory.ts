import { directoryWordsOf, hasDirectoryWords, hasNearWords } from '../../shared/rules/directoryWords.ts';
import { FhirFailure, type ListingQuery, type NationalDirectory, type NationalListing } from './directory.ts';
import { directAddressIn, isEndpointInUse, organizationListing, providerListing, referenceKey } from './mapListing.ts';
import {
  endpointResource,
  organizationResource,
  practitionerResource,
  type Reference,
  roleResource,
} from './resources.ts';
import { fitting, resolved, resourcePages } from './searchPages.ts';
import type { FhirTransport } from './transport.ts';

/** Pages that a search reads of one list. */
const maxPages = 5;
const pageSize = '50';

interface Request {
  readonly transport: FhirTransport;
  readonly signal: AbortSignal;
  readonly max: number;
  readonly isSimilar: boolean;
}

/** Searches a FHIR directory (R4) for practitioners, organizations and the endpoints of their direct addresses. */
export const nationalDirectory = (transport: FhirTransport): NationalDirectory => ({
  search: async ({ providers, organizations, isSimilar }, { max, signal }) => {
    const request = { transport, max, signal, isSimilar };
    const [foundProviders, foundOrganizations] = await Promise.all([
      providers ? findProviders(request, providers) : [],
      organizations ? findOrganizations(request, organizations) : [],
    ]);
    return { providers: foundProviders, organizations: foundOrganizations };
  },

  findAddress: async (address, signal) => {
    const request = { transport, max: 1, signal, isSimilar: false };
    const [endpoints, practitioners] = await Promise.all([
      firstAnswered(request, [['Endpoint', { identifier: address }]], (resources) =>
        fitting(endpointResource, resources).filter((endpoint) => directAddressIn(endpoint.address) === address),
      ),
      firstAnswered(request, [['Practitioner', { email: address }]], (resources) =>
        fitting(practitionerResource, resources).filter(({ telecom }) =>
          telecom.some(({ system, value }) => system === 'email' && directAddressIn(value) === address),
        ),
      ),
    ]);
    const states = [...endpoints.map(isEndpointInUse), ...practitioners.map(({ active }) => active !== false)];
    return states.length === 0 ? 'unknown' : states.includes(true) ? 'active' : 'inactive';
  },
});

type Search = readonly [type: string, parameters: Readonly<Record<string, string>>];

/** The longest word: FHIR compares the beginning of a name, and the other words are compared with what comes back. */
const longestWord = (text: string): string =>
  text.split(/\s+/).reduce((longest, word) => (word.length > longest.length ? word : longest), '');

/** The longest word, or its beginning where names that are written nearly alike are searched for. */
const searchedWord = (text: string, { isSimilar }: Request, beginning = 2): string =>
  isSimilar ? longestWord(text).slice(0, beginning) : longestWord(text);

/** `:contains` finds York in New York; without it a directory compares the beginning of the city. */
const placeParameters = (prefix: string, { city, state, zip }: ListingQuery, modifier: '' | ':contains') => ({
  [`${prefix}address-city${modifier}`]: modifier === '' ? city : longestWord(city.replaceAll('-', ' ')),
  [`${prefix}address-state`]: state,
  [`${prefix}address-postalcode`]: zip,
});

async function findOrganizations(request: Request, query: ListingQuery): Promise<NationalListing[]> {
  const word = searchedWord(query.organizationName, request, 3);
  const searches: Search[] = [
    [
      'Organization',
      { 'name:contains': word, ...placeParameters('', query, ':contains'), _include: 'Organization:endpoint' },
    ],
    // Simple directories know neither modifiers nor included resources.
    ['Organization', { name: word, ...placeParameters('', query, '') }],
  ];
  return firstAnswered(request, searches, (resources) => {
    const endpoints = endpointsOf(resources);
    return fitting(organizationResource, resources)
      .filter(({ active, name }) => active !== false && name !== undefined)
      .map((organization) => organizationListing(organization, endpoints(organization.endpoint)))
      .filter((listing) => isMatch(listing, query, request));
  });
}

async function findProviders(request: Request, query: ListingQuery): Promise<NationalListing[]> {
  const family = searchedWord(query.lastName, request);
  const given = searchedWord(query.firstName, request);
  const organization = searchedWord(query.organizationName, request, 3);
  const searches: Search[] = [
    [
      'PractitionerRole',
      {
        'practitioner.family': family,
        'practitioner.given': given,
        'organization.name:contains': organization,
        ...placeParameters('organization.', query, ':contains'),
        _include: 'PractitionerRole:practitioner,PractitionerRole:organization,PractitionerRole:endpoint',
      },
    ],
    [
      'Practitioner',
      {
        family,
        given,
        ...placeParameters('', query, ''),
        _revinclude: 'PractitionerRole:practitioner',
      },
    ],
  ];
  return firstAnswered(request, searches, (resources) => {
    const endpoints = endpointsOf(resources);
    const organizations = new Map(
      fitting(organizationResource, resources).map((one) => [`Organization/${one.id}`, one]),
    );
    const roles = fitting(roleResource, resources).filter(({ active }) => active !== false);
    return fitting(practitionerResource, resources)
      .filter(({ active }) => active !== false)
      .flatMap((practitioner) => {
        const own = roles.filter((role) => referenceKey(role.practitioner) === `Practitioner/${practitioner.id}`);
        return (own.length > 0 ? own : [undefined]).map((role) =>
          providerListing({
            practitioner,
            role,
            organization: organizations.get(referenceKey(role?.organization)),
            endpoints: endpoints(role?.endpoint ?? []),
          }),
        );
      })
      .filter((listing) => isMatch(listing, query, request));
  });
}

function endpointsOf(resources: readonly unknown[]) {
  const byKey = new Map(fitting(endpointResource, resources).map((one) => [`Endpoint/${one.id}`, one]));
  return (references: readonly Reference[]) =>
    references.flatMap((reference) => byKey.get(referenceKey(reference)) ?? []);
}

/** The results of the first search that the directory does not refuse. */
async function firstAnswered<T>(
  { transport, signal, max }: Request,
  searches: readonly Search[],
  read: (resources: readonly unknown[]) => T[],
): Promise<T[]> {
  let refusal: FhirFailure | undefined;
  for (const [type, parameters] of searches) {
    const url = resolved(type, transport.base);
    for (const [name, value] of Object.entries({ ...parameters, _count: pageSize })) {
      // A parameter that includes is repeated; the others are single values.
      const values = /^_(rev)?include$/.test(name) ? value.split(',') : [value];
      for (const one of values) if (one !== '') url.searchParams.append(name, one);
    }
    try {
      const results: T[] = [];
      for await (const resources of resourcePages(transport, url, { maxPages, signal, seen: new Set() })) {
        results.push(...read(resources));
        if (results.length >= max) break;
      }
      return results.slice(0, max);
    } catch (error) {
      if (!(error instanceof FhirFailure) || ![400, 404, 422].includes(error.status ?? 0)) throw error;
      refusal = error;
    }
  }
  throw refusal ?? new FhirFailure('The directory was not searched.');
}

const startsWith = (value: string | null, start: string): boolean =>
  start === '' || (value ?? '').toLowerCase().startsWith(start.toLowerCase());
const digits = (value: string | null): string => (value ?? '').replace(/\D/g, '');

/** A directory that ignores a parameter returns others as well. */
const isMatch = (listing: NationalListing, query: ListingQuery, { isSimilar }: Request): boolean => {
  const hasWords = isSimilar ? hasNearWords : hasDirectoryWords;
  return (
    hasWords(`${listing.firstName ?? ''} ${listing.middleName ?? ''}`, directoryWordsOf(query.firstName)) &&
    hasWords(`${listing.middleName ?? ''} ${listing.lastName ?? ''}`, directoryWordsOf(query.lastName)) &&
    hasWords(listing.organizationName ?? '', directoryWordsOf(query.organizationName)) &&
    hasDirectoryWords(listing.city ?? '', directoryWordsOf(query.city)) &&
    startsWith(listing.state, query.state) &&
    digits(listing.zip).startsWith(digits(query.zip))
  );
};
