import { type Context, defineCommand, contentFlag, type OptionsOf, selectionFlag } from '../command.ts';
import type { Client, RawAnswer } from '../../shared/client/createClient.ts';
import type { Method } from '../../shared/contract/endpoint.ts';
import { wire } from '../../shared/contract/wire.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { CliError } from '../errors.ts';
import { isRecord } from '../output/fields.ts';
import { jsonForTerminal } from '../output/cells.ts';
import { openTextOutput, type TextOutput } from '../output/textOutput.ts';
import { confirmed, type WriteFlags } from '../records/confirmed.ts';
import { readJson } from '../records/inputFiles.ts';

const apiFlags = [
  contentFlag(
    '-f, --field <name=value>',
    'a field; name:=json for numbers, true, lists; a.b=c for nested fields; repeat for several',
    { many: true },
  ),
  contentFlag('--input <file>', 'file with the JSON body; - is standard input', { complete: 'files' }),
  selectionFlag('--paginate', 'all pages, one JSON object a line'),
] as const;

type ApiFlags = OptionsOf<typeof apiFlags> & WriteFlags & { readonly output?: string };

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const satisfies readonly Method[];

const readMethod = (text: string): Method => {
  const method = methods.find((known) => known === text.toUpperCase());
  if (method !== undefined) return method;
  throw new CliError('E-USAGE', `The method "${text}" is not known.${didYouMean(text.toUpperCase(), methods)}`, {
    hint: `Methods: ${methods.join(', ')}.`,
  });
};

/** A path on the API of the profile. An address with a host is refused: the token would be sent there. */
const readPath = (text: string): string => {
  const path = text.startsWith('/') ? text : `/${text}`;
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) || path.startsWith('//') || /[\\\s#]/.test(path)) {
    throw new CliError('E-USAGE', `"${text}" is not a path of the API.`, {
      hint: 'Write /api/organizations?search=clinic.',
    });
  }
  const address = path.split('?')[0]?.replace(/\/+$/, '').toLowerCase();
  const isFile = Object.values(wire)
    .flatMap((rows) => Object.values(rows))
    .some((row) => row.kind === 'csv' && row.path.toLowerCase() === address);
  if (isFile) {
    throw new CliError('E-USAGE', `The response of ${path} is a file of any size.`, {
      hint: 'Run: carepost reports export --help',
    });
  }
  return path;
};

type Fields = Record<string, unknown>;

const setAt = (fields: Fields, path: string, value: unknown): void => {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    const existing = fields[first];
    // A repeated name becomes a list.
    fields[first] = existing === undefined ? value : [...(Array.isArray(existing) ? existing : [existing]), value];
    return;
  }
  const inner = Object.hasOwn(fields, first) ? fields[first] : undefined;
  const next: Fields = isRecord(inner) ? inner : {};
  fields[first] = next;
  setAt(next, rest.join('.'), value);
};

/** `name=text`, `enabled:=true` for any other JSON value, `address.city=Reno` for a nested field; a repeated name makes a list. */
const readFields = (texts: readonly string[]): Fields | undefined => {
  if (texts.length === 0) return undefined;
  const fields: Fields = Object.create(null) as Fields;
  for (const text of texts) {
    const [, name, operator, value = ''] = /^([^=:]+)(:?=)([\s\S]*)$/.exec(text) ?? [];
    if (name === undefined) throw new CliError('E-USAGE', `-f "${text}" must be name=value or name:=json.`);
    if (name.split('.').some((step) => step === '' || step === '__proto__')) {
      throw new CliError('E-USAGE', `-f "${text}": "${name}" is not a field name.`);
    }
    setAt(fields, name, operator === '=' ? value : parseJson(value, `-f "${text}"`));
  }
  return fields;
};

const parseJson = (text: string, source: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    throw new CliError('E-USAGE', `${source} is not valid JSON: ${why}`, {
      hint: 'For text leave out the colon: name=value.',
    });
  }
};

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
  const isGet = read.method === 'GET';
  const fields = readFields(flags.field ?? []);
  if (flags.input === undefined)
    return { ...read, query: isGet ? (fields ?? {}) : {}, body: isGet ? undefined : fields };
  if (isGet) throw new CliError('E-USAGE', 'GET has no body; use -f instead of --input.');
  return { ...read, query: fields ?? {}, body: await readJson(context, flags.input) };
};

/** The list in a response and the total: `{ items, totalCount }`, `{ users, totalUsersCount }`, a bare list. */
const listingOf = (data: unknown): { readonly items: readonly unknown[]; readonly total?: number } => {
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
  return { items: list[1], ...(total === undefined ? {} : { total: Number(total[1]) }) };
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

const writeResponse = async (out: TextOutput, data: unknown, asLines: boolean): Promise<void> => {
  if (data === undefined || data === null || data === '') return;
  // Not JSON: text is written unchanged.
  const text = typeof data === 'string' ? data : jsonForTerminal(JSON.stringify(data, null, asLines ? undefined : 2));
  await out.write(text.endsWith('\n') ? text : `${text}\n`);
};

const writePages = async (out: TextOutput, client: Client, request: Request, signal: AbortSignal): Promise<void> => {
  const query = { ...Object.fromEntries(new URLSearchParams(request.path.split('?')[1])), ...request.query };
  // Some lists call the number of the page `pageStart`.
  const pageField = query['pageStart'] === undefined ? 'pageNumber' : 'pageStart';
  const load = (page: number): Promise<RawAnswer> =>
    client.request('GET', request.path, { query: { pageSize: defaultPageSize, ...query, [pageField]: page }, signal });
  for await (const items of pagesOf(load, Number(query[pageField] ?? 1))) {
    if (!(await out.write(items.map((item) => `${jsonForTerminal(JSON.stringify(item))}\n`).join('')))) return;
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
  const out = await openTextOutput(config.get('pager'), context.io);
  const filter = context.output.query;
  if (filter !== undefined && flags.paginate === true)
    throw new CliError('E-USAGE', '--query needs one answer: it does not go with --paginate.');
  if (flags.paginate === true) await writePages(out, client, request, signal);
  else {
    const { data } = await client.request(method, path, { query, body, ...sending });
    await writeResponse(out, filter === undefined ? data : filter(data), flags.output === 'ndjson');
  }
  await out.end();
};

export const command = defineCommand<ApiFlags>({
  name: 'api',
  summary: 'Send any call to the API',
  description:
    'Sends a request with your sign-in, with the same retries and limits as every command. Fields of GET become the query, those of other methods a\nJSON body; with --input the body is read from a file and fields become the query. Prints the response as JSON.',
  arguments: [
    { name: '<method>', summary: 'GET, POST, PUT or DELETE' },
    { name: '<path>', summary: 'path on the API: /api/organizations' },
  ],
  takes: ['write'],
  options: apiFlags,
  calls: 'all',
  examples: [
    'GET /api/organizations -f search=clinic -f pageSize=10',
    'GET /api/organizations --paginate',
    'GET /api/users/profiledata',
    'PUT /api/organizations/<id>/enable -f enabled:=true --yes',
  ],
  run,
});
