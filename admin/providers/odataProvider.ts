import type { DataProvider } from 'react-admin';
import library from 'ra-data-odata-server';
import type { Client } from '../../shared/client/createClient.ts';
import { asHttp } from './httpErrors.ts';

/** Its types say CommonJS, its files are ES modules: what the types call `default` is what the bundler imports. */
const odata = library as unknown as typeof library.default;

const root = '/odata';

/** Keys of the sets below a message: the library maps only those of the sets it knows by name. */
const keys: Readonly<Record<string, string>> = { MailAttachments: 'MailAttachmentId', EventMessages: 'EventMessageId' };

/**
 * A text as the library puts it between quotes: it neither doubles quotes nor encodes, and leaves a value that begins like a
 * literal without quotes. So quotes are doubled and everything is percent-encoded, the first letter as well.
 */
export const odataText = (value: string): string => {
  const encoded = encodeURIComponent(value.replaceAll("'", "''")).replaceAll("'", '%27');
  return /^[a-z]/i.test(encoded) ? `%${encoded.charCodeAt(0).toString(16)}${encoded.slice(1)}` : encoded;
};

type Filter = Readonly<Record<string, unknown>>;

const safeFilter = (filter: Filter) =>
  Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, typeof value === 'string' ? odataText(value) : value]),
  );

type Records = Pick<
  DataProvider,
  'getList' | 'getOne' | 'getMany' | 'getManyReference' | 'create' | 'update' | 'updateMany' | 'delete' | 'deleteMany'
>;

const refuse = () => Promise.reject(new Error('The OData sets are for reading.'));
const writes = { create: refuse, update: refuse, updateMany: refuse, delete: refuse, deleteMany: refuse };

/**
 * ra-data-odata-server over the shared client, for reading. It never looks at the status of an answer, so its proxy throws; it
 * cannot cancel, so each question gets a provider of its own that knows the question's signal, over metadata that is read once.
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

  // react-admin types records as "any": each method promises the record its caller names, which only the contract can vouch for.
  const reads = {
    async getList(resource: string, params: Parameters<DataProvider['getList']>[1]) {
      const provider = await providerFor(params.signal);
      const filter = safeFilter((params.filter ?? {}) as Filter);
      const answer = await provider.getList(resource, { ...params, filter });
      const key = keys[resource.split('/')[1] ?? ''];
      if (key === undefined) return answer;
      return { ...answer, data: answer.data.map((record) => ({ ...record, id: record[key] as number })) };
    },
    async getOne(resource: string, params: Parameters<DataProvider['getOne']>[1]) {
      return (await providerFor(params.signal)).getOne(resource, params);
    },
    async getMany(resource: string, params: Parameters<DataProvider['getMany']>[1]) {
      return (await providerFor(params.signal)).getMany(resource, params);
    },
    async getManyReference(resource: string, params: Parameters<DataProvider['getManyReference']>[1]) {
      return (await providerFor(params.signal)).getManyReference(resource, params);
    },
  };
  return { ...reads, ...writes };
};

/** The library reads the count in the V4 spelling only; servers of V3 write it as text under another name. */
const withCount = (content: unknown): unknown => {
  if (typeof content !== 'object' || content === null || '@odata.count' in content) return content;
  if (!('odata.count' in content)) return content;
  return { ...content, '@odata.count': Number(content['odata.count']) };
};
