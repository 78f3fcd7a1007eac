import { z } from 'zod';
import { plainOid } from '../../../shared/rules/carequality.ts';
import { type DemoOrganization, searchableDirectory } from './demoDirectory.ts';
import { type DemoPractitioner, demoPractitioners } from './demoPractitioners.ts';
import { organizationJson } from './organizationJson.ts';
import { endpointOfOrganization, endpointOfPractitioner, practitionerJson, roleJson } from './practitionerJson.ts';

const maxOnPage = 50;
const many = z
  .union([z.string(), z.array(z.string()).min(1)])
  .transform((value) => (typeof value === 'string' ? [value] : value));
const one = (most: number) => many.transform(([value = '']) => value).pipe(z.string().max(most));
const start = one(255).optional();
const place = {
  'address-city': start,
  'address-city:contains': start,
  'address-state': start,
  'address-postalcode': start,
};

const paging = {
  _include: many.optional(),
  _revinclude: many.optional(),
  _count: one(9).pipe(z.coerce.number<string>().int().min(0)).optional(),
  page: one(9).pipe(z.coerce.number<string>().int().min(1)).optional(),
};

/** Parameters of the searches; those of the standard that the demo does not know are ignored, as the standard allows. */
const queries = {
  Organization: z.object({
    ...paging,
    ...place,
    identifier: one(4000).optional(),
    name: start,
    'name:contains': start,
  }),
  PractitionerRole: z.object({
    ...paging,
    'practitioner.family': start,
    'practitioner.given': start,
    'organization.name': start,
    'organization.name:contains': start,
    'organization.address-city': start,
    'organization.address-city:contains': start,
    'organization.address-state': start,
    'organization.address-postalcode': start,
  }),
  Practitioner: z.object({ ...paging, ...place, family: start, given: start, email: start }),
  Endpoint: z.object({ ...paging, identifier: start }),
};
export type DemoType = keyof typeof queries;
export const demoTypes = ['Organization', 'PractitionerRole', 'Practitioner', 'Endpoint'] as const;

type Resource = { readonly resourceType: string; readonly id: string };
interface Match {
  readonly resource: Resource;
  /** Those that `_include` and `_revinclude` add. */
  readonly included: readonly (Resource | null)[];
}

/** `system|value`, `|value` or `value`; several with commas between them mean any of them. */
const hasIdentifier = (demo: DemoOrganization, tokens: string): boolean =>
  tokens.split(',').some((token) => {
    const bar = token.indexOf('|');
    const system = bar < 0 ? '' : token.slice(0, bar);
    const value = bar < 0 ? token : token.slice(bar + 1);
    return (system === '' || system === 'urn:ietf:rfc:3986') && demo.oids.includes(plainOid(value));
  });

const begins = (value: string, text: string | undefined): boolean =>
  text === undefined || value.toLowerCase().startsWith(text.trim().toLowerCase());
const contains = (value: string, text: string | undefined): boolean =>
  text === undefined || value.toLowerCase().includes(text.trim().toLowerCase());

const hasName = (demo: DemoOrganization, name: string | undefined, part: string | undefined): boolean =>
  [demo.name, ...demo.aliases].some((value) => begins(value, name) && contains(value, part));

type Place = Partial<Record<keyof typeof place, string | undefined>>;
const isAt = ({ city, state, zip }: DemoOrganization, asked: Place): boolean =>
  begins(city, asked['address-city']) &&
  contains(city, asked['address-city:contains']) &&
  begins(state, asked['address-state']) &&
  begins(zip, asked['address-postalcode']);

const hasNames = ({ family, given }: DemoPractitioner, last: string | undefined, first: string | undefined): boolean =>
  begins(family, last) && (first === undefined || given.some((name) => begins(name, first)));

const including = (names: readonly string[] | undefined, name: string, resource: () => Resource | null) =>
  names?.includes(name) ? [resource()] : [];

const finders: {
  readonly [T in DemoType]: (query: z.output<(typeof queries)[T]>) => Match[];
} = {
  Organization: (query) =>
    searchableDirectory
      .filter(
        (demo) =>
          (query.identifier === undefined || hasIdentifier(demo, query.identifier)) &&
          hasName(demo, query.name, query['name:contains']) &&
          isAt(demo, query),
      )
      .map((demo) => ({
        resource: organizationJson(demo),
        included: including(query['_include'], 'Organization:endpoint', () => endpointOfOrganization(demo)),
      })),
  PractitionerRole: (query) =>
    demoPractitioners
      .filter(
        (demo) =>
          hasNames(demo, query['practitioner.family'], query['practitioner.given']) &&
          hasName(demo.organization, query['organization.name'], query['organization.name:contains']) &&
          isAt(demo.organization, {
            'address-city': query['organization.address-city'],
            'address-city:contains': query['organization.address-city:contains'],
            'address-state': query['organization.address-state'],
            'address-postalcode': query['organization.address-postalcode'],
          }),
      )
      .map((demo) => ({
        resource: roleJson(demo),
        included: [
          ...including(query['_include'], 'PractitionerRole:practitioner', () => practitionerJson(demo)),
          ...including(query['_include'], 'PractitionerRole:organization', () => organizationJson(demo.organization)),
          ...including(query['_include'], 'PractitionerRole:endpoint', () => endpointOfPractitioner(demo)),
        ],
      })),
  Practitioner: (query) =>
    demoPractitioners
      .filter(
        (demo) =>
          hasNames(demo, query.family, query.given) &&
          isAt(demo.organization, query) &&
          // The demo states direct addresses as endpoints, not as e-mail addresses of practitioners.
          query.email === undefined,
      )
      .map((demo) => ({
        resource: practitionerJson(demo),
        included: including(query['_revinclude'], 'PractitionerRole:practitioner', () => roleJson(demo)),
      })),
  Endpoint: ({ identifier }) =>
    [...searchableDirectory.map(endpointOfOrganization), ...demoPractitioners.map(endpointOfPractitioner)]
      .filter((endpoint) => endpoint !== null)
      .filter(
        (endpoint) => identifier === undefined || endpoint.identifier.some(({ value }) => value === identifier.trim()),
      )
      .map((resource) => ({ resource, included: [] })),
};

/** A page of the demo resources as a searchset Bundle, or the parameter that is not valid; `base` begins every address in it. */
export const demoSearch = (type: DemoType, sent: unknown, base: string) =>
  ({
    Organization: () => searchset(type, queries.Organization.safeParse(sent), finders.Organization, base),
    PractitionerRole: () => searchset(type, queries.PractitionerRole.safeParse(sent), finders.PractitionerRole, base),
    Practitioner: () => searchset(type, queries.Practitioner.safeParse(sent), finders.Practitioner, base),
    Endpoint: () => searchset(type, queries.Endpoint.safeParse(sent), finders.Endpoint, base),
  })[type]();

type Paged = z.output<z.ZodObject<typeof paging>>;

function searchset<Q extends Paged>(
  type: DemoType,
  parsed: z.ZodSafeParseResult<Q>,
  find: (query: Q) => Match[],
  base: string,
) {
  if (!parsed.success) return { invalid: parsed.error.issues[0]?.path.join('.') ?? '' };
  const { data: query } = parsed;
  const { page = 1, _count: size } = query;
  const found = find(query);
  const count = Math.min(size ?? 20, maxOnPage);
  const shown = count === 0 ? [] : found.slice((page - 1) * count, page * count);
  const addressOf = (number: number) => {
    const address = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...query, _count: count, page: number > 1 ? number : undefined }))
      for (const text of [value].flat()) if (text !== undefined) address.append(name, String(text));
    return `${base}/${type}?${address.toString()}`;
  };
  const link = (relation: string, number: number) => ({ relation, url: addressOf(number) });
  const included = new Map(
    shown
      .flatMap((match) => match.included)
      .flatMap((resource) => (resource === null ? [] : [[`${resource.resourceType}/${resource.id}`, resource]])),
  );
  const entryOf = (resource: Resource, mode: 'match' | 'include') => ({
    fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
    resource,
    search: { mode },
  });
  return {
    bundle: {
      resourceType: 'Bundle',
      type: 'searchset',
      total: found.length,
      link: [link('self', page), ...(count > 0 && page * count < found.length ? [link('next', page + 1)] : [])],
      entry: [
        ...shown.map(({ resource }) => entryOf(resource, 'match')),
        ...[...included.values()].map((resource) => entryOf(resource, 'include')),
      ],
    },
  };
}
