import type { SavedAddressList } from '../../../shared/contract/organizationActivity.ts';
import { normaliseAddress, wholeAddressProblem } from '../../../shared/rules/directAddress.ts';
import { type Command, contentFlag } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { listCommand, type Run, writeCommand } from '../../records/commandBuilders.ts';
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
  writeCommand({
    name: 'domains add',
    summary: 'Add a mail domain for the direct addresses of an organization',
    arguments: [orgArgument, { name: '<domain>', summary: 'such as direct.lakeside.example' }],
    calls: ['organizations.get', 'organizations.addDomain'],
    examples: ['<org> direct.lakeside.example --yes', '<org> direct.shore.example --yes --output json'],
    prepare: async ({ context, client, args: [id = '', domain = ''] }) => ({
      title: `Add the domain ${domain} to ${await organizationName(context, id)}`,
      send: (call) => client.organizations.addDomain({ params: { id }, body: { domain } }, call),
      done: 'The domain was added successfully.',
    }),
  }),
  writeCommand({
    name: 'domains remove',
    summary: 'Remove a mail domain from an organization, unless addresses use it',
    arguments: [orgArgument, { name: '<domain>', summary: 'the domain, or the id of its record' }],
    fields: ['id', 'domain', 'removed'],
    calls: ['organizations.get', 'organizations.domains', 'organizations.removeDomain'],
    async prepare({ context, client, read, args: [id = '', text = ''] }) {
      const { items } = await client.organizations.domains({ params: { id } }, read);
      const names = { owner: 'organization', one: 'domain', list: `orgs domains list ${id}` };
      const { id: domainId, domain } = itemNamed(items, text.toLowerCase(), ['domain', 'id'], names);
      return {
        title: `Remove the domain ${domain} from ${await organizationName(context, id)}`,
        send: (call) => client.organizations.removeDomain({ params: { id, domainId } }, call),
        done: 'The domain was removed.',
        record: { id: domainId, domain, removed: true },
      };
    },
  }),
];

const savedAddressCalls = ['organizations.get', 'organizations.savedAddresses', 'organizations.saveAddresses'] as const;

const loadAddresses = ({ client, id, read }: Run<unknown>) =>
  client.organizations.savedAddresses({ params: { id } }, read);

/** Saves the whole list with the version it was loaded with: a change by another user in between is exit 8. */
const saveAddresses = async (
  { context, client, id }: Run<unknown>,
  title: (organization: string) => string,
  { items, version }: SavedAddressList,
) => ({
  title: title(await organizationName(context, id)),
  send: (call: object) =>
    client.organizations.saveAddresses({ params: { id }, body: { items: [...items], version } }, call),
  done: 'The saved addresses were saved successfully.',
});

export const savedAddressCommands: readonly Command[] = [
  listCommand({
    name: 'saved-addresses list',
    summary: 'List the saved recipient addresses of an organization',
    arguments: [orgArgument],
    calls: ['organizations.savedAddresses'],
    examples: ['<org> --output json', '<org> --sort displayName --output csv'],
    load: loadAddresses,
  }),
  writeCommand({
    name: 'saved-addresses add',
    summary: 'Save the address of a recipient for an organization, or rename a saved one',
    arguments: [orgArgument, { name: '<address>', summary: 'direct address of the recipient' }],
    options: [contentFlag('--name <name>', 'display name (the address)')],
    calls: savedAddressCalls,
    examples: [
      '<org> ann@direct.partner.example --name "Ann Baker" --yes',
      '<org> bob@direct.partner.example --yes --output json',
    ],
    async prepare(run) {
      const address = normaliseAddress(run.args[1] ?? '');
      const problem = wholeAddressProblem(address);
      if (problem !== null) throw new CliError('E-USAGE', problem, { exit: 'invalid', hint: 'Correct the address.' });
      const { items, version } = await loadAddresses(run);
      const record = { address, displayName: run.options.name ?? address };
      const list = { items: [...items.filter((one) => one.address !== address), record], version };
      return { ...(await saveAddresses(run, (name) => `Save the address ${address} for ${name}`, list)), record };
    },
  }),
  writeCommand({
    name: 'saved-addresses remove',
    summary: 'Remove a saved recipient address of an organization',
    arguments: [orgArgument, { name: '<address>', summary: 'direct address of the recipient' }],
    fields: ['address', 'removed'],
    calls: savedAddressCalls,
    async prepare(run) {
      const { items, version } = await loadAddresses(run);
      const names = { owner: 'organization', one: 'saved address', list: `orgs saved-addresses list ${run.id}` };
      const { address } = itemNamed(items, normaliseAddress(run.args[1] ?? ''), ['address'], names);
      const list = { items: items.filter((one) => one.address !== address), version };
      return {
        ...(await saveAddresses(run, (name) => `Remove the saved address ${address} of ${name}`, list)),
        record: { address, removed: true },
      };
    },
  }),
];
