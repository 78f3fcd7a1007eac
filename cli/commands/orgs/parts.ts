import { normaliseAddress, wholeAddressProblem } from '../../../shared/rules/directAddress.ts';
import { type Command, contentFlag } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { actionCommand, listCommand, type Run, writeCommand } from '../../records/commandBuilders.ts';
import { orgArgument, organizationName } from '../../records/organizationLookup.ts';
import { itemNamed } from '../../records/recordErrors.ts';

const userArgument = { name: '<user>', summary: 'id of the user', record: { name: 'user' } } as const;

export const userCommands: readonly Command[] = [
  writeCommand({
    name: 'users add',
    summary: 'Add a user to an organization',
    arguments: [orgArgument, userArgument],
    options: [contentFlag('--administrator', 'add the user as an administrator')],
    calls: ['organizations.get', 'organizations.addUser'],
    examples: ['<org> <user> --yes', '<org> <user> --administrator --yes --reason "Covers for Ann"'],
    async prepare({ context, client, options, args: [id = '', userId = ''] }) {
      const isAdministrator = options.administrator === true;
      const role = isAdministrator ? 'as administrator ' : '';
      return {
        title: `Add the user ${userId} ${role}to ${await organizationName(context, id)}`,
        send: (call) => client.organizations.addUser({ params: { id }, body: { userId, isAdministrator } }, call),
        done: 'The user was added to the organization.',
      };
    },
  }),
  writeCommand({
    name: 'users remove',
    summary: 'Remove a user from an organization',
    arguments: [orgArgument, userArgument],
    fields: ['id', 'removed'],
    calls: ['organizations.get', 'organizations.removeUser'],
    prepare: async ({ context, client, args: [id = '', userId = ''] }) => ({
      title: `Remove the user ${userId} from ${await organizationName(context, id)}`,
      send: (call) => client.organizations.removeUser({ params: { id, userId } }, call),
      done: 'The user was removed from the organization.',
      record: { id: userId, removed: true },
    }),
  }),
];

export const domainCommands: readonly Command[] = [
  listCommand({
    name: 'domains list',
    summary: 'List the additional mail domains of an organization; its own domain is printed on stderr',
    arguments: [orgArgument],
    calls: ['organizations.domains'],
    async load({ context, client, id, read }) {
      const { items, ownDomain } = await client.organizations.domains({ params: { id } }, read);
      context.terminal.note(
        ownDomain === null ? 'The organization has no domain of its own.' : `Its own domain is ${ownDomain}.`,
      );
      return { items };
    },
  }),
  actionCommand({
    name: 'domains add',
    summary: 'Add a mail domain for the direct addresses of an organization',
    arguments: [orgArgument, { name: '<domain>', summary: 'such as direct.lakeside.example' }],
    action: 'domains.add',
    calls: ['organizations.get', 'organizations.domains', 'organizations.addDomain'],
    examples: ['<org> direct.lakeside.example --yes', '<org> direct.shore.example --yes --output json'],
    async change({ context, args: [id = '', domain = ''] }) {
      const organization = await organizationName(context, id);
      return {
        values: { org_id: id, domain },
        title: () => `Add the domain ${domain} to ${organization}`,
        unchanged: () => `${organization} has the domain ${domain} already.`,
        done: 'The domain was added successfully.',
      };
    },
  }),
  actionCommand({
    name: 'domains remove',
    summary: 'Remove a mail domain from an organization, unless addresses use it',
    arguments: [orgArgument, { name: '<domain>', summary: 'the domain, or the id of its record' }],
    fields: ['id', 'domain', 'removed'],
    action: 'domains.delete',
    calls: ['organizations.get', 'organizations.domains', 'organizations.removeDomain'],
    async change({ context, client, read, args: [id = '', text = ''] }) {
      const { items } = await client.organizations.domains({ params: { id } }, read);
      const names = { owner: 'organization', one: 'domain', list: `orgs domains list ${id}` };
      const { id: domainId, domain } = itemNamed(items, text.toLowerCase(), ['domain', 'id'], names);
      const organization = await organizationName(context, id);
      return {
        values: { org_id: id, domain },
        title: () => `Remove the domain ${domain} from ${organization}`,
        unchanged: () => 'The domain was removed already.',
        done: 'The domain was removed.',
        show: () => ({ id: domainId, domain, removed: true }),
      };
    },
  }),
];

const savedAddressCalls = ['organizations.get', 'organizations.savedAddresses', 'organizations.saveAddresses'] as const;

const loadAddresses = ({ client, id, read }: Run<unknown>) =>
  client.organizations.savedAddresses({ params: { id } }, read);

export const savedAddressCommands: readonly Command[] = [
  listCommand({
    name: 'saved-addresses list',
    summary: 'List the saved recipient addresses of an organization',
    arguments: [orgArgument],
    calls: ['organizations.savedAddresses'],
    examples: ['<org> --output json', '<org> --sort displayName --output csv'],
    load: loadAddresses,
  }),
  actionCommand({
    name: 'saved-addresses add',
    summary: 'Save the address of a recipient for an organization, or rename a saved one',
    arguments: [orgArgument, { name: '<address>', summary: 'direct address of the recipient' }],
    options: [contentFlag('--name <name>', 'display name (the address)', { field: 'displayName' })],
    action: 'saved-addresses.save',
    calls: savedAddressCalls,
    examples: [
      '<org> ann@direct.partner.example --name "Ann Baker" --yes',
      '<org> bob@direct.partner.example --yes --output json',
    ],
    async change({ context, options, args: [id = '', text = ''] }) {
      const address = normaliseAddress(text);
      const problem = wholeAddressProblem(address);
      if (problem !== null) throw new CliError('E-REQUEST-INVALID', problem, { hint: 'Correct the address.' });
      const organization = await organizationName(context, id);
      return {
        values: { org_id: id, address, display_name: options.name ?? address },
        title: () => `Save the address ${address} for ${organization}`,
        unchanged: () => 'The address is saved already with this name.',
        done: 'The saved addresses were saved successfully.',
      };
    },
  }),
  actionCommand({
    name: 'saved-addresses remove',
    summary: 'Remove a saved recipient address of an organization',
    arguments: [orgArgument, { name: '<address>', summary: 'direct address of the recipient' }],
    fields: ['address', 'removed'],
    action: 'saved-addresses.delete',
    calls: savedAddressCalls,
    async change(run) {
      const { items } = await loadAddresses(run);
      const names = { owner: 'organization', one: 'saved address', list: `orgs saved-addresses list ${run.id}` };
      const { address } = itemNamed(items, normaliseAddress(run.args[1] ?? ''), ['address'], names);
      const organization = await organizationName(run.context, run.id);
      return {
        values: { org_id: run.id, address },
        title: () => `Remove the saved address ${address} of ${organization}`,
        unchanged: () => 'The address was removed already.',
        done: 'The saved addresses were saved successfully.',
        show: () => ({ address, removed: true }),
      };
    },
  }),
];
