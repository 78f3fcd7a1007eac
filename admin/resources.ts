import type { Api } from '../shared/contract/api.ts';
import { brandQuery } from './eulas/eulaModel.ts';
import { organizationQuery } from './providers/organizationDialect.ts';

/** A page of a list, as react-admin requests it; `q` of the filter is the text of the search box. */
export interface ListRequest {
  readonly pagination: { readonly page: number; readonly perPage: number };
  readonly sort: { readonly field: string; readonly order: string };
  readonly filter: Readonly<Record<string, unknown>>;
}

export type Operation = 'list' | 'one' | 'create' | 'update' | 'delete';

/** How a resource of react-admin speaks to the API. */
export interface ResourceConfig {
  /** Area of the contract, and the row of each operation that the API has. */
  readonly area: keyof Api;
  readonly rows: Readonly<Partial<Record<Operation, string>>>;
  /** The query of a list. */
  readonly query: (request: ListRequest) => Readonly<Record<string, unknown>>;
  /** Page size that returns every record, so that several ids are one call; without it each id is a call. */
  readonly allSize?: number;
  /** The response has all records, without pages. */
  readonly isWhole?: true;
}

const page = ({ pagination }: ListRequest) => ({ pageNumber: pagination.page, pageSize: pagination.perPage });

/** Pages that are sorted in one direction and searched by a text. */
const searchedPage = ({ filter: { q, ...filter }, ...request }: ListRequest) => ({
  ...page({ ...request, filter }),
  sortDir: request.sort.order === 'DESC' ? 'desc' : 'asc',
  ...(typeof q === 'string' && q.trim() !== '' ? { search: q.trim() } : {}),
  ...filter,
});

/** Pages of license agreements: those of all other brands have no brand name. */
const eulaQuery = ({ filter: { brand, active, ...filter }, ...request }: ListRequest) =>
  searchedPage({
    ...request,
    filter: {
      ...filter,
      ...brandQuery(typeof brand === 'string' ? brand : ''),
      ...(active === undefined ? {} : { isActive: active }),
    },
  });

/** Pages in the server's order. */
const orderedPage = (request: ListRequest) => ({ ...page(request), ...request.filter });

/** Checks the names of the rows against the area. */
const resource = <A extends keyof Api>(
  area: A,
  rows: Readonly<Partial<Record<Operation, keyof Api[A] & string>>>,
  more: Partial<ResourceConfig> = {},
): ResourceConfig => ({ area, rows, query: searchedPage, ...more });

const every = { list: 'list', one: 'get', create: 'create', update: 'update', delete: 'delete' } as const;

/** Every resource of the application by its name in react-admin. To add one: an entry here, and its <Resource> in App.tsx. */
export const resources: Readonly<Record<string, ResourceConfig>> = {
  organizations: resource('organizations', every, { query: organizationQuery }),
  networks: resource('networks', every, { allSize: 5000 }),
  resellers: resource('resellers', every, { allSize: 5000 }),
  plans: resource('plans', every, { allSize: 100 }),
  brands: resource('brands', every, { allSize: 100 }),
  eulas: resource('eulas', { list: 'list', one: 'get', create: 'create', delete: 'delete' }, { query: eulaQuery }),
  documentsources: resource('documentsources', every),
  auditentries: resource('audit', { list: 'list' }, { query: orderedPage }),
  retryjobs: resource('retryjobs', { list: 'list', one: 'get', create: 'create' }, { query: orderedPage }),
  alerts: resource('diagnostics', { list: 'systemAlerts' }, { query: ({ filter }) => filter, isWhole: true }),
};
