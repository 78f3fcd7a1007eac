import type { Context } from '../command.ts';
import type { Client } from '../../shared/client/createClient.ts';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import { wire } from '../../shared/contract/wire.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { nameSpellings, normaliseName } from '../../shared/rules/visibleText.ts';
import { CliError } from '../errors.ts';
import type { NamedBy } from '../tree/arguments.ts';
import { listHint, loadRecord, notFound, withRecordIds, WrongId } from './recordErrors.ts';

/** How errors name an organization by its id. */
export const organizationKind = {
  name: 'organization',
  list: 'orgs list --search <text>',
  own: 'whoami --check',
} as const;

/** The organization that a command is about; --id, --subdomain or --name may replace it. */
export const organizationArgument = {
  name: '<id>',
  summary: 'id of the organization, as orgs list shows it',
  organization: true,
  record: organizationKind,
} as const;

/** The same as the first of several arguments. */
export const orgArgument = { ...organizationArgument, name: '<org>', summary: 'id of the organization' } as const;

/** The name for confirmations. An unknown organization ends the command before the confirmation. */
export const organizationName = async (context: Context, id: string): Promise<string> => {
  const client = await context.client();
  const load = client.organizations.get({ params: { id } }, { signal: context.signal });
  return (await loadRecord(organizationKind, id, load)).name;
};

/** The first organizations by name that match the text in the server's search: the choices of a prompt. */
export const searchOrganizations = async (context: Context, text: string) => {
  const client = await context.client();
  const search = text.trim();
  const query = { ...(search === '' ? {} : { search }), pageSize: 25 };
  const { items } = await client.organizations.list({ query }, { signal: context.signal });
  return items.map(({ id, name, subDomain }) => ({ id, name, subdomain: subDomain ?? '' }));
};

/** Whether the caller may list organizations. Unknown counts as yes: then the list itself says what is missing. */
const mayList = async (context: Context): Promise<boolean> => {
  const { access } = wire['organizations']?.['list'] ?? {};
  try {
    const { roles } = await (await context.client()).profile.get({}, { signal: context.signal });
    return !Array.isArray(access) || access.some((role: string) => roles.some((own) => own === role));
  } catch {
    return true;
  }
};

/**
 * The error of a command with the ids of its command line. A name instead of an id adds the organizations that it may mean. Administrators of
 * an organization are led to the id of their own one.
 */
export const explainError = async (context: Context, thrown: unknown): Promise<unknown> => {
  const error = withRecordIds(context, thrown);
  const isList = error instanceof CliError && error.hint === listHint(organizationKind);
  if (!isList) return error;
  // The error must not wait for a server that does not answer.
  const brief = { ...context, signal: AbortSignal.any([context.signal, AbortSignal.timeout(suggestionsMs)]) };
  if (!(await mayList(brief)))
    return error.with({ hint: `The id of your own organization: carepost ${organizationKind.own}` });
  return error instanceof WrongId ? error.with({ details: await suggestionsFor(brief, error.text) }) : error;
};

const suggestionsMs = 3000;

const suggestionsFor = async (context: Context, text: string): Promise<readonly string[]> => {
  const matches = await searchOrganizations(context, text).catch(() => []);
  return matches
    .slice(0, 3)
    .map(
      ({ name, subdomain }) =>
        `Did you mean ${name}? Use --${subdomain === '' ? `name "${name}"` : `subdomain ${subdomain}`}`,
    );
};

const pageSize = 1000;

/** Every organization that the server's search finds; the caller decides which of them match exactly. */
async function* searchAll(client: Client, search: string, signal: AbortSignal): AsyncGenerator<OrganizationRow> {
  for (let pageNumber = 1; ; pageNumber += 1) {
    const { items } = await client.organizations.list({ query: { search, pageSize, pageNumber } }, { signal });
    yield* items;
    if (items.length < pageSize) return;
  }
}

const fieldOf = { id: 'id', subdomain: 'subDomain', name: 'name' } as const;

/** Suggestions come from organizations that match the first letters of a mistyped name. */
const prefixLength = 3;
const maxCandidates = 5;

const unknownOrganization = async (client: Client, { by, text }: NamedBy, signal: AbortSignal): Promise<CliError> => {
  const query = { search: text.slice(0, prefixLength), pageSize };
  const { items } = await client.organizations.list({ query }, { signal });
  const known = items.flatMap((row) => row[fieldOf[by]] ?? []);
  const message = `No organization has the ${by} "${text}".${didYouMean(text, [...new Set(known)])}`;
  return notFound(message, `Run: carepost ${organizationKind.list}`);
};

/**
 * The id of the organization that --id, --subdomain or --name names. Only an exact match counts. When several organizations have the
 * name, the command ends with an error that lists them (cli.md, section 2).
 */
export const organizationNamed = async (context: Context, named: NamedBy): Promise<string> => {
  const { by, text } = named;
  if (by === 'id') return text;
  const client = await context.client();
  const isName = by === 'name';
  const rows = new Map<string, OrganizationRow>();
  for (const search of isName ? nameSpellings(text) : [text.toLowerCase()])
    for await (const row of searchAll(client, search, context.signal)) rows.set(row.id, row);
  const matches = [...rows.values()].filter((row) =>
    isName ? normaliseName(row.name) === normaliseName(text) : row.subDomain === text.toLowerCase(),
  );
  const [only] = matches;
  if (only === undefined) throw await unknownOrganization(client, named, context.signal);
  if (matches.length === 1) return only.id;
  const more = matches.length - maxCandidates;
  throw new CliError('E-NAME-AMBIGUOUS', `${matches.length} organizations have the ${by} "${text}".`, {
    hint: 'Choose one by --id or --subdomain.',
    details: [
      ...matches.slice(0, maxCandidates).map(({ id, subDomain }) => `--id ${id} (subdomain ${subDomain ?? '-'})`),
      ...(more > 0 ? [`and ${more} more`] : []),
    ],
  });
};
