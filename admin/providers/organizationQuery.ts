import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';

/** Filters of the organization list (react-admin's `filter`) that the API takes. */
export interface ListRequest {
  readonly pagination?: { readonly page: number; readonly perPage: number } | undefined;
  readonly sort?: { readonly field: string; readonly order: string } | undefined;
  readonly filter?: Readonly<Record<string, unknown>> | undefined;
}

/** Filters that are on or off, each a column of the list. */
export const flagFilters = ['isActivated', 'isEnabled', 'apiCapture'] as const;
/** Filters by the id of a record or the text of a column. */
export const textFilters = [
  'networkId',
  'resellerId',
  'typeId',
  'specialtyId',
  'brandId',
  'planId',
  'tierCode',
] as const;
export const loginTypes = ['Password', 'SSO'] as const satisfies readonly OrganizationRow['loginType'][];

/** What the list is narrowed by; what is left out narrows nothing. */
export type OrganizationFilters = {
  readonly q?: string;
  readonly cancelling?: true;
  readonly loginType?: (typeof loginTypes)[number];
} & { readonly [name in (typeof flagFilters)[number]]?: boolean } & {
  readonly [name in (typeof textFilters)[number]]?: string;
};

const isTrue = (value: unknown) => value === true || value === 'true';
const flag = (value: unknown) => (isTrue(value) ? true : value === false || value === 'false' ? false : undefined);
const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** The filters of an address or a saved query that the list knows. */
export const filtersOf = (filter: Readonly<Record<string, unknown>> = {}): OrganizationFilters => {
  const q = text(filter['q'] ?? filter['search']);
  const loginType = loginTypes.find((type) => type === filter['loginType']);
  return {
    ...(q === '' ? {} : { q }),
    ...(isTrue(filter['cancelling']) ? { cancelling: true as const } : {}),
    ...Object.fromEntries(flagFilters.map((name) => [name, flag(filter[name])]).filter(([, on]) => on !== undefined)),
    ...Object.fromEntries(
      textFilters.flatMap((name) => (text(filter[name]) === '' ? [] : [[name, text(filter[name])]])),
    ),
    ...(loginType === undefined ? {} : { loginType }),
  };
};

/** The others, as they are: the server refuses them by name, and without them the list would show everything. */
const unknownFilters = (filter: Readonly<Record<string, unknown>>, known: OrganizationFilters) =>
  Object.fromEntries(
    Object.entries(filter).filter(
      ([name, value]) =>
        !Object.hasOwn(known, name) &&
        name !== 'q' &&
        name !== 'search' &&
        !(typeof value === 'string' && value.trim() === ''),
    ),
  );

/** react-admin's page, sort and filter as the query of GET /api/organizations (spec 1 section 7). */
export const organizationQuery = ({ pagination, sort, filter = {} }: ListRequest) => {
  const known = filtersOf(filter);
  const { q, cancelling = false, isActivated, isEnabled, apiCapture, ...texts } = known;
  return {
    cancelling: String(cancelling),
    ...unknownFilters(filter, known),
    sortDir: sort?.order === 'DESC' ? ('desc' as const) : ('asc' as const),
    pageNumber: pagination?.page ?? 1,
    pageSize: pagination?.perPage ?? 10,
    ...(q === undefined ? {} : { search: q }),
    ...(isActivated === undefined ? {} : { isActivated: String(isActivated) }),
    ...(isEnabled === undefined ? {} : { isEnabled: String(isEnabled) }),
    ...(apiCapture === undefined ? {} : { apiCapture: String(apiCapture) }),
    ...texts,
  };
};
