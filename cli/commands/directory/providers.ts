import type { DirectoryListing } from '../../../shared/contract/directory.ts';
import { defined } from '../../../shared/rules/defined.ts';
import { directoryPageSize, directoryTotalMax, validatedAddressesMax } from '../../../shared/rules/directory.ts';
import { type Command, contentFlag, defineCommand, type OptionsOf, outputFlag, selectionFlag } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { showList } from '../../output/listing.ts';
import { fieldsOf, listCommand, pageFlag, writeCommand } from '../../records/commandBuilders.ts';
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

const search = listCommand({
  name: 'search',
  summary: 'Find providers and organizations with their direct addresses by name and place',
  description: [
    'Searches the organizations of this platform and the national directory: beginnings of words in any order, without case and accents. Where',
    'nothing has the names as they are written, similar names are listed, and a note says so. At least one of the fields is needed.',
    `A page has rows of both kinds; totals are exact up to ${directoryTotalMax}.`,
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
    selectionFlag('--page-size <number>', `rows of each kind, at most 100 (${directoryPageSize})`, {
      parse: wholeNumber(1, 100),
    }),
    pageFlag,
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
    '--zip 850 --page 2 --page-size 50 --fields organizationName,directAddress -o csv',
  ],
  async load({ context, client, read, options }) {
    const { kind, page = 1, pageSize = directoryPageSize, organization: organizationName, ...fields } = options;
    const { firstName, lastName, city, state, zip } = fields;
    const names = defined({ firstName, lastName, organizationName, city, state, zip });
    if (Object.keys(names).length === 0) {
      throw new CliError('E-USAGE', 'Say what to search for.', {
        hint: 'Use --first-name, --last-name, --organization, --city, --state or --zip.',
      });
    }
    const body = { ...names, providerPageStart: page, organizationPageStart: page, pageSize };
    const found = await client.directory.search({ body }, read);
    const note = (text: string) => context.terminal.note(text);
    const totals = [
      { name: 'provider', total: found.totalProvidersCount, isSimilar: found.hasSimilarProviders },
      { name: 'organization', total: found.totalOrganizationsCount, isSimilar: found.hasSimilarOrganizations },
    ].filter(({ name }) => kind === undefined || name === kind);
    note(totals.map(({ name, total }) => `${total}${total >= directoryTotalMax ? '+' : ''} ${name}s`).join(', '));
    for (const { name } of totals.filter(({ isSimilar }) => isSimilar))
      note(`No ${name} has the names as written; those with similar names are listed.`);
    if (totals.some(({ total }) => total > page * pageSize)) note(`There are more: --page ${page + 1} shows them.`);
    if (found.nationalDirectory === 'Unavailable')
      note('The national directory did not respond: only entries of this platform are listed.');
    const rows = [
      ...found.providers.map((listing) => ({ kind: 'provider', ...listing })),
      ...found.organizations.map((listing) => ({ kind: 'organization', ...listing })),
    ];
    return { items: rows.filter((row) => kind === undefined || row.kind === kind) };
  },
});

const validateFlags = [outputFlag('--exit-code', 'exit with 7 when an address cannot receive')] as const;

const validate = defineCommand<OptionsOf<typeof validateFlags>>({
  name: 'validate',
  summary: 'Check which direct addresses are known and can receive messages',
  arguments: [{ name: '<address...>', summary: `direct addresses, at most ${validatedAddressesMax}` }],
  options: validateFlags,
  takes: ['rows'],
  exits: ['invalid'],
  fields: fieldsOf('directory.validate'),
  calls: ['directory.validate'],
  examples: ['<address>', '<address> ann@direct.partner.example --output json', '<address> --exit-code'],
  async run(context, { exitCode }, addresses) {
    const client = await context.client();
    const query = { addresses: addresses.join(',') };
    const { items } = await client.directory.validate({ query }, { signal: context.signal });
    await showList(context, items);
    const failures = items.filter(({ canReceive }) => !canReceive).length;
    if (exitCode !== true || failures === 0) return undefined;
    return { exit: 'invalid', message: `${failures} of ${items.length} addresses cannot receive` };
  },
});

const ownAddresses = listCommand({
  name: 'own-addresses',
  summary: 'List the direct addresses of your organization, which an invitation may name',
  calls: ['directory.ownAddresses'],
  examples: ['', '--output json'],
  load: ({ client, read }) => client.directory.ownAddresses({}, read),
});

const invite = writeCommand({
  name: 'invite',
  summary: 'Mail an invitation to join the platform to someone outside',
  options: [
    contentFlag('--full-name <name>', 'name of the recipient', { required: true }),
    contentFlag('--email <address>', 'e-mail address of the recipient', {
      required: true,
      field: 'emailAddress',
    }),
    contentFlag(
      '--direct-address <address>',
      'direct address that the mail names, one of: carepost directory own-addresses',
    ),
  ],
  calls: ['users.sendInvitation'],
  examples: ['--full-name "Ann Baker" --email ann@clinic.example --yes'],
  prepare({ context, client, options: { fullName = '', email = '', directAddress } }) {
    // The title is in the journal of the run, which has no persons.
    context.terminal.note(`To: ${fullName} <${email}>`);
    return {
      title: 'Mail an invitation',
      planned: { id: null, name: null, changes: [] },
      send: (call) =>
        client.users.sendInvitation({ body: { fullName, emailAddress: email, ...defined({ directAddress }) } }, call),
      done: 'Invitation has been sent.',
    };
  },
});

/** Providers and organizations outside and inside of the platform, and inviting them. */
export const providerCommands: readonly Command[] = [search, validate, ownAddresses, invite];
