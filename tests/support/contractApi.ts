import axios from 'axios';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { api, type Api } from '../../shared/contract/api.ts';
import type { Area, Endpoint, ReceivedFile } from '../../shared/contract/endpoint.ts';

/** A row of the contract, as `plans.list`. */
export type RowName = { [A in keyof Api]: `${A}.${keyof Api[A] & string}` }[keyof Api];

/** A request as a handler of the server reads it: each part only where the request has it. */
export interface RequestInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly file?: ReceivedFile;
  /** Of a row that takes several. */
  readonly files?: readonly ReceivedFile[];
  /** Of the header X-Request-Reason. */
  readonly reason?: string;
  /** Version in the header If-Match. */
  readonly ifMatch?: number;
}

/**
 * Responses by row: a value, an error with its HTTP status, a `Response`, or a function of the request that returns one of them or throws
 * the error.
 */
export type Responses = Readonly<Partial<Record<RowName, unknown>>>;

interface Row {
  readonly name: RowName;
  readonly endpoint: Endpoint;
  readonly pattern: RegExp;
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[$().]/g, '\\$&').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

const rows: readonly Row[] = Object.entries<Area>(api)
  .flatMap(([area, endpoints]) =>
    Object.entries(endpoints).map(([row, endpoint]) => ({
      name: `${area}.${row}` as RowName,
      endpoint,
      pattern: patternOf(endpoint.path),
    })),
  )
  // A fixed segment goes before the parameter of another row: "{" sorts after every letter.
  .toSorted((a, b) => (a.endpoint.path < b.endpoint.path ? -1 : 1));

/** Values of an address as the schema of the row reads them; what the schema refuses stays text. */
const decoded = (schema: Endpoint['query'], values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = schema instanceof z.ZodObject ? schema.shape[name] : undefined;
      const result = field && z.safeParse(field, value);
      return [name, result?.success ? result.data : value];
    }),
  );

const queryOf = (search: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );

/** A part of a form. Not by `Request.formData()`: it fails on files where jsdom has replaced the global `File`. */
const partsOf = (form: Uint8Array, boundary: string) =>
  Buffer.from(form)
    .toString('latin1')
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const start = part.indexOf('\r\n\r\n');
      const head = Buffer.from(part.slice(0, start), 'latin1').toString();
      return {
        name: /filename="(.*)"/.exec(head)?.[1],
        mediaType: /^Content-Type: (.*)$/m.exec(head)?.[1] ?? '',
        bytes: new Uint8Array(Buffer.from(part.slice(start + 4, -2), 'latin1')),
      };
    });

const formOf = async (request: Request, boundary: string, isOfSeveral: boolean) => {
  const parts = partsOf(await request.bytes(), boundary);
  const text = parts.find(({ name }) => name === undefined)?.bytes;
  const files = parts.filter((part) => part.name !== undefined) as ReceivedFile[];
  return {
    body: JSON.parse(new TextDecoder().decode(text)) as unknown,
    ...(isOfSeveral ? { files } : { file: files[0] as ReceivedFile }),
  };
};

const contentOf = async (
  request: Request,
  { upload }: Endpoint,
): Promise<Pick<RequestInput, 'body' | 'file' | 'files'>> => {
  const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(request.headers.get('content-type') ?? '')?.[1];
  if (upload && boundary !== undefined) return formOf(request, boundary, upload.most !== undefined);
  const text = await request.text();
  return text === '' ? {} : { body: JSON.parse(text) as unknown };
};

const inputOf = async (request: Request, url: URL, { endpoint, pattern }: Row): Promise<RequestInput> => {
  const params = Object.entries(pattern.exec(url.pathname)?.groups ?? {}).map(([name, value]) => [
    name,
    decodeURIComponent(value),
  ]);
  const reason = request.headers.get('x-request-reason');
  const ifMatch = request.headers.get('if-match');
  return {
    ...(params.length > 0 && { params: decoded(endpoint.params, Object.fromEntries(params)) }),
    ...(url.search !== '' && { query: decoded(endpoint.query, queryOf(url.searchParams)) }),
    ...(await contentOf(request, endpoint)),
    ...(reason !== null && { reason: decodeURIComponent(reason) }),
    ...(ifMatch !== null && { ifMatch: Number(ifMatch.replaceAll('"', '')) }),
  };
};

/** HttpError of react-admin and ApiError of the client alike. */
interface Refusal extends Error {
  readonly status: number;
  readonly code?: string;
  readonly modelState?: object;
  readonly correlationId?: string;
  readonly body?: { readonly code?: string; readonly errors?: object; readonly correlationId?: string };
}

const isRefusal = (thrown: unknown): thrown is Refusal => thrown instanceof Error && 'status' in thrown;

const refusalResponse = (error: Refusal): Response => {
  const { status, message, body } = error;
  const code = error.code ?? body?.code;
  const modelState = error.modelState ?? body?.errors;
  const correlationId = error.correlationId ?? body?.correlationId;
  return HttpResponse.json({ code, message, modelState, correlationId }, { status });
};

/** The response of a row with this content. */
const contentResponse = ({ response }: Endpoint, content: unknown): Response => {
  if (response.kind === 'json') return HttpResponse.json(content as object, { status: response.status ?? 200 });
  if (response.kind === 'none') return new HttpResponse(null, { status: 204 });
  if (response.kind !== 'binary') return HttpResponse.text(String(content));
  const { name, mediaType, bytes } = content as ReceivedFile;
  const headers = { 'content-type': mediaType, 'content-disposition': `attachment; filename="${name}"` };
  return new HttpResponse(bytes as Uint8Array<ArrayBuffer>, { headers });
};

const responseOf = async (endpoint: Endpoint, prepared: unknown, input: RequestInput): Promise<Response> => {
  try {
    const content: unknown =
      typeof prepared === 'function' ? await (prepared as (input: RequestInput) => unknown)(input) : prepared;
    if (content instanceof Response) return content.clone();
    if (isRefusal(content)) throw content;
    return contentResponse(endpoint, content);
  } catch (thrown) {
    if (isRefusal(thrown)) return refusalResponse(thrown);
    throw thrown;
  }
};

// axios keeps the global Request that it finds at first: the one of msw would fail in later files, where msw has stopped.
axios.getAdapter('fetch', { env: axios.defaults.env ?? {} });

const server = setupServer();
let origins = 0;

/** Until the test ends. */
const listen = () => {
  if (server.listHandlers().length > 0) return;
  server.listen({ onUnhandledFrame: 'error' });
  onTestFinished(() => {
    server.resetHandlers();
    server.close();
  });
};

/**
 * An API of the contract at an origin of its own, behind msw, until the test ends. A request without a prepared response fails the test.
 */
export const contractApi = (responses: Responses) => {
  origins += 1;
  const origin = `http://api-${origins}.test`;
  const requests: { readonly name: RowName; readonly input: RequestInput }[] = [];
  const failures: string[] = [];
  const fail = (failure: string) => {
    failures.push(failure);
    return HttpResponse.json({ message: failure }, { status: 500 });
  };
  listen();
  server.use(
    http.all(`${origin}/*`, async ({ request }) => {
      const url = new URL(request.url);
      const row = rows.find(
        ({ endpoint, pattern }) => endpoint.method === request.method && pattern.test(url.pathname),
      );
      if (!row) return fail(`The contract has no ${request.method} ${url.pathname}.`);
      if (!Object.hasOwn(responses, row.name)) return fail(`The test has no response for ${row.name}.`);
      try {
        const input = await inputOf(request, url, row);
        requests.push({ name: row.name, input });
        return await responseOf(row.endpoint, responses[row.name], input);
      } catch (thrown) {
        return fail(`The response of ${row.name} failed: ${String(thrown)}`);
      }
    }),
  );
  onTestFinished(() => {
    expect(failures).toEqual([]);
  });
  const inputsOf = (name: RowName) => requests.filter((request) => request.name === name).map(({ input }) => input);
  return {
    origin,
    /** All requests so far, in their order. */
    requests,
    inputsOf,
    lastInput: (name: RowName) => inputsOf(name).at(-1),
  };
};

export const pageOf = <Item>(...items: Item[]) => ({ items, totalCount: items.length });
