import type { Client } from '../../shared/client/createClient.ts';
import { normaliseSubdomain, subdomainProblem, subdomainText } from '../../shared/rules/subdomain.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { type Command, defineCommand } from '../command.ts';
import { isRecord, type Row } from '../output/fields.ts';
import { showList } from '../output/listing.ts';
import { editCommand } from '../records/editRecord.ts';
import { organizationArgument } from '../records/organizationLookup.ts';
import { createCommand, type RecordType, updateCommand } from '../records/recordCommands.ts';
import type { Settable } from '../records/setFields.ts';
import { showRecord, type WebFlag, webFlag } from '../records/showRecord.ts';
import { activityCommands, orgsSync } from './orgs/activity.ts';
import { domainCommands } from './orgs/domains.ts';
import { oneOrganization, organizationFields } from './orgs/fields.ts';
import { organizationListFields, orgsList } from './orgs/list.ts';
import { savedAddressCommands } from './orgs/savedAddresses.ts';
import { stateCommands } from './orgs/state.ts';
import { userCommands } from './orgs/users.ts';

const settable: Settable = {
  name: 'text',
  subdomain: 'text',
  networkDbId: 'text',
  brandId: 'text',
  numberOfUsers: 'number',
  planId: 'text',
  resellerId: 'text',
  typeId: 'text',
  specialtyId: 'text',
  npi: 'text',
  homeCommunityId: 'text',
  ssoUrl: 'text',
  enabledFeatures: 'list',
  allowedPurposeOfUseCodes: 'list',
  'address.street': 'text',
  'address.city': 'text',
  'address.state': 'text',
  'address.zip': 'text',
  'address.country': 'text',
  phone: 'text',
  fax: 'text',
  'contact.firstName': 'text',
  'contact.lastName': 'text',
  'contact.title': 'text',
  'contact.email': 'text',
  'contact.phone': 'text',
  'contact.fax': 'text',
  'carequality.isParticipating': 'flag',
  'carequality.organizationOid': 'text',
  'carequality.responderType': 'text',
  'qhin.isParticipating': 'flag',
  'qhin.qhinName': 'text',
  'qhin.entityType': 'text',
  'qhin.participantOid': 'text',
  'qhin.parentOid': 'text',
  'direct.isEnabled': 'flag',
  'direct.providerId': 'text',
  'direct.maxAddresses': 'number',
  'direct.recordsName': 'text',
  'settings.passwordSignIn': 'flag',
  'settings.notificationEmails': 'list',
  allowedIpAddresses: 'list',
};

/** Adding and changing organizations; the other commands are their own. */
export const organizationType: RecordType = {
  name: 'orgs',
  area: 'organizations',
  one: 'organization',
  web: '/admin/organizations',
  argument: organizationArgument,
  actions: { create: 'orgs.create', update: 'orgs.update' },
  readOnly: organizationFields,
  listFields: organizationListFields,
  fields: oneOrganization,
  settable,
  examples: {
    create: '--file clinic.json --set subdomain=lakeside-clinic',
    update: '--set contact.title=Director --set "settings.notificationEmails=a@clinic.example|b@clinic.example"',
    file: 'shore.json',
  },
  created: 'The organization was saved successfully.',
};

const parts = ['admins', 'devices', 'licenses', 'integrations', 'serviceaccounts', 'oids', 'directory'] as const;
type Part = (typeof parts)[number];

interface GetOptions extends WebFlag {
  readonly with?: readonly Part[];
}

const parseParts = (text: string): readonly Part[] =>
  text.split(',').map((name) => {
    const match = parts.find((part) => part === name.trim());
    if (match === undefined)
      throw new TypeError(`"${name}" is not one of ${parts.join(', ')}.${didYouMean(name, parts)}`);
    return match;
  });

type Load = (client: Client, id: string, signal: AbortSignal) => Promise<{ readonly items: readonly unknown[] }>;

const loads: Readonly<Record<Part, Load>> = {
  admins: (client, id, signal) => client.organizations.admins({ params: { id } }, { signal }),
  devices: (client, id, signal) => client.organizations.devices({ params: { id } }, { signal }),
  licenses: (client, id, signal) => client.organizations.licenses({ params: { id } }, { signal }),
  integrations: (client, id, signal) => client.organizations.integrations({ params: { id } }, { signal }),
  serviceaccounts: (client, id, signal) => client.organizations.serviceAccounts({ params: { id } }, { signal }),
  oids: (client, id, signal) => client.carequality.oids({ params: { id } }, { signal }),
  directory: (client, id, signal) => client.carequality.entries({ params: { id } }, { signal }),
};

const loadPart = async (client: Client, id: string, part: Part, signal: AbortSignal): Promise<[Part, unknown]> => [
  part,
  (await loads[part](client, id, signal)).items,
];

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

const get = defineCommand<GetOptions>({
  name: 'get',
  summary: 'Show an organization',
  arguments: [organizationArgument],
  options: [
    {
      flags: '--with <parts>',
      summary: `also load: ${parts.join(', ')}`,
      group: 'Action',
      parse: parseParts,
    },
    webFlag,
  ],
  takes: ['record'],
  fields: { all: [...organizationFields, ...parts], table: [...organizationFields, ...parts] },
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
  exits: ['partial', 'not-found', 'invalid'],
  examples: [
    'carepost orgs get <id>',
    'carepost orgs get <id> --with admins,oids --output yaml',
    'carepost orgs list --output ids | carepost orgs get - --output csv --fields id,phone',
    'carepost orgs get <id> --output json --fields name,address,contact.email',
  ],
  run: (context, { web, with: requested = [] }, [id = '']) =>
    showRecord(context, id, {
      ...(web === true ? { web: '/admin/organizations' } : {}),
      rowFields: ['name', 'id', 'subdomain', 'isActivated', 'isEnabled', ...requested],
      async load(one) {
        const client = await context.client();
        const { signal } = context;
        const [organization, ...loaded] = await Promise.all([
          client.organizations.get({ params: { id: one } }, { signal }),
          ...requested.map((part) => loadPart(client, one, part, signal)),
        ]);
        const record: Row = { ...organization, ...Object.fromEntries(loaded) };
        return context.output.format === 'table' ? withPartTexts(record) : record;
      },
    }),
});

const lookup = (name: 'types' | 'specialties', summary: string): Command =>
  defineCommand({
    name,
    summary,
    takes: ['rows'],
    fields: { all: ['id', 'name'], table: ['id', 'name'] },
    calls: [`organizations.${name}`],
    examples: [`carepost orgs ${name}`, `carepost orgs ${name} --where 'name~health' --output json`],
    async run(context) {
      const client = await context.client();
      const { items } = await client.organizations[name]({}, { signal: context.signal });
      await showList(context, items);
    },
  });

interface CheckOptions {
  readonly org?: string;
  readonly exitCode?: boolean;
}

const checkSubdomain = defineCommand<CheckOptions>({
  name: 'check-subdomain',
  summary: 'Check whether a subdomain is valid and available',
  arguments: [{ name: '<subdomain>', summary: 'the subdomain, without dots' }],
  options: [
    {
      flags: '--org <id>',
      summary: 'its organization, whose own subdomain counts as available',
      group: 'Selection',
    },
    { flags: '--exit-code', summary: 'exit with 7 when it is not available', group: 'Output' },
  ],
  takes: ['record'],
  fields: { all: ['subdomain', 'isValid', 'exists', 'message'], table: ['subdomain', 'isValid', 'exists', 'message'] },
  calls: ['organizations.subdomainIsValid', 'organizations.subdomainExists'],
  exits: ['invalid'],
  examples: [
    'carepost orgs check-subdomain lakeside',
    'carepost orgs check-subdomain lakeside --exit-code --output json',
  ],
  async run(context, { org, exitCode }, [text = '']) {
    const client = await context.client();
    const subdomain = normaliseSubdomain(text);
    const options = { signal: context.signal };
    const [isValid, exists] = await Promise.all([
      client.organizations.subdomainIsValid(
        { query: { subdomain, ...(org === undefined ? {} : { organizationId: org }) } },
        options,
      ),
      client.organizations.subdomainExists(
        { query: { subdomain, ...(org === undefined ? {} : { id: org }) } },
        options,
      ),
    ]);
    const message = isValid ? null : (subdomainProblem(subdomain) ?? subdomainText);
    await context.output.record({ subdomain, isValid, exists, message });
    return exitCode === true && !isValid ? { exit: 'invalid', message: `"${subdomain}" is not available` } : undefined;
  },
});

const npi = defineCommand<{ readonly exitCode?: boolean }>({
  name: 'npi',
  summary: 'Check an NPI and list the organizations that have it',
  arguments: [{ name: '<number>', summary: 'national provider identifier: 10 digits, or 15 starting with 80840' }],
  options: [{ flags: '--exit-code', summary: 'exit with 7 when the number is not valid', group: 'Output' }],
  takes: ['record'],
  fields: { all: ['npiNumber', 'isValid', 'organizations'], table: ['npiNumber', 'isValid', 'organizations'] },
  calls: ['organizations.npi'],
  exits: ['invalid'],
  examples: ['carepost orgs npi 1234567893', 'carepost orgs npi 1234567893 --output json --fields isValid'],
  async run(context, { exitCode }, [number = '']) {
    const client = await context.client();
    const result = await client.organizations.npi({ query: { npiNumber: number } }, { signal: context.signal });
    await context.output.record(
      context.output.format === 'table'
        ? { ...result, organizations: result.organizations.map(({ orgId, name }) => `${orgId} ${name}`) }
        : result,
    );
    return exitCode === true && !result.isValid
      ? { exit: 'invalid', message: `${number} is not a valid NPI` }
      : undefined;
  },
});

export const commands: readonly Command[] = [
  orgsList,
  get,
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
  checkSubdomain,
  npi,
];
