import { type Context, type OptionsOf, selectionFlag } from '../../command.ts';
import type { FieldList } from '../../output/fields.ts';
import type { Client } from '../../../shared/client/createClient.ts';
import { defined } from '../../../shared/rules/defined.ts';
import { CliError } from '../../errors.ts';
import { choiceOfFlag } from '../../output/filterFlags.ts';
import { fieldsOf, pageFlag, pagesCommand } from '../../records/commandBuilders.ts';
import { loadRecord } from '../../records/recordErrors.ts';

const loginTypes = ['Password', 'SSO'] as const;

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

const tierCode = async (client: Client, text: string, { signal }: Context): Promise<string> => {
  const { items } = await client.plans.list({ query: { pageSize: 5000 } }, { signal });
  return choiceOfFlag('--tier', text, [...new Set(items.map((plan) => plan.tierCode))]);
};

/** The id of a type, which may also be named. */
const typeId = async (client: Client, text: string, { signal }: Context): Promise<string> => {
  const { items } = await client.organizations.types({}, { signal });
  const match = items.find(({ id }) => id === text.toLowerCase());
  if (match !== undefined) return match.id;
  const name = choiceOfFlag(
    '--type',
    text,
    items.map((type) => type.name),
  );
  return items.find((type) => type.name === name)?.id ?? text;
};

const filtersOf = async (context: Context, options: OptionsOf<typeof filterFlags>) => {
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
  return defined({
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
  });
};

export const orgsList = pagesCommand({
  name: 'list',
  summary: 'List organizations, sorted by name',
  options: filterFlags,
  pageFlags: [
    selectionFlag('--page-size <number>', '10, 25, 50 or 100 (10)', { choices: ['10', '25', '50', '100'] }),
    pageFlag,
  ],
  defaultPageSize: 10,
  isSearchable: false,
  fields: organizationListFields,
  lists: 'organizations',
  calls: ['organizations.list', 'organizations.types', 'plans.list', 'networks.get', 'resellers.get', 'brands.get'],
  examples: [
    'carepost orgs list --search clinic',
    'carepost orgs list --cancelling --all --output csv --fields id,name,subDomain',
    "carepost orgs list --where 'isActivated=false' --where 'tierCode!=FREE' --limit 20",
    'carepost orgs list --not-activated --login-type SSO --all --output json',
  ],
  sortedBy: 'name',
  async pages({ context, client, read, options }) {
    const filters = await filtersOf(context, options);
    return (page) => client.organizations.list({ query: { ...filters, ...page } }, read);
  },
});
