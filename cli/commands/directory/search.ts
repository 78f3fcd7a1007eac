import type { Client } from '../../../shared/client/createClient.ts';
import type { DirectoryListing } from '../../../shared/contract/directory.ts';
import { defined } from '../../../shared/rules/defined.ts';
import {
  directoryPagesMax,
  directoryPageSize,
  directoryPageSizeMax,
  directoryTotalMax,
} from '../../../shared/rules/directory.ts';
import { thousands } from '../../../shared/rules/thousands.ts';
import { selectionFlag } from '../../command.ts';
import { CliError } from '../../errors.ts';
import type { RowOptions } from '../../output/output.ts';
import { listCommand } from '../../records/commandBuilders.ts';
import { wholeNumber } from '../../tree/flags.ts';

const kinds = ['provider', 'organization'] as const;
const listingFields = [
  'directAddress',
  'organizationName',
  'lastName',
  'firstName',
  'middleName',
  'clinicName',
  'phonePrimary',
  'fax',
  'standardizedAddressLine1',
  'standardizedCity',
  'standardizedState',
  'standardizedZip',
  'source',
] as const satisfies readonly (keyof DirectoryListing)[];

type Response = Awaited<ReturnType<Client['directory']['search']>>;

/** The flag for which all pages are read; undefined where one page is asked for. */
const flagOfAllPages = ({ all, export: file, where, sort, limit = 0 }: RowOptions, pageSize: number) => {
  if (file !== undefined) return '--export';
  if (all === true) return '--all';
  if (where !== undefined && where.length > 0) return '--where';
  if (sort !== undefined) return '--sort';
  return limit > pageSize ? `--limit ${limit}` : undefined;
};

type Kind = (typeof kinds)[number];

/** The lists of a response, or the one of a kind. */
const listsOf = (response: Response, kind: Kind | undefined) => {
  const lists = [
    {
      name: 'provider',
      items: response.providers,
      total: response.totalProvidersCount,
      isSimilar: response.hasSimilarProviders,
    },
    {
      name: 'organization',
      items: response.organizations,
      total: response.totalOrganizationsCount,
      isSimilar: response.hasSimilarOrganizations,
    },
  ] as const;
  return lists.filter(({ name }) => kind === undefined || name === kind);
};

const countText = ({ name, total }: { readonly name: Kind; readonly total: number }): string =>
  `${thousands(total)}${total >= directoryTotalMax ? '+' : ''} ${name}${total === 1 ? '' : 's'}`;

const notSearched = 'The national directory did not respond: only entries of this platform are listed.';

/** Why the rows of all pages may not be all that match. */
const missingRows = (rows: number, total: number, largest: number): string | undefined => {
  if (rows !== total)
    return `The directory changed meanwhile: it counted ${thousands(total)} rows and sent ${thousands(rows)}.`;
  const most = thousands(directoryTotalMax);
  return largest < directoryTotalMax
    ? undefined
    : `A search has at most ${most} rows of each kind, so there may be more: narrow the search.`;
};

export const search = listCommand({
  name: 'search',
  summary: 'Find providers and organizations with their direct addresses by name and place',
  description: [
    'Searches the organizations of this platform and the national directory: beginnings of words in any order, without case and accents. Where',
    'nothing has the names as they are written, similar names are listed, and a note says so. At least one of the fields is needed.',
    `A page has rows of both kinds; a search has at most ${thousands(directoryTotalMax)} of each, which --all, --export, --where and --sort read.`,
  ].join('\n'),
  options: [
    selectionFlag('--first-name <name>', 'first or middle name of a provider'),
    selectionFlag('--last-name <name>', 'last name of a provider'),
    selectionFlag('--organization <name>', 'name of an organization, or of the one that a provider works for', {
      field: 'organizationName',
    }),
    selectionFlag('--city <city>', 'city'),
    selectionFlag('--state <code>', 'two-letter code of the state'),
    selectionFlag('--zip <zip>', 'ZIP code or its beginning'),
    selectionFlag('--kind <kind>', `only this kind: ${kinds.join(', ')}`, { choices: kinds }),
    selectionFlag(
      '--page-size <number>',
      `rows of each kind, at most ${directoryPageSizeMax} (${directoryPageSize}; the most where all are read)`,
      { parse: wholeNumber(1, directoryPageSizeMax) },
    ),
    selectionFlag('--page <number>', `page to show, at most ${directoryPagesMax} (1)`, {
      parse: wholeNumber(1, directoryPagesMax),
    }),
  ],
  fields: {
    all: ['kind', ...listingFields],
    id: null,
    table: [
      'kind',
      'lastName',
      'firstName',
      'organizationName',
      'directAddress',
      'standardizedCity',
      'standardizedState',
    ],
    values: { kind: kinds, source: ['Platform', 'NationalDirectory'] },
  },
  calls: ['directory.search'],
  examples: [
    '--last-name baker --state AZ',
    '--organization "family medicine" --kind organization --output json',
    '--state AZ --export --out arizona.csv',
    '--zip 850 --page 2 --page-size 50 --fields organizationName,directAddress -o csv',
  ],
  async load({ context, client, read, options }) {
    const { kind, page, pageSize: chosenSize, organization: organizationName, ...fields } = options;
    const { firstName, lastName, city, state, zip } = fields;
    const names = defined({ firstName, lastName, organizationName, city, state, zip });
    if (Object.keys(names).length === 0) {
      throw new CliError('E-USAGE', 'Say what to search for.', {
        hint: 'Use --first-name, --last-name, --organization, --city, --state or --zip.',
      });
    }
    const forAll = flagOfAllPages(context.output.rowOptions, chosenSize ?? directoryPageSize);
    if (forAll !== undefined && page !== undefined)
      throw new CliError('E-USAGE', `${forAll} and --page exclude each other.`);
    const pageSize = chosenSize ?? (forAll === undefined ? directoryPageSize : directoryPageSizeMax);
    const load = async (start: number) => {
      const body = { ...names, providerPageStart: start, organizationPageStart: start, pageSize };
      return client.directory.search({ body }, read);
    };

    const first = await load(page ?? 1);
    const lists = listsOf(first, kind);
    const largest = Math.max(...lists.map(({ total }) => total));
    const responses = [first];
    if (forAll !== undefined)
      for (let next = 2; (next - 1) * pageSize < largest; next += 1) responses.push(await load(next));
    const items = responses.flatMap((response) =>
      listsOf(response, kind).flatMap((list) => list.items.map((item) => ({ kind: list.name, ...item }))),
    );

    const note = (text: string) => context.terminal.note(text);
    note(lists.map(countText).join(', '));
    for (const { name } of lists.filter(({ isSimilar }) => isSimilar))
      note(`No ${name} is written exactly like that; similar ones are listed.`);
    if (forAll === undefined && largest > (page ?? 1) * pageSize)
      note(`There are more: --page ${(page ?? 1) + 1} shows them, --all shows all.`);
    const isNationalMissing = responses.some(({ nationalDirectory }) => nationalDirectory === 'Unavailable');
    const total = lists.reduce((sum, list) => sum + list.total, 0);
    const missing = forAll === undefined ? undefined : missingRows(items.length, total, largest);
    const leftOut = [isNationalMissing ? notSearched : undefined, missing].filter((text) => text !== undefined);
    for (const text of leftOut) note(text);
    return { items, leftOut: leftOut.length === 0 ? undefined : leftOut.join(' ') };
  },
});
