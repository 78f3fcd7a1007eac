import { type Context, defineCommand, contentFlag, selectionFlag } from '../command.ts';
import type { Client, RawAnswer } from '../../shared/client/createClient.ts';
import type { Method } from '../../shared/contract/endpoint.ts';
import { CliError } from '../errors.ts';
import { jsonForTerminal } from '../output/sanitize.ts';
import { openSink, type Sink } from '../output/sink.ts';
import { confirmed, type WriteFlags } from '../records/confirmed.ts';
import { readJson } from '../records/inputFiles.ts';
import { readFields, readMethod, readPath } from './api/request.ts';

interface ApiFlags extends WriteFlags {
  readonly field?: readonly string[];
  readonly input?: string;
  readonly paginate?: boolean;
  readonly output?: string;
}

interface Request {
  readonly method: Method;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Page size of --paginate without a pageSize field. */
const defaultPageSize = '100';

const readRequest = async (
  context: Context,
  flags: ApiFlags,
  [method = '', path = '']: readonly string[],
): Promise<Request> => {
  const read = { method: readMethod(method), path: readPath(path) };
  const fields = readFields(flags.field ?? []);
  if (flags.input === undefined) {
    return read.method === 'GET'
      ? { ...read, query: fields ?? {}, body: undefined }
      : { ...read, query: {}, body: fields };
  }
  if (read.method === 'GET') throw new CliError('E-USAGE', 'GET has no body; use -f instead of --input.');
  return { ...read, query: fields ?? {}, body: await readJson(context, flags.input) };
};

interface Listing {
  readonly items: readonly unknown[];
  readonly total: number | undefined;
}

/** The list in a response and the total: `{ items, totalCount }`, `{ users, totalUsersCount }`, a bare list. */
const listingOf = (data: unknown): Listing => {
  if (Array.isArray(data)) return { items: data, total: data.length };
  const entries = typeof data === 'object' && data !== null ? Object.entries(data) : [];
  const lists = entries.filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const list = lists.find(([name]) => name === 'items') ?? (lists.length === 1 ? lists[0] : undefined);
  if (list === undefined) {
    throw new CliError('E-USAGE', 'The response has no list, so --paginate does not apply.', {
      hint: 'Leave out --paginate.',
    });
  }
  const total = entries.find(([name, value]) => /^total\w*count$/i.test(name) && typeof value === 'number');
  return { items: list[1], total: total === undefined ? undefined : Number(total[1]) };
};

/** Requests page after page and yields the items of each. */
async function* pagesOf(
  load: (pageNumber: number) => Promise<RawAnswer>,
  firstPage = 1,
): AsyncGenerator<readonly unknown[]> {
  let received = 0;
  let maxPageLength = 0;
  for (let pageNumber = firstPage; ; pageNumber += 1) {
    const { items, total } = listingOf((await load(pageNumber)).data);
    if (items.length > 0) yield items;
    received += items.length;
    maxPageLength = Math.max(maxPageLength, items.length);
    const skipped = (firstPage - 1) * maxPageLength;
    const wasLast = total === undefined ? items.length < maxPageLength : skipped + received >= total;
    if (items.length === 0 || wasLast) return;
  }
}

const writeResponse = async (sink: Sink, data: unknown, asLines: boolean): Promise<void> => {
  if (data === undefined || data === null || data === '') return;
  // Not JSON: text is written unchanged.
  if (typeof data === 'string') return sink.write(data.endsWith('\n') ? data : `${data}\n`);
  await sink.write(`${jsonForTerminal(JSON.stringify(data, null, asLines ? undefined : 2))}\n`);
};

const writePages = async (sink: Sink, client: Client, request: Request, signal: AbortSignal): Promise<void> => {
  const query = { ...Object.fromEntries(new URLSearchParams(request.path.split('?')[1])), ...request.query };
  const load = (pageNumber: number): Promise<RawAnswer> =>
    client.request('GET', request.path, { query: { pageSize: defaultPageSize, ...query, pageNumber }, signal });
  for await (const items of pagesOf(load, Number(query['pageNumber'] ?? 1))) {
    await sink.write(items.map((item) => `${jsonForTerminal(JSON.stringify(item))}\n`).join(''));
  }
};

const run = async (context: Context, flags: ApiFlags, args: readonly string[]): Promise<void> => {
  const { signal, config } = context;
  if (flags.output !== undefined && flags.output !== 'json' && flags.output !== 'ndjson') {
    throw new CliError('E-USAGE', `The output of api is json or ndjson, not ${flags.output}.`);
  }
  const request = await readRequest(context, flags, args);
  const { method, path, query, body } = request;
  if (flags.paginate === true && method !== 'GET') throw new CliError('E-USAGE', '--paginate needs GET.');
  const sending =
    method === 'GET' ? { signal } : await confirmed(context, `${method} ${path.split('?')[0] ?? path}`, flags);

  const client = await context.client();
  const sink = await openSink(config.get('pager'), context.io.stdout);
  const filter = context.output.query;
  if (filter !== undefined && flags.paginate === true)
    throw new CliError('E-USAGE', '--query needs one answer: it does not go with --paginate.');
  if (flags.paginate === true) await writePages(sink, client, request, signal);
  else {
    const { data } = await client.request(method, path, { query, body, ...sending });
    await writeResponse(sink, filter === undefined ? data : filter(data), flags.output === 'ndjson');
  }
  await sink.end();
};

export const command = defineCommand<ApiFlags>({
  name: 'api',
  summary: 'send any call to the API',
  description:
    'Sends a request with your sign-in, with the same retries and limits as every command. Fields of GET become the query, those of other methods a\nJSON body; with --input the body is read from a file and fields become the query. Prints the response as JSON.',
  arguments: [
    { name: '<method>', summary: 'GET, POST, PUT or DELETE' },
    { name: '<path>', summary: 'path on the API: /api/organizations' },
  ],
  takes: ['write'],
  options: [
    contentFlag(
      '-f, --field <name=value>',
      'a field; name:=json for numbers, true, lists; a.b=c for nested fields; repeat for several',
      { many: true },
    ),
    contentFlag('--input <file>', 'file with the JSON body; - is standard input', { complete: 'files' }),
    selectionFlag('--paginate', 'all pages, one JSON object a line'),
  ],
  calls: 'all',
  examples: [
    'carepost api GET /api/organizations -f search=clinic -f pageSize=10',
    'carepost api GET /api/organizations --paginate',
    'carepost api GET /api/users/profiledata',
    'carepost api PUT /api/organizations/<id>/enable -f enabled:=true --yes',
  ],
  run,
});
