import type { Emergency } from '../../shared/contract/emergencies.ts';
import { isOid, oidText, plainOid } from '../../shared/rules/carequality.ts';
import { defined } from '../../shared/rules/defined.ts';
import {
  emergencyDateText,
  emergencyOrganizations,
  emergencyOrganizationText,
  emergencyStates,
  parseEmergencyDate,
  parseEmergencyOrganization,
} from '../../shared/rules/emergency.ts';
import { normaliseName } from '../../shared/rules/visibleText.ts';
import { type Command, type Context, contentFlag, selectionFlag } from '../command.ts';
import { CliError } from '../errors.ts';
import type { Row } from '../output/fields.ts';
import {
  actionCommand,
  checkCommand,
  getCommand,
  listCommand,
  nameOf,
  pagesCommand,
  type Run,
} from '../records/commandBuilders.ts';

const columns = ['id', 'name', 'state', 'disabledDate', 'organizations'];

const emergencyArgument = {
  name: '<id>',
  summary: 'id of the emergency, as emergencies list shows it',
  record: { name: 'emergency', list: 'emergencies list' },
} as const;

const oidArgument = {
  name: '<oid>',
  summary: 'OID of the organization, as emergencies organizations list shows it',
  record: { name: 'emergency organization', list: 'emergencies organizations list', ids: 'OID' },
} as const;

/** The OID that an argument has. The host of the network may be another server, which need not check it. */
const oidOf = (text: string): string => {
  const oid = plainOid(text);
  if (isOid(oid)) return oid;
  throw new CliError('E-USAGE', `"${text}" is not an OID. ${oidText}`, {
    hint: 'Run: carepost emergencies organizations list',
  });
};

/** Organizations are texts in a table, in a list cut as on screen (spec 1 section 9). */
const rowOf = (emergency: Emergency, { output }: Context, isCut: boolean): Row => {
  if (output.format !== 'table') return emergency;
  const names = emergency.organizations.map(({ name }) => name);
  const organizations = isCut ? emergencyOrganizations(names) : emergency.organizations.map(emergencyOrganizationText);
  return { ...emergency, organizations };
};

const dateOf = (text: string): string => {
  const day = parseEmergencyDate(text);
  if (day === null) throw new TypeError(`"${text}" is not a date. ${emergencyDateText}`);
  return day;
};

const organizationOf = (text: string): string => {
  const organization = parseEmergencyOrganization(text);
  if (typeof organization === 'string') throw new TypeError(organization);
  return emergencyOrganizationText(organization);
};

const stateOf = (text: string) => {
  const state = emergencyStates.find((one) => one === text.toLowerCase());
  if (state === undefined) throw new TypeError(`the state must be ${emergencyStates.join(', ')}, not "${text}"`);
  return state;
};

const dateFlag = contentFlag('--disabled-date <date>', 'day from which on it is disabled; none clears it', {
  parse: (text) => (text.toLowerCase() === 'none' ? null : dateOf(text)),
});
const organizationFlag = {
  ...contentFlag('--organization <text>', 'OID, blank and name of an organization; repeatable', {
    many: true,
    parse: organizationOf,
  }),
};

const load = async ({ client, read, id }: Run<unknown>): Promise<Emergency> =>
  client.emergencies.get({ params: { id } }, { ...read, fresh: true });

/** The organizations of the platform and their users that a change of the state is about, before it is confirmed. */
const impactText = async ({ client, read, id }: Run<unknown>): Promise<readonly string[]> => {
  const { organizationCount } = await client.emergencies.impact({ params: { id } }, read);
  const organizations = organizationCount === 1 ? '1 organization' : `${organizationCount} organizations`;
  return [`The emergency is about ${organizations} of the platform.`];
};

const stateCommand = (name: 'enable' | 'disable'): Command => {
  const isEnabled = name === 'enable';
  return actionCommand({
    name,
    summary: isEnabled
      ? 'Enable an emergency: its disabled date is cleared'
      : 'Disable an emergency, today or on a day',
    arguments: [emergencyArgument],
    options: isEnabled
      ? []
      : [contentFlag('--on <date>', 'day from which on it is disabled, instead of today', { parse: dateOf })],
    action: 'emergencies.state',
    fileImplies: { enabled: isEnabled },
    calls: ['emergencies.get', 'emergencies.impact', isEnabled ? 'emergencies.enable' : 'emergencies.disable'],
    examples: isEnabled
      ? ['<id> --yes', '<id> --yes --reason "Cases rise again" --output json']
      : ['<id> --yes', '<id> --on 12/31/2027 --yes --output json'],
    change(run) {
      const { on } = run.options as { readonly on?: string };
      const suffix = on === undefined ? '' : ` on ${on}`;
      return {
        values: { id: run.id, enabled: isEnabled, ...defined({ on }) },
        title: (current) => `${isEnabled ? 'Enable' : 'Disable'} the emergency ${nameOf(current, run.id)}${suffix}`,
        before: () => impactText(run),
        unchanged: (current) =>
          `The emergency ${nameOf(current, run.id)} is ${isEnabled ? 'active' : `disabled${suffix}`} already.`,
        done: 'Emergency saved.',
      };
    },
  });
};

const organizationListFields = { all: ['oid', 'name', 'version'], table: ['oid', 'name'] } as const;

export const commands: readonly Command[] = [
  pagesCommand({
    name: 'list',
    summary: 'List public health emergencies by name, with their state',
    options: [
      selectionFlag('--state <state>', `only emergencies that are ${emergencyStates.join(', ')}`, { parse: stateOf }),
    ],
    columns,
    calls: ['emergencies.list'],
    examples: ['', '--state scheduled --output json'],
    sortedBy: 'name',
    pages({ client, read, context, options: { state } }) {
      return async (query) => {
        const page = await client.emergencies.list({ query: { ...defined({ state }), ...query } }, read);
        return { ...page, items: page.items.map((one) => rowOf(one, context, true)) };
      };
    },
  }),
  getCommand({
    name: 'get',
    summary: 'Show an emergency',
    arguments: [emergencyArgument],
    calls: ['emergencies.get'],
    examples: ['<id>', '<id> --output json --fields name,state,disabledDate'],
    rowFields: columns,
    load: async ({ client, id, read, context }) =>
      rowOf(await client.emergencies.get({ params: { id } }, read), context, false),
  }),
  actionCommand({
    name: 'create',
    summary: 'Add a public health emergency',
    options: [
      contentFlag('--name <text>', 'its name', { required: true }),
      dateFlag,
      { ...organizationFlag, required: true },
    ],
    action: 'emergencies.upsert',
    calls: ['emergencies.list', 'emergencies.create'],
    examples: [
      '--name "<new-name>" --organization "2.16.840.1.113883.3.9641 Harbor County Health" --yes',
      '--name "<new-name>" --organization "2.16.840.1.113883.3.9641 Harbor County Health" --disabled-date 12/31/2027 --yes --output json',
    ],
    async change({ client, read, options: { name = '', disabledDate, organization = [] } }) {
      const stored = normaliseName(name);
      const query = { search: stored.slice(0, 200), pageSize: 5000 };
      const { items } = await client.emergencies.list({ query }, { ...read, fresh: true });
      const existing = items.find((one) => one.name.toLowerCase() === stored.toLowerCase());
      if (existing !== undefined)
        throw new CliError('E-USAGE', `An emergency with the name "${existing.name}" already exists.`, {
          code: 'E-NAME-TAKEN',
          exit: 'conflict',
          hint: `Choose another name, or run: carepost emergencies update ${existing.id}`,
        });
      return {
        values: { name, organizations: organization, ...defined({ disabled_date: disabledDate }) },
        title: () => `Add the emergency ${name}`,
        unchanged: () => 'The emergency exists already; nothing was sent.',
        done: 'Emergency saved.',
      };
    },
  }),
  actionCommand({
    name: 'update',
    summary: 'Change name, disabled date or organizations of an emergency; the others keep their values',
    arguments: [emergencyArgument],
    options: [contentFlag('--name <text>', 'its name'), dateFlag, organizationFlag],
    action: 'emergencies.upsert',
    calls: ['emergencies.get', 'emergencies.impact', 'emergencies.save'],
    examples: [
      '<id> --disabled-date 12/31/2027 --yes',
      '<id> --organization "2.16.840.1.113883.3.9642 Lakeside Clinic" --yes --reason "Ticket 4711" --output json',
    ],
    async change(run) {
      const { name, disabledDate, organization } = run.options;
      if (name === undefined && disabledDate === undefined && organization === undefined)
        throw new CliError('E-USAGE', 'Nothing to change: use --name, --disabled-date or --organization.');
      const before = await load(run);
      return {
        values: {
          id: run.id,
          name: name ?? before.name,
          ...defined({ disabled_date: disabledDate, organizations: organization }),
        },
        title: () => `Change the emergency ${before.name}`,
        unchanged: () => 'The record has these values already; nothing was sent.',
        done: 'Emergency saved.',
      };
    },
  }),
  stateCommand('enable'),
  stateCommand('disable'),
  listCommand({
    name: 'organizations list',
    summary: 'List the organizations that the network knows as those of emergencies',
    fields: organizationListFields,
    calls: ['interop.list'],
    examples: ['', "--where 'name~health' --output json"],
    load: async ({ client, read }) => ({ items: (await client.interop.list({}, read)).value }),
  }),
  getCommand({
    name: 'organizations get',
    summary: 'Show a known emergency organization',
    arguments: [oidArgument],
    fields: organizationListFields,
    calls: ['interop.get'],
    examples: ['<oid>', '<oid> --output json'],
    rowFields: ['oid', 'name'],
    load: async ({ client, id, read }) => (await client.interop.get({ params: { oid: plainOid(id) } }, read)).value,
  }),
  actionCommand({
    name: 'organizations put',
    summary: 'Add a known emergency organization, or change its name',
    arguments: [{ name: '<oid>', summary: 'OID of the organization' }],
    options: [contentFlag('--name <text>', 'its name; without it a new one gets the name that the network knows')],
    fields: organizationListFields,
    action: 'emergency-orgs.put',
    calls: ['interop.get', 'interop.lookUp', 'interop.save'],
    examples: [
      '2.16.840.1.113883.19.5.9100.1 --yes',
      '2.16.840.1.113883.3.9641 --name "Harbor County Health" --yes --output json',
    ],
    change: ({ id, options: { name } }) => ({
      values: { oid: id, ...defined({ name }) },
      title: () => `Save the emergency organization ${name ?? id}`,
      unchanged: () => 'The organization is known with this name already; nothing was sent.',
      done: 'Organization saved.',
    }),
  }),
  actionCommand({
    name: 'organizations delete',
    summary: 'Remove an organization from the known emergency organizations',
    arguments: [oidArgument],
    fields: ['oid', 'name', 'removed'],
    action: 'emergency-orgs.delete',
    calls: ['interop.get', 'interop.delete'],
    examples: ['<oid> --yes', '<oid> --yes --reason "No longer an agency" --output json'],
    async change({ client, read, id }) {
      const { value } = await client.interop.get({ params: { oid: plainOid(id) } }, { ...read, fresh: true });
      return {
        values: { oid: value.oid },
        title: () => `Remove ${value.name} from the list of known PUBLICHEALTH emergencies`,
        unchanged: () => 'The organization is removed already; nothing was sent.',
        done: 'Organization removed.',
        show: () => ({ oid: value.oid, name: value.name, removed: true }),
      };
    },
  }),
  checkCommand({
    name: 'organizations lookup',
    summary: 'Look the name of an organization up in the network by its OID',
    arguments: [{ name: '<oid>', summary: 'OID of the organization' }],
    fields: ['orgId', 'displayName'],
    calls: ['interop.lookUp'],
    examples: ['2.16.840.1.113883.19.5.9100.1', '2.16.840.1.113883.19.5.9100.1 --output json'],
    exitWhen: 'the network knows no organization with the OID',
    async check({ client, read, id }) {
      const { value } = await client.interop.lookUp({ body: { orgId: oidOf(id) } }, read);
      return {
        record: value ?? { orgId: id, displayName: null },
        failure: value === null ? 'No organizations found' : undefined,
      };
    },
  }),
];
