import { fetchUtils } from 'ra-core';
import simpleRest from 'ra-data-simple-rest';
import type { Client } from '../../shared/client/createClient.ts';
import { toHttpError } from './httpErrors.ts';

/** Where the records an organization points at live (spec 1 section 7, spec 2 section 7). */
const paths: Readonly<Record<string, string>> = {
  networks: '/api/networks',
  resellers: '/api/resellers',
  plans: '/api/admin/plans',
  brands: '/api/admin/brands',
};
export const isLookup = (resource: string): boolean => Object.hasOwn(paths, resource);

const parsed = <T>(text: string | null, fallback: T): T => (text === null ? fallback : (JSON.parse(text) as T));

/** The question of ra-data-simple-rest (range, sort, filter) as the paging of the product's own calls. */
export const lookupQuery = (question: URLSearchParams) => {
  const [from, to] = parsed(question.get('range'), [0, 9]);
  const [, order] = parsed(question.get('sort'), ['name', 'ASC']);
  const filter = parsed<Record<string, unknown>>(question.get('filter'), {});
  const pageSize = to - from + 1;
  return {
    pageNumber: Math.floor(from / pageSize) + 1,
    pageSize,
    sortDir: order === 'DESC' ? 'desc' : 'asc',
    search: typeof filter['q'] === 'string' ? filter['q'].trim() : '',
    ids: Array.isArray(filter['id']) ? filter['id'].map(String) : undefined,
  };
};

const allOf = (resource: string) => (resource === 'plans' || resource === 'brands' ? 100 : 5000);

const answerWith = (data: unknown, range?: string) => ({
  status: 200,
  headers: new Headers(range === undefined ? {} : { 'Content-Range': range }),
  body: JSON.stringify(data),
  json: data,
});

/** ra-data-simple-rest over the shared client: its question and its Content-Range are translated here, nothing else differs. */
export const createLookupsProvider = (client: Client) => {
  const httpClient = async (url: string, options: fetchUtils.Options = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://lookups');
    const [, resource = '', id] = pathname.split('/');
    const path = paths[resource] ?? `/${resource}`;
    const signal = options.signal ?? undefined;
    try {
      if (id !== undefined) return answerWith((await client.request('GET', `${path}/${id}`, { signal })).data);
      const { ids, ...query } = lookupQuery(searchParams);
      const asked = ids === undefined ? query : { pageNumber: 1, pageSize: allOf(resource) };
      const answer = await client.request('GET', path, { query: asked, signal });
      const { items, totalCount } = answer.data as { items: { id: string }[]; totalCount: number };
      const data = ids === undefined ? items : items.filter((item) => ids.includes(item.id));
      const first = (query.pageNumber - 1) * query.pageSize;
      return answerWith(data, `${resource} ${first}-${first + data.length - 1}/${totalCount}`);
    } catch (thrown) {
      throw toHttpError(thrown);
    }
  };
  return simpleRest('', httpClient);
};
