import { type DataProvider, type fetchUtils, HttpError, type RaRecord } from 'react-admin';
import simpleRest from 'ra-data-simple-rest';
import type { CallOptions, Client } from '../../shared/client/createClient.ts';
import { wire } from '../../shared/contract/wire.ts';
import { areaOf, type Operation, type ResourceConfig, resources, rowOf } from '../resources.ts';
import type { EarlyList } from './earlyList.ts';
import { asHttp } from './httpErrors.ts';
import type { ListRequest } from './listParams.ts';

const parsed = <T>(text: string | null, fallback: T): T => (text === null ? fallback : (JSON.parse(text) as T));

const byName = { field: 'name', order: 'ASC' };

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

type Values = Readonly<Record<string, unknown>>;

/** A record, or the list it is in, as ra-data-simple-rest addresses it. */
interface Target {
  readonly resource: string;
  readonly config: ResourceConfig;
  /** Id of the record above it, where it has one. */
  readonly parentId: string | undefined;
  readonly id: string | undefined;
}

const configOf = (resource: string): ResourceConfig => {
  const config = resources[resource];
  if (!config) throw new Error(`There is no resource ${resource}.`);
  return config;
};

/** `/networks/7`, or below a parent `/organizationId/3/oids/7`. */
const targetOf = (pathname: string): Target => {
  const parts = pathname.split('/').slice(1).map(decodeURIComponent);
  const [parentId, resource = '', id] = parts.length > 2 ? parts.slice(1) : [undefined, ...parts];
  return { resource, config: configOf(resource), parentId, id };
};

interface ParentParams {
  readonly meta?: Values;
  readonly filter?: Values;
  readonly previousData?: object | undefined;
  readonly data?: object | undefined;
  readonly target?: string;
  readonly id?: unknown;
}

/** The resource as ra-data-simple-rest puts it into an address: below its parent, where it has one. */
const addressOf = (resource: string, params: ParentParams): string => {
  const { parent, isParentInMeta } = configOf(resource);
  if (parent === undefined) return resource;
  const { meta, filter, previousData, data, target, id } = params;
  const records = isParentInMeta ? {} : { ...data, ...previousData };
  const parentId = { ...records, ...filter, ...meta, ...(target === parent && { [parent]: id }) }[parent];
  if (typeof parentId !== 'string') throw new Error(`${resource} needs ${parent} in its filter or meta.`);
  return `${parent}/${encodeURIComponent(parentId)}/${resource}`;
};

/** Parameters of the path of a call in its order, the parent first where the path begins with it; and the body of a save. */
const placeIds = ({ config, parentId, id }: Target, operation: Operation, row: string, record: Values) => {
  const { rows, parent = '', isParentInMeta, saved, newId } = config;
  const pathOf = (name: unknown) => wire[areaOf(config, operation)]?.[String(name)]?.path ?? '';
  const isBelow = parentId !== undefined && pathOf(row).startsWith(pathOf(rows.list).split('}', 1)[0] ?? '');
  const values = isBelow ? [parentId, id] : [id ?? newId];
  const names = [...pathOf(row).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  // An id without a parameter is a field of the body.
  const body: Record<string, unknown> = { ...record, ...(id !== undefined && names.length < values.length && { id }) };
  if (isBelow && !isParentInMeta) delete body[parent];
  return {
    ...(names.length > 0 && { params: Object.fromEntries(names.map((name, index) => [name, values[index]])) }),
    body: saved ? Object.fromEntries(saved.map((name) => [name, body[name]])) : body,
  };
};

/** What goes into a call, and how it is sent. */
interface Input extends CallOptions {
  readonly record?: Values;
  readonly query?: Values;
  readonly file?: unknown;
}

interface Page {
  readonly items: readonly RaRecord[];
  readonly totalCount?: number;
}

/** The record of a response, under the id by which react-admin knows it. */
const recordOf = ({ envelope, idField }: ResourceConfig, loaded: unknown): unknown => {
  if (envelope === undefined || loaded === undefined) return loaded;
  const record = (loaded as Values)[envelope] as Values;
  return idField === undefined ? record : { ...record, id: record[idField] };
};

const response = (json: unknown, total?: number) => ({
  status: 200,
  headers: new Headers(total === undefined ? {} : { 'Content-Range': `items */${total}` }),
  body: JSON.stringify(json),
  json,
});

/** The page of a response that has all records. */
const wholePage = (items: readonly RaRecord[], fields: readonly string[], request: ListRequest) => {
  const { page, perPage } = request.pagination;
  const { q } = request.filter;
  const text = typeof q === 'string' ? q.trim().toLowerCase() : '';
  const matches =
    text === '' || fields.length === 0
      ? items
      : items.filter((record) => fields.some((field) => String(record[field]).toLowerCase().includes(text)));
  return response(matches.slice((page - 1) * perPage, page * perPage), matches.length);
};

/**
 * ra-data-simple-rest over the typed client: its requests are looked up in resources.ts and become calls of the contract. Lists come as
 * `{items, totalCount}`; a call without a body in the response answers with the record that was sent.
 */
export const createRestProvider = (client: Client, early: EarlyList): DataProvider => {
  const send = async (target: Target, operation: Operation, { record = {}, query, file, ...options }: Input = {}) => {
    const { resource, config } = target;
    const row = rowOf(config, operation, record);
    if (row === undefined) throw new Error(`${resource} has no ${operation}.`);
    const { params, body } = placeIds(target, operation, row, record);
    const isSave = operation === 'create' || operation === 'update';
    const input = {
      ...(params && { params }),
      ...(query && { [config.isSearch ? 'body' : 'query']: query }),
      ...(isSave && { body }),
      ...(file !== undefined && { file }),
    };
    // The contract pairs the input and the response of each row; by name any row may come.
    const calls = client[areaOf(config, operation)] as unknown as Readonly<
      Record<string, (input: object, options?: CallOptions) => Promise<unknown>>
    >;
    const loaded = await asHttp(calls[row]?.(input, options) ?? Promise.resolve());
    return operation === 'list' ? loaded : recordOf(config, loaded);
  };

  const load = async (target: Target, request: ListRequest, options: CallOptions): Promise<Page> => {
    const { resource, config } = target;
    const { [config.parent ?? '']: _, ...filter } = request.filter;
    const query = config.query({ ...request, filter });
    const started = resource === 'organizations' ? early.take(query) : undefined;
    const loaded = (await (started === undefined
      ? send(target, 'list', { ...options, query })
      : asHttp(started))) as Values;
    const { idField, page: [itemsName, totalName] = ['items', 'totalCount'] } = config;
    // The contract checks the response; the names of its fields are in resources.ts.
    const page = { items: loaded[itemsName], totalCount: loaded[totalName] } as Page;
    if (idField === undefined) return page;
    return { ...page, items: page.items.map((record) => ({ ...record, id: record[idField] as string })) };
  };

  const list = async (target: Target, request: ListRequest, options: CallOptions) => {
    const { whole } = target.config;
    // react-query caches pages: the cache of the client would answer Refresh with old rows.
    const { items, totalCount = items.length } = await load(target, request, {
      ...options,
      fresh: whole === undefined,
    });
    return whole ? wholePage(items, whole, request) : response(items, totalCount);
  };

  const many = async (target: Target, ids: readonly string[], options: CallOptions) => {
    const { allSize, whole, rows } = target.config;
    if (rows.one !== undefined && allSize === undefined)
      return Promise.all(ids.map((id) => send({ ...target, id }, 'one', options) as Promise<RaRecord>));
    if (allSize === undefined && !whole) throw new Error(`${target.resource} has no one.`);
    const request = { pagination: { page: 1, perPage: allSize ?? ids.length }, sort: byName, filter: {} };
    const { items } = await load(target, request, options);
    return items.filter(({ id }) => ids.includes(String(id)));
  };

  const one = async (target: Target, id: string, options: CallOptions) => {
    if (target.config.rows.one !== undefined) return send(target, 'one', options);
    const [record] = await many(target, [id], options);
    if (!record) throw new HttpError('There is no such record.', 404);
    return record;
  };

  const httpClient = async (url: string, { method = 'GET', body, signal }: fetchUtils.Options = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://resources');
    const target = targetOf(pathname);
    const { id } = target;
    const options: CallOptions = { signal: signal ?? undefined };
    const record = typeof body === 'string' ? (JSON.parse(body) as Values) : {};
    // A repeated request creates one record.
    if (method === 'POST')
      return response(await send(target, 'create', { ...options, record, idempotencyKey: crypto.randomUUID() }));
    if (id === undefined) {
      const request = listRequestOf(searchParams);
      const { id: ids } = request.filter;
      return Array.isArray(ids)
        ? response(await many(target, ids.map(String), options))
        : list(target, request, options);
    }
    if (method === 'PUT') return response((await send(target, 'update', { ...options, record })) ?? { ...record, id });
    if (method === 'DELETE') {
      const { rows } = target.config;
      const stored = typeof rows.delete === 'function' ? ((await one(target, id, options)) as Values) : {};
      return response((await send(target, 'delete', { ...options, record: stored })) ?? { id });
    }
    return response(await one(target, id, options));
  };

  /** A file is sent beside the other values; JSON, the body of ra-data-simple-rest, cannot hold it. */
  const sendFile = async (resource: string, operation: Operation, data: object, options: Input & { id?: string }) => {
    const { file, ...record } = data as Values;
    const { id, ...rest } = options;
    return send({ resource, config: configOf(resource), parentId: undefined, id }, operation, {
      ...rest,
      record,
      file,
    });
  };

  const resultOf = (data: unknown) => ({ data: data as never }); // react-admin lets its caller name the record's type, which is not known here
  const rest = simpleRest('', httpClient);
  return {
    ...rest,
    getList: async (resource, params) => rest.getList(addressOf(resource, params), params),
    getOne: async (resource, params) => rest.getOne(addressOf(resource, { meta: params.meta as Values }), params),
    getMany: async (resource, params) => rest.getMany(addressOf(resource, { meta: params.meta as Values }), params),
    getManyReference: async (resource, params) => rest.getManyReference(addressOf(resource, params), params),
    deleteMany: async (resource, params) =>
      rest.deleteMany(addressOf(resource, { meta: params.meta as Values }), params),
    /** A save takes the whole record, so each is loaded, changed and saved with its version; the first conflict ends the rest. */
    async updateMany(resource, { ids, data, meta }) {
      const address = addressOf(resource, { meta: meta as Values });
      for (const id of ids) {
        const { data: previousData } = await rest.getOne(address, { id });
        await rest.update(address, { id, data: { ...previousData, ...data }, previousData });
      }
      return { data: ids };
    },
    async create(resource, params) {
      if (!('file' in (params.data as object))) return rest.create(addressOf(resource, params), params);
      const options = { idempotencyKey: crypto.randomUUID() };
      return resultOf(await sendFile(resource, 'create', params.data, options));
    },
    async update(resource, params) {
      if (!('file' in (params.data as object))) return rest.update(addressOf(resource, params), params);
      return resultOf(await sendFile(resource, 'update', params.data, { id: String(params.id) }));
    },
    async delete(resource, params) {
      const { meta, previousData, id } = params;
      await rest.delete(addressOf(resource, { meta: meta as Values, previousData }), params);
      return resultOf({ ...previousData, id });
    },
  };
};
