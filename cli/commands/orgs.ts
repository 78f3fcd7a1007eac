import type { CallOptions, Client } from '../../shared/client/createClient.ts';
import { normaliseSubdomain, subdomainProblem, subdomainText } from '../../shared/rules/subdomain.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { type Command, type Context, actionFlag, type OptionsOf, selectionFlag } from '../command.ts';
import { isRecord, type Row } from '../output/fields.ts';
import { choiceOfFlag, eitherFlag } from '../output/where.ts';
import { defined } from '../../shared/rules/defined.ts';
import { checkCommand, fieldsOf, getCommand, listCommand, pageFlag, pagesCommand } from '../records/commandBuilders.ts';
import { editCommand } from '../records/editRecord.ts';
import { organizationArgument, organizationKind } from '../records/organizationLookup.ts';
import { createCommand, type RecordType, updateCommand } from '../records/recordCommands.ts';
import { checkedId, loadRecord } from '../records/recordErrors.ts';
import { settableOf } from '../records/setFields.ts';
import { activityCommands, orgsSync } from './orgs/activity.ts';
import { domainCommands, savedAddressCommands, userCommands } from './orgs/parts.ts';
import { stateCommands } from './orgs/state.ts';

const organizationFields = fieldsOf('organizations.get').all;

/** Adding and changing organizations; the other commands are their own. */
export const organizationType = {
  name: 'orgs',
  area: 'organizations',
  one: 'organization',
  argument: organizationArgument,
  actions: { create: 'orgs.create', update: 'orgs.update' },
  readOnly: organizationFields,
  settable: settableOf('organizations.update'),
  examples: {
    create: '--file clinic.json --set subdomain=lakeside-clinic',
    update: '--set contact.title=Director --set "settings.notificationEmails=a@clinic.example|b@clinic.example"',
    file: 'shore.json',
  },
  created: 'The organization was saved successfully.',
} satisfies RecordType;

const loginTypes = ['Password', 'SSO'] as const;

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
  selectionFlag('--specialty <id>', 'only organizations with this specialty'),
  selectionFlag('--brand <id>', 'only organizations of this brand'),
  selectionFlag('--plan <id>', 'only organizations with this plan'),
  selectionFlag('--tier <code>', 'only organizations whose plan has this tier code', { field: 'tierCode' }),
  selectionFlag('--cancelling', 'only canceled or canceling organizations'),
];

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
  const { network, reseller, brand, plan, type, specialty, tier, loginType } = options;
  const isActivated = eitherFlag(options.activated, options.notActivated, '--activated and --not-activated');
  const isEnabled = eitherFlag(options.loginEnabled, options.loginDisabled, '--login-enabled and --login-disabled');
  const apiCapture = eitherFlag(options.capturing, options.notCapturing, '--capturing and --not-capturing');
  const client = await context.client();
  const { signal } = context;
  const exists = (area: 'networks' | 'resellers' | 'brands' | 'plans' | 'specialties', one: string, id: string) => {
    const kind = { name: one, list: `${area} list` };
    checkedId(kind, id, `--${one}`);
    return loadRecord<unknown>(kind, id, client[area].get({ params: { id } }, { signal }));
  };
  const [typeFilter, tierFilter] = await Promise.all([
    type === undefined ? undefined : typeId(client, type, context),
    tier === undefined ? undefined : tierCode(client, tier, context),
    network === undefined ? undefined : exists('networks', 'network', network),
    reseller === undefined ? undefined : exists('resellers', 'reseller', reseller),
    brand === undefined ? undefined : exists('brands', 'brand', brand),
    plan === undefined ? undefined : exists('plans', 'plan', plan),
    specialty === undefined ? undefined : exists('specialties', 'specialty', specialty),
  ]);
  return defined({
    isActivated,
    isEnabled,
    apiCapture,
    loginType,
    networkId: network,
    resellerId: reseller,
    brandId: brand,
    planId: plan,
    typeId: typeFilter,
    specialtyId: specialty,
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
  columns: [
    'name',
    'id',
    'subDomain',
    'networkName',
    'resellerName',
    'tierCode',
    'isActivated',
    'isEnabled',
    'loginType',
  ],
  lists: 'organizations',
  calls: [
    'organizations.list',
    'organizations.types',
    'plans.list',
    'networks.get',
    'resellers.get',
    'brands.get',
    'plans.get',
    'specialties.get',
  ],
  examples: [
    '--search clinic',
    '--cancelling --all --output csv --fields id,name,subDomain',
    "--where 'isActivated=false' --where 'tierCode!=FREE' --limit 20",
    '--not-activated --login-type SSO --all --output json',
  ],
  sortedBy: 'name',
  async pages({ context, client, read, options }) {
    const filters = await filtersOf(context, options);
    return (page) => client.organizations.list({ query: { ...filters, ...page } }, read);
  },
});

const parts = ['admins', 'devices', 'licenses', 'integrations', 'serviceaccounts', 'oids', 'directory'] as const;
type Part = (typeof parts)[number];

const parseParts = (text: string): readonly Part[] =>
  text.split(',').map((name) => {
    const match = parts.find((part) => part === name.trim());
    if (match === undefined)
      throw new TypeError(`"${name}" is not one of ${parts.join(', ')}.${didYouMean(name, parts)}`);
    return match;
  });

type Load = (client: Client, id: string, read: CallOptions) => Promise<{ readonly items: readonly unknown[] }>;

const loads: Readonly<Record<Part, Load>> = {
  admins: (client, id, read) => client.organizations.admins({ params: { id } }, read),
  devices: (client, id, read) => client.organizations.devices({ params: { id } }, read),
  licenses: (client, id, read) => client.organizations.licenses({ params: { id } }, read),
  integrations: (client, id, read) => client.organizations.integrations({ params: { id } }, read),
  serviceaccounts: (client, id, read) => client.organizations.serviceAccounts({ params: { id } }, read),
  oids: (client, id, read) => client.carequality.oids({ params: { id } }, read),
  directory: (client, id, read) => client.carequality.entries({ params: { id } }, read),
};

const partText: Readonly<Record<'oids' | 'directory', (item: Row) => string>> = {
  oids: ({ value, isDefault }) => `${String(value)}${isDefault === true ? ' (default)' : ''}`,
  directory: ({ organizationId, displayName, isActive }) =>
    `${String(organizationId)} ${String(displayName)}${isActive === true ? '' : ' (inactive)'}`,
};

/** The record for a table: OIDs and directory entries as one line each. */
const withPartTexts = (record: Row): Row => {
  const texts = Object.entries(partText).flatMap(([part, text]) => {
    const items = record[part];
    return Array.isArray(items) ? [[part, items.filter(isRecord).map(text)] as const] : [];
  });
  return { ...record, ...Object.fromEntries(texts) };
};

const lookup = (name: 'types' | 'specialties', summary: string): Command =>
  listCommand({
    name,
    summary,
    calls: [`organizations.${name}`],
    examples: [``, `--where 'name~health' --output json`],
    load: ({ client, read }) => client.organizations[name]({}, read),
  });

export const commands: readonly Command[] = [
  orgsList,
  getCommand({
    name: 'get',
    summary: 'Show an organization',
    arguments: [organizationArgument],
    options: [actionFlag('--with <parts>', `also load: ${parts.join(', ')}`, { parse: parseParts })],
    fields: [...organizationFields, ...parts],
    calls: [
      'organizations.get',
      'organizations.admins',
      'organizations.devices',
      'organizations.licenses',
      'organizations.integrations',
      'organizations.serviceAccounts',
      'carequality.oids',
      'carequality.entries',
    ],
    examples: [
      '<id>',
      '<id> --with admins,oids --output yaml',
      'carepost orgs list --output ids | carepost orgs get - --output csv --fields id,phone',
      '<id> --output json --fields name,address,contact.email',
    ],
    web: '/admin/organizations',
    rowFields: ({ with: requested = [] }) => ['name', 'id', 'subdomain', 'isActivated', 'isEnabled', ...requested],
    async load({ context, client, id, read, options: { with: requested = [] } }) {
      const [organization, ...loaded] = await Promise.all([
        client.organizations.get({ params: { id } }, read),
        ...requested.map(async (part) => [part, (await loads[part](client, id, read)).items] as const),
      ]);
      const record: Row = { ...organization, ...Object.fromEntries(loaded) };
      return context.output.format === 'table' ? withPartTexts(record) : record;
    },
  }),
  createCommand(organizationType),
  updateCommand(organizationType),
  editCommand(organizationType),
  ...stateCommands,
  orgsSync,
  ...userCommands,
  ...domainCommands,
  ...savedAddressCommands,
  ...activityCommands,
  lookup('types', 'List the types of organizations'),
  lookup('specialties', 'List the specialties of organizations'),
  checkCommand({
    name: 'check-subdomain',
    summary: 'Check whether a subdomain is valid and available',
    arguments: [{ name: '<subdomain>', summary: 'the subdomain, without dots' }],
    options: [
      selectionFlag('--org <id>', 'organization whose own subdomain counts as available', { record: organizationKind }),
    ],
    exitWhen: 'it is not available',
    fields: ['subdomain', 'isValid', 'exists', 'message'],
    calls: ['organizations.subdomainIsValid', 'organizations.subdomainExists'],
    examples: ['lakeside', 'lakeside --exit-code --output json'],
    async check({ client, read, options: { org }, id: text }) {
      const subdomain = normaliseSubdomain(text);
      const [isValid, exists] = await Promise.all([
        client.organizations.subdomainIsValid({ query: { subdomain, ...defined({ organizationId: org }) } }, read),
        client.organizations.subdomainExists({ query: { subdomain, ...defined({ id: org }) } }, read),
      ]);
      const message = isValid ? null : (subdomainProblem(subdomain) ?? subdomainText);
      return {
        record: { subdomain, isValid, exists, message },
        failure: isValid ? undefined : `"${subdomain}" is not available`,
      };
    },
  }),
  checkCommand({
    name: 'npi',
    summary: 'Check an NPI and list the organizations that have it',
    arguments: [{ name: '<number>', summary: 'national provider identifier: 10 digits, or 15 starting with 80840' }],
    exitWhen: 'the number is not valid',
    calls: ['organizations.npi'],
    examples: ['1234567893', '1234567893 --output json --fields isValid'],
    async check({ context, client, read, id: number }) {
      const result = await client.organizations.npi({ query: { npiNumber: number } }, read);
      const texts = result.organizations.map(({ orgId, name }) => `${orgId} ${name}`);
      return {
        record: context.output.format === 'table' ? { ...result, organizations: texts } : result,
        failure: result.isValid ? undefined : `${number} is not a valid NPI`,
      };
    },
  }),
];
