import type { AxiosInstance } from 'axios';
import type { Api } from '../contract/api.ts';
import type { ResponseOf, CallInput, Endpoint, Host, Method, ReceivedFile } from '../contract/endpoint.ts';
import type { Wire, WireRow } from '../contract/wire.ts';
import { fillPath, queryString } from './address.ts';
import { createCache } from './cache.ts';
import { type Download, toDownload, toFile } from './download.ts';
import { formOf } from './form.ts';
import { defaultRetryPolicy, type RetryPolicy } from './retry.ts';
import { type HttpResponse, type CallOptions, createSender, type Observers } from './send.ts';
import { createTokenSource, type TokenSupply } from './token.ts';

export interface ClientOptions extends Observers {
  /** Carries base address, adapter, agents and time-out of the platform. */
  readonly http: AxiosInstance;
  /** The same of other hosts; without one the API serves their rows. */
  readonly hosts?: Readonly<Partial<Record<Host, AxiosInstance>>>;
  readonly wire: Wire;
  readonly token?: TokenSupply;
  readonly retry?: Partial<RetryPolicy>;
  readonly now?: () => number;
}

export type { CallOptions } from './send.ts';

type Result<E extends Endpoint> = E['response'] extends { kind: 'csv' } ? Download : ResponseOf<E>;
type Call<E extends Endpoint> =
  Record<string, never> extends CallInput<E>
    ? (input?: CallInput<E>, options?: CallOptions) => Promise<Result<E>>
    : (input: CallInput<E>, options?: CallOptions) => Promise<Result<E>>;
type Rows = { [A in keyof Api]: { [R in keyof Api[A]]: Api[A][R] extends Endpoint ? Call<Api[A][R]> : never } };

export interface RawCall extends CallOptions {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: unknown;
}

export type Client = Rows & {
  /** Any call by method and path, with the same token, retries, redaction and errors. */
  request(method: Method, path: string, options?: RawCall): Promise<RawAnswer>;
  /** Drops cached responses below the path prefix; all of them for the empty prefix. */
  invalidate(prefix: string): void;
};

interface Input {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: ReceivedFile;
  files?: readonly ReceivedFile[];
}

/** What a call returns of a response. */
const resultOf = (kind: WireRow['kind'], response: HttpResponse): unknown => {
  if (kind === 'csv') return toDownload(response);
  if (kind === 'binary') return toFile(response);
  if (kind === 'number') return Number(response.data);
  return kind === 'none' ? undefined : response.data;
};

const withoutFields = (body: unknown, names: readonly string[]): unknown =>
  typeof body === 'object' && body !== null
    ? Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
    : body;

/** One typed function for each row of the contract; one function sends them all. */
export const createClient = (options: ClientOptions): Client => {
  const now = options.now ?? Date.now;
  const cache = createCache(now);
  const accessToken = options.token ? createTokenSource(options.token, now) : undefined;
  const policy = { ...defaultRetryPolicy, ...options.retry };
  const senderOf = (http: AxiosInstance) => createSender({ http, policy, accessToken, observers: options, now });
  const send = senderOf(options.http);
  const senders: Readonly<Record<Host, typeof send>> = { interop: senderOf(options.hosts?.interop ?? options.http) };

  const call = async (row: WireRow, input: Input, callOptions: CallOptions): Promise<unknown> => {
    const path = fillPath(row.path, input.params);
    const url = path + queryString(input.query);
    const body = row.serverSet ? withoutFields(input.body, row.serverSet) : input.body;
    const files = input.files ?? (input.file ? [input.file] : []);
    const form = row.part && files.length > 0 ? formOf(row.part, body, files) : undefined;
    const load = async () => {
      const response = await (row.host === undefined ? send : senders[row.host])({
        method: row.method,
        isRead: row.readOnly === true,
        url,
        template: row.path,
        body: form?.bytes ?? body,
        contentType: form?.contentType,
        notRepeatable: row.notRepeatable === true,
        anonymous: row.access === 'public',
        kind: row.kind,
        ...callOptions,
      });
      return resultOf(row.kind, response);
    };
    if (row.cacheSeconds !== undefined && !callOptions.fresh) return cache.get(url, path, row.cacheSeconds, load);
    const result = await load();
    for (const prefix of row.invalidates ?? []) cache.invalidate(prefix);
    return result;
  };

  const areas = Object.fromEntries(
    Object.entries(options.wire).map(([area, rows]) => [
      area,
      Object.fromEntries(
        Object.entries(rows).map(([name, row]) => [
          name,
          (input: Input = {}, callOptions: CallOptions = {}) => call(row, input, callOptions),
        ]),
      ),
    ]),
  ) as unknown as Rows; // an object made of the list of its rows: the keys are lost to the compiler

  return Object.assign(areas, {
    async request(method: Method, path: string, { query, body, ...callOptions }: RawCall = {}): Promise<RawAnswer> {
      const [address = '', search] = path.split('?', 2);
      const url = address + queryString({ ...Object.fromEntries(new URLSearchParams(search)), ...query });
      const response = await send({
        method,
        url,
        template: address,
        body,
        notRepeatable: method === 'PUT' && body === undefined,
        ...callOptions,
      });
      if (method !== 'GET') cache.invalidate('');
      return { status: response.status, headers: response.headers, data: response.data };
    },
    invalidate: (prefix: string) => cache.invalidate(prefix),
  });
};
