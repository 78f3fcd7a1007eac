import type { DataProvider, fetchUtils, RaRecord } from 'react-admin';
import simpleRest from 'ra-data-simple-rest';
import type { CallOptions, Client } from '../../shared/client/createClient.ts';
import { type ListRequest, type Operation, resources } from '../resources.ts';
import type { EarlyList } from './earlyList.ts';
import { asHttp } from './httpErrors.ts';

const parsed = <T>(text: string | null, fallback: T): T => (text === null ? fallback : (JSON.parse(text) as T));

/** The list request in the address of ra-data-simple-rest: range, sort and filter. */
export const listRequestOf = (search: URLSearchParams): ListRequest => {
  const [from, to] = parsed(search.get('range'), [0, 9]);
  const [field, order] = parsed(search.get('sort'), ['id', 'ASC']);
  const perPage = to - from + 1;
  return {
    pagination: { page: Math.floor(from / perPage) + 1, perPage },
    sort: { field, order },
    filter: parsed<Record<string, unknown>>(search.get('filter'), {}),
  };
};

interface Page {
  readonly items: readonly RaRecord[];
  readonly totalCount?: number;
}

const response = (json: unknown, total?: number) => ({
  status: 200,
  headers: new Headers(total === undefined ? {} : { 'Content-Range': `items */${total}` }),
  body: JSON.stringify(json),
  json,
});

/**
 * ra-data-simple-rest over the typed client: its requests are looked up in resources.ts and become calls of the contract. Lists come as
 * `{items, totalCount}`; a call without a body in the response answers with the record that was sent.
 */
export const createRestProvider = (client: Client, early: EarlyList): DataProvider => {
  const send = async (
    resource: string,
    operation: Operation,
    input: object,
    options?: CallOptions,
  ): Promise<unknown> => {
    const { area, rows } = resources[resource] ?? { area: undefined, rows: {} };
    const row = rows[operation];
    if (area === undefined || row === undefined) throw new Error(`${resource} has no ${operation}.`);
    // The contract pairs the input and the response of each row; by name any row may come.
    const calls = client[area] as unknown as Readonly<
      Record<string, (input: object, options?: CallOptions) => Promise<unknown>>
    >;
    return asHttp(calls[row]?.(input, options) ?? Promise.resolve());
  };

  const list = async (resource: string, request: ListRequest, options: CallOptions) => {
    const { query: queryOf, isWhole } = resources[resource] ?? {};
    const query = queryOf?.(request) ?? {};
    const started = resource === 'organizations' ? early.take(query) : undefined;
    const { items, totalCount = items.length } = (await (started === undefined
      ? send(resource, 'list', { query }, options)
      : asHttp(started))) as Page;
    const { page, perPage } = request.pagination;
    return response(isWhole === true ? items.slice((page - 1) * perPage, page * perPage) : items, totalCount);
  };

  const many = async (resource: string, ids: readonly string[], options: CallOptions) => {
    const { allSize } = resources[resource] ?? {};
    if (allSize === undefined)
      return response(await Promise.all(ids.map((id) => send(resource, 'one', { params: { id } }, options))));
    const all = (await send(resource, 'list', { query: { pageNumber: 1, pageSize: allSize } }, options)) as Page;
    return response(all.items.filter(({ id }) => ids.includes(String(id))));
  };

  /** A file is sent beside the other values; JSON, the body of ra-data-simple-rest, cannot hold it. */
  const withFile = ({ file, ...body }: Readonly<Record<string, unknown>>) => ({ body, file });

  const httpClient = async (url: string, { method = 'GET', body, signal }: fetchUtils.Options = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://resources');
    const [, resource = '', id] = pathname.split('/').map(decodeURIComponent);
    const options: CallOptions = { signal: signal ?? undefined };
    const data: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
    if (method === 'POST') {
      // A repeated request creates one record.
      return response(
        await send(resource, 'create', { body: data }, { ...options, idempotencyKey: crypto.randomUUID() }),
      );
    }
    if (id === undefined) {
      const request = listRequestOf(searchParams);
      const { id: ids } = request.filter;
      return Array.isArray(ids) ? many(resource, ids.map(String), options) : list(resource, request, options);
    }
    const params = { id };
    if (method === 'PUT')
      return response((await send(resource, 'update', { params, body: data }, options)) ?? { ...(data as object), id });
    if (method === 'DELETE') return response((await send(resource, 'delete', { params }, options)) ?? { id });
    return response(await send(resource, 'one', { params }, options));
  };

  const rest = simpleRest('', httpClient);
  return {
    ...rest,
    /** A save takes the whole record, so each is loaded, changed and saved with its version; the first conflict ends the rest. */
    async updateMany(resource, { ids, data }) {
      for (const id of ids) {
        const { data: previousData } = await rest.getOne(resource, { id });
        await rest.update(resource, { id, data: { ...previousData, ...data }, previousData });
      }
      return { data: ids };
    },
    async create(resource, params) {
      if (!('file' in (params.data as object))) return rest.create(resource, params);
      const options = { idempotencyKey: crypto.randomUUID() };
      return { data: (await send(resource, 'create', withFile(params.data), options)) as never };
    },
    async update(resource, params) {
      if (!('file' in (params.data as object))) return rest.update(resource, params);
      const input = { params: { id: String(params.id) }, ...withFile(params.data) };
      return { data: (await send(resource, 'update', input)) as never };
    },
    async delete(resource, params) {
      await rest.delete(resource, params);
      return { data: { ...params.previousData, id: params.id } as never };
    },
  };
};
