import type { DataProvider } from 'react-admin';
import library from 'ra-data-odata-server';
import type { Client } from '../../shared/client/createClient.ts';
import { wire } from '../../shared/contract/wire.ts';
import { resources, rowOf } from '../resources.ts';
import { asHttp } from './httpErrors.ts';

/** Its types say CommonJS, its files are ES modules: what the types call `default` is what the bundler imports. */
const odata = library as unknown as typeof library.default;

const root = '/odata';

/**
 * A text as the library puts it between quotes: it neither doubles quotes nor encodes, and leaves a value that begins like a
 * literal without quotes. So quotes are doubled and everything is percent-encoded, the first letter as well.
 */
export const odataText = (value: string): string => {
  const encoded = encodeURIComponent(value.replaceAll("'", "''")).replaceAll("'", '%27');
  return /^[a-z]/i.test(encoded) ? `%${encoded.charCodeAt(0).toString(16)}${encoded.slice(1)}` : encoded;
};

type Filter = Readonly<Record<string, unknown>>;

/** ra-data-odata-server takes an operator at the end of a name. */
const hasOperator = /(?:^q|_(?:q|eq|neq|lt|lte|gt|gte|eq_any))$/;
const operatorOf = (value: unknown) => (Array.isArray(value) ? 'eq_any' : 'eq');

const libraryFilter = (filter: Filter) =>
  Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      hasOperator.test(name) ? name : `${name}_${operatorOf(value)}`,
      typeof value === 'string' ? odataText(value) : value,
    ]),
  );

type Records = Pick<
  DataProvider,
  'getList' | 'getOne' | 'getMany' | 'getManyReference' | 'create' | 'update' | 'updateMany' | 'delete' | 'deleteMany'
>;
type ListParams = Parameters<DataProvider['getList']>[1];

const refuse = () => Promise.reject(new Error('The OData sets are read only.'));
const writes = { create: refuse, update: refuse, updateMany: refuse, delete: refuse, deleteMany: refuse };

/** The set behind a resource, as the path of its row has it. */
const setPath = (row = '', id: unknown = ''): string =>
  (wire['inspector']?.[row]?.path ?? '').replace(`${root}/`, '').replace('{id}', encodeURIComponent(String(id)));

const setOf = (resource: string): string => {
  const config = resources[resource];
  return setPath(config && rowOf(config, 'list'));
};

/**
 * ra-data-odata-server over the typed client, for reading. The library ignores the status of a response, so its proxy throws; it
 * cannot cancel, so each request gets a provider of its own that has the request's signal, over metadata that is read once.
 */
export const createODataProvider = (client: Client): Records => {
  let metadata: Promise<string> | undefined;
  const readMetadata = (): Promise<string> => {
    metadata ??= asHttp(client.inspector.metadata()).catch((error: unknown) => {
      metadata = undefined;
      throw error;
    });
    return metadata;
  };

  const providerFor = (signal: AbortSignal | undefined) =>
    odata(root, () =>
      Promise.resolve({
        fetchProxy: async (url: string) => {
          const response = new Response();
          if (url.endsWith('/$metadata')) return { content: await readMetadata(), response };
          const { data } = await asHttp(client.request('GET', url, { signal }));
          return { content: withCount(data), response };
        },
      }),
    );

  const getList = async (resource: string, { sort, ...params }: ListParams) => {
    const { odata: set } = resources[resource] ?? {};
    const { key = 'id', below, filter: filterOf } = set ?? {};
    const { [below?.filter ?? '']: parent, ...others } = (params.filter ?? {}) as Filter;
    const filter = parent === undefined ? ((params.filter ?? {}) as Filter) : others;
    const provider = await providerFor(params.signal);
    const { data, total } = await provider.getList(
      parent === undefined ? setOf(resource) : setPath(below?.row, parent),
      {
        ...params,
        ...(sort && { sort: { ...sort, field: sort.field === 'id' ? key : sort.field } }),
        filter: libraryFilter(filterOf?.(filter) ?? filter),
      },
    );
    // The library names the key `id` only in sets that the metadata has at the top.
    const records = data.map((record) => ({ ...record, id: record.id ?? (record[key] as number) }));
    return { data: records as never[], total }; // react-admin lets its caller name the record's type, which is not known here
  };

  const reads = {
    getList,
    getOne: async (resource: string, params: Parameters<DataProvider['getOne']>[1]) =>
      (await providerFor(params.signal)).getOne(setOf(resource), params),
    getMany: async (resource: string, params: Parameters<DataProvider['getMany']>[1]) =>
      (await providerFor(params.signal)).getMany(setOf(resource), params),
    /** The library's own ignores the filter. */
    getManyReference: (resource: string, params: Parameters<DataProvider['getManyReference']>[1]) =>
      getList(resource, { ...params, filter: { ...(params.filter as Filter), [params.target]: params.id } }),
  };
  return { ...reads, ...writes };
};

/** The library reads the count in the V4 spelling only; servers of V3 write it as text under another name. */
const withCount = (content: unknown): unknown => {
  if (typeof content !== 'object' || content === null || '@odata.count' in content) return content;
  if (!('odata.count' in content)) return content;
  return { ...content, '@odata.count': Number(content['odata.count']) };
};
