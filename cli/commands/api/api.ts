import type { Client, RawAnswer } from '../../../shared/client/createClient.ts';
import type { Method } from '../../../shared/contract/endpoint.ts';
import { defineCommand, type NounBody } from '../../command.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { jsonForTerminal } from '../../output/sanitize.ts';
import { openSink, type Sink } from '../../output/sink.ts';
import { pagesOf } from './pages.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { readJson } from '../../records/inputFiles.ts';
import { readFields, readMethod, readPath } from './request.ts';

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

/** What the API takes at once where a caller does not say. */
const usualPageSize = '100';

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
  if (read.method === 'GET') throw new CliError('E-USAGE', 'GET takes no --input; give fields with -f.');
  return { ...read, query: fields ?? {}, body: await readJson(context, flags.input) };
};

const writeAnswer = async (sink: Sink, data: unknown, asLines: boolean): Promise<void> => {
  if (data === undefined || data === null || data === '') return;
  // Not JSON: text is passed on as it came.
  if (typeof data === 'string') return sink.write(data.endsWith('\n') ? data : `${data}\n`);
  await sink.write(`${jsonForTerminal(JSON.stringify(data, null, asLines ? undefined : 2))}\n`);
};

const writePages = async (sink: Sink, client: Client, request: Request, signal: AbortSignal): Promise<void> => {
  const given = { ...Object.fromEntries(new URLSearchParams(request.path.split('?')[1])), ...request.query };
  const load = (pageNumber: number): Promise<RawAnswer> =>
    client.request('GET', request.path, { query: { pageSize: usualPageSize, ...given, pageNumber }, signal });
  for await (const items of pagesOf(load, Number(given['pageNumber'] ?? 1))) {
    await sink.write(items.map((item) => `${jsonForTerminal(JSON.stringify(item))}\n`).join(''));
  }
};

const run = async (context: Context, flags: ApiFlags, args: readonly string[]): Promise<void> => {
  const { signal, config } = context;
  if (flags.output !== undefined && flags.output !== 'json' && flags.output !== 'ndjson') {
    throw new CliError('E-USAGE', `api prints json or ndjson, not ${flags.output}.`);
  }
  const request = await readRequest(context, flags, args);
  const { method, path, query, body } = request;
  if (flags.paginate === true && method !== 'GET') throw new CliError('E-USAGE', '--paginate goes with GET only.');
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
    await writeAnswer(sink, filter === undefined ? data : filter(data), flags.output === 'ndjson');
  }
  await sink.end();
};

/** The raw way to every call, also those without a command of their own. */
export const api: NounBody = {
  command: defineCommand<ApiFlags>({
    name: 'api',
    summary: 'send any call to the API',
    description:
      'Sends one call with your sign-in, with the same repeats and limits as all commands. Fields of GET go into the query, those of\nother methods into a JSON body; with --input the body comes from a file and fields go into the query. Prints the answer as JSON.',
    arguments: [
      { name: '<method>', summary: 'GET, POST, PUT or DELETE' },
      { name: '<path>', summary: 'path on the API: /api/organizations' },
    ],
    takes: ['write'],
    options: [
      {
        flags: '-f, --field <name=value>',
        summary: 'a field; name:=json for numbers, true, lists; a.b=c inside; repeat for more',
        group: 'Selection',
        many: true,
      },
      { flags: '--input <file>', summary: 'JSON body; - is standard input', group: 'Selection', complete: 'files' },
      { flags: '--paginate', summary: 'all pages, one JSON object a line', group: 'Selection' },
    ],
    calls: 'all',
    exits: ['not-found', 'invalid', 'conflict', 'io'],
    examples: [
      'carepost api GET /api/organizations -f search=clinic -f pageSize=10',
      'carepost api GET /api/organizations --paginate',
      'carepost api GET /api/users/profiledata',
      'carepost api PUT /api/organizations/<id>/enable -f enabled:=true --yes',
    ],
    run,
  }),
};
