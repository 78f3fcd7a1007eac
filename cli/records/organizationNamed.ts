import type { Client } from '../../shared/client/createClient.ts';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import type { NamedBy } from '../tree/words.ts';

const pageSize = 1000;

/** Every organization the server finds for the text; what exactly fits is the caller's to say. */
async function* found(client: Client, search: string, signal: AbortSignal): AsyncGenerator<OrganizationRow> {
  for (let pageNumber = 1; ; pageNumber += 1) {
    const { items } = await client.organizations.list({ query: { search, pageSize, pageNumber } }, { signal });
    yield* items;
    if (items.length < pageSize) return;
  }
}

const fieldOf = { id: 'id', subdomain: 'subDomain', name: 'name' } as const;

/** So many letters of a mistyped name are taken to be right when others are looked for. */
const rightLetters = 3;
const mostCandidates = 5;

const notFound = async (client: Client, { by, text }: NamedBy, signal: AbortSignal): Promise<CliError> => {
  const query = { search: text.slice(0, rightLetters), pageSize };
  const { items } = await client.organizations.list({ query }, { signal });
  const known = items.flatMap((row) => row[fieldOf[by]] ?? []);
  return new CliError('E-USAGE', `No organization has the ${by} "${text}".${didYouMean(text, [...new Set(known)])}`, {
    code: 'E-NOT-FOUND',
    exit: 'not-found',
    hint: 'Run: carepost orgs list --search <text>',
  });
};

/**
 * The id of the organization that --id, --subdomain or --name means. Only an exact match counts, and several organizations of one name
 * are never chosen from: the error names them (cli.md, section 2).
 */
export const organizationNamed = async (context: Context, named: NamedBy): Promise<string> => {
  const { by, text } = named;
  if (by === 'id') return text;
  const client = await context.client();
  const wanted = by === 'subdomain' ? text.toLowerCase() : text;
  const fitting: OrganizationRow[] = [];
  for await (const row of found(client, wanted, context.signal)) {
    if (row[fieldOf[by]] === wanted) fitting.push(row);
  }
  const [only] = fitting;
  if (only === undefined) throw await notFound(client, named, context.signal);
  if (fitting.length === 1) return only.id;
  const more = fitting.length - mostCandidates;
  throw new CliError('E-NAME-AMBIGUOUS', `${fitting.length} organizations have the ${by} "${text}".`, {
    details: [
      ...fitting.slice(0, mostCandidates).map(({ id, subDomain }) => `--id ${id} (subdomain ${subDomain ?? '-'})`),
      ...(more > 0 ? [`and ${more} more`] : []),
    ],
  });
};
