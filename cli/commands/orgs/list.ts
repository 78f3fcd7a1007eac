import { type Context, defineCommand, type OptionsOf, selectionFlag } from '../../command.ts';
import type { FieldList } from '../../output/fields.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { didYouMean } from '../../../shared/rules/suggest.ts';
import { CliError } from '../../errors.ts';
import { showPages } from '../../output/listing.ts';
import { fieldsOf } from '../../records/commandBuilders.ts';
import { loadRecord } from '../../records/recordErrors.ts';
import { wholeNumber } from '../../tree/flags.ts';

const loginTypes = ['Password', 'SSO'];

export const organizationListFields: FieldList = fieldsOf('organizations.list', [
  'name',
  'id',
  'subDomain',
  'networkName',
  'resellerName',
  'tierCode',
  'isActivated',
  'isEnabled',
  'loginType',
]);

/** Filters that the server applies; all of them must be met. */
const filterFlags = [
  selectionFlag(
    '--search <text>',
    'only organizations that match the text, as in the search box of the web application',
  ),
  selectionFlag('--activated', 'only activated organizations'),
  selectionFlag('--not-activated', 'only organizations that are not activated'),
  selectionFlag('--login-enabled', 'only organizations with sign-in enabled'),
  selectionFlag('--login-disabled', 'only organizations with sign-in disabled'),
  selectionFlag('--capturing', 'only organizations whose API calls are captured'),
  selectionFlag('--not-capturing', 'only organizations whose API calls are not captured'),
  selectionFlag('--login-type <type>', 'Password or SSO', { choices: loginTypes }),
  selectionFlag('--network <id>', 'only organizations of this network'),
  selectionFlag('--reseller <id>', 'only organizations of this reseller'),
  selectionFlag('--type <id>', 'only organizations of this type, as orgs types shows it'),
  selectionFlag('--brand <id>', 'only organizations of this brand'),
  selectionFlag('--tier <code>', 'only organizations whose plan has this tier code'),
  selectionFlag('--cancelling', 'only canceled or canceling organizations'),
];

/** Two flags that exclude each other, as the value of a filter. */
const either = (yes: boolean | undefined, no: boolean | undefined, flags: string): string | undefined => {
  if (yes === true && no === true) throw new CliError('E-USAGE', `${flags} exclude each other.`);
  if (yes === true) return 'true';
  return no === true ? 'false' : undefined;
};

/** The value that a filter names among those of the server. An unknown one is an error: an empty list would hide it from a script. */
const knownValue = (flag: string, text: string, values: readonly string[]): string => {
  const match = values.find((value) => value.toLowerCase() === text.toLowerCase());
  if (match !== undefined) return match;
  throw new CliError('E-USAGE', `${flag} "${text}" is not known.${didYouMean(text, values)}`, {
    hint: `Choose from ${values.join(', ')}.`,
  });
};

const tierCode = async (client: Client, text: string, { signal }: Context): Promise<string> => {
  const { items } = await client.plans.list({ query: { pageSize: 5000 } }, { signal });
  return knownValue('--tier', text, [...new Set(items.map((plan) => plan.tierCode))]);
};

/** The id of a type, which may also be named. */
const typeId = async (client: Client, text: string, { signal }: Context): Promise<string> => {
  const { items } = await client.organizations.types({}, { signal });
  const match = items.find(({ id }) => id === text.toLowerCase());
  if (match !== undefined) return match.id;
  const name = knownValue(
    '--type',
    text,
    items.map((type) => type.name),
  );
  return items.find((type) => type.name === name)?.id ?? text;
};

const filtersOf = async (
  context: Context,
  options: OptionsOf<typeof filterFlags>,
): Promise<Readonly<Record<string, string>>> => {
  const { network, reseller, brand, type, tier, loginType } = options;
  const isActivated = either(options.activated, options.notActivated, '--activated and --not-activated');
  const isEnabled = either(options.loginEnabled, options.loginDisabled, '--login-enabled and --login-disabled');
  const apiCapture = either(options.capturing, options.notCapturing, '--capturing and --not-capturing');
  const client = await context.client();
  const { signal } = context;
  const exists = (area: 'networks' | 'resellers' | 'brands', id: string) =>
    loadRecord<unknown>(
      { name: area.slice(0, -1), list: `${area} list` },
      id,
      client[area].get({ params: { id } }, { signal }),
    );
  const [typeFilter, tierFilter] = await Promise.all([
    type === undefined ? undefined : typeId(client, type, context),
    tier === undefined ? undefined : tierCode(client, tier, context),
    network === undefined ? undefined : exists('networks', network),
    reseller === undefined ? undefined : exists('resellers', reseller),
    brand === undefined ? undefined : exists('brands', brand),
  ]);
  const filters = {
    isActivated,
    isEnabled,
    apiCapture,
    loginType,
    networkId: network,
    resellerId: reseller,
    brandId: brand,
    typeId: typeFilter,
    tierCode: tierFilter,
    search: options.search,
    cancelling: options.cancelling === true ? 'true' : undefined,
  };
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
};

export const orgsList = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'List organizations, sorted by name',
  options: [
    ...filterFlags,
    selectionFlag('--page-size <number>', '10, 25, 50 or 100 (10)', { choices: ['10', '25', '50', '100'] }),
    selectionFlag('--page <number>', 'page to show (1)', { parse: wholeNumber(1, 10_000_000) }),
  ],
  takes: ['rows'],
  fields: organizationListFields,
  lists: 'organizations',
  calls: ['organizations.list', 'organizations.types', 'plans.list', 'networks.get', 'resellers.get', 'brands.get'],
  examples: [
    'carepost orgs list --search clinic',
    'carepost orgs list --cancelling --all --output csv --fields id,name,subDomain',
    "carepost orgs list --where 'isActivated=false' --where 'tierCode!=FREE' --limit 20",
    'carepost orgs list --not-activated --login-type SSO --all --output json',
  ],
  async run(context, options) {
    const filters = await filtersOf(context, options);
    const client = await context.client();
    await showPages(context, {
      serverSort: 'name',
      pageSize: Number(options.pageSize ?? '10'),
      pageNumber: options.page ?? 1,
      load: (page) => client.organizations.list({ query: { ...filters, ...page } }, { signal: context.signal }),
    });
  },
});
