import { ipAddressText, isIpAddress } from '../../shared/rules/ipAddress.ts';
import { type Command, type Context, selectionFlag, contentFlag } from '../command.ts';
import { defined } from '../../shared/rules/defined.ts';
import { listCommand, pagesCommand, type Run, showCommand, writeCommand } from '../records/commandBuilders.ts';
import { CliError } from '../errors.ts';
import { orgArgument, organizationName } from '../records/organizationLookup.ts';
import { recordCommands } from '../records/recordCommands.ts';
import { isId, itemNamed, loadRecord } from '../records/recordErrors.ts';
import { settableOf } from '../records/setFields.ts';

const networkKind = { name: 'network', list: 'networks list' } as const;
const networkArgument = { name: '<network>', summary: 'id of the network', record: networkKind } as const;

/** The name for confirmations. An unknown network ends the command before the confirmation. */
const networkName = async (context: Context, id: string): Promise<string> => {
  const client = await context.client();
  return (await loadRecord(networkKind, id, client.networks.get({ params: { id } }, { signal: context.signal }))).name;
};

/** The names of a network and an organization for the confirmation. */
const namesOf = async ({ context, args: [id = '', orgId = ''] }: Run<unknown>) => {
  const network = await networkName(context, id);
  return { id, orgId, network, name: await organizationName(context, orgId) };
};

const accountCommand = (
  name: 'create' | 'enable' | 'disable',
  { summary, title, done }: Readonly<Record<'summary' | 'title' | 'done', string>>,
): Command =>
  writeCommand({
    name: `service-account ${name}`,
    summary,
    arguments: [networkArgument],
    calls: ['networks.get', `networks.${name}ServiceAccount`],
    prepare: async ({ context, client, id }) => ({
      title: `${title} the network ${await networkName(context, id)}`,
      send: (call) => client.networks[`${name}ServiceAccount`]({ params: { id } }, call),
      done,
    }),
  });

const ipAddress = (text: string): string => {
  if (isIpAddress(text)) return text;
  throw new TypeError(`"${text}" is not an IP address. ${ipAddressText}`);
};

export const commands: readonly Command[] = [
  ...recordCommands({
    name: 'networks',
    area: 'networks',
    one: 'network',
    settable: settableOf('networks.create'),
    examples: {
      create: '--set "name=Lake District Network" --set "enabledFeatures=Carequality|Release"',
      update: '--set isEnabled=false',
      file: 'network.json',
    },
  }),
  pagesCommand({
    name: 'organizations',
    aliases: ['orgs'],
    summary: 'List the organizations of a network',
    arguments: [networkArgument],
    lists: 'organizations',
    calls: ['networks.organizations'],
    examples: ['<network>', 'carepost networks orgs <network> --all --output csv'],
    sortedBy: 'name',
    pages:
      ({ client, id, read }) =>
      (query) =>
        client.networks.organizations({ params: { id }, query }, read),
  }),
  writeCommand({
    name: 'add-organization',
    aliases: ['add-org'],
    summary: 'Move an organization into a network',
    arguments: [networkArgument, orgArgument],
    calls: ['networks.get', 'organizations.get', 'networks.addOrganization'],
    async prepare(run) {
      const { id, orgId, network, name } = await namesOf(run);
      return {
        title: `Move the organization ${name} into the network ${network}`,
        send: (call) => run.client.networks.addOrganization({ params: { id }, body: { organizationId: orgId } }, call),
        done: 'The organization was added to the network.',
      };
    },
  }),
  writeCommand({
    name: 'remove-organization',
    aliases: ['remove-org'],
    summary: 'Remove an organization from a network',
    arguments: [networkArgument, orgArgument],
    fields: ['id', 'name', 'removed'],
    calls: ['networks.get', 'organizations.get', 'networks.removeOrganization'],
    async prepare(run) {
      const { id, orgId, network, name } = await namesOf(run);
      return {
        title: `Remove the organization ${name} from the network ${network}`,
        send: (call) => run.client.networks.removeOrganization({ params: { id, orgId } }, call),
        done: 'The organization was removed from the network.',
        record: { id: orgId, name, removed: true },
      };
    },
  }),
  listCommand({
    name: 'admins',
    summary: 'List the administrators of a network',
    arguments: [networkArgument],
    options: [selectionFlag('--search <text>', 'only users whose name contains the text')],
    calls: ['networks.admins'],
    examples: ['<network> --output json', '<network> --search ann -o json'],
    load: ({ client, id, read, options: { search } }) =>
      client.networks.admins({ params: { id }, query: defined({ search }) }, read),
  }),
  writeCommand({
    name: 'add-admin',
    summary: 'Make a user an administrator of a network',
    arguments: [networkArgument],
    options: [contentFlag('--user <name>', 'user name or id of the user', { required: true })],
    calls: ['networks.get', 'networks.addAdmin'],
    examples: [
      '<network> --user <user> --yes',
      '<network> --user <user> --yes --reason "Takes over from Ann" --output json',
    ],
    async prepare({ context, client, id, options: { user = '' } }) {
      const body = isId(user) ? { userId: user } : { userName: user };
      return {
        title: `Make ${user} an administrator of the network ${await networkName(context, id)}`,
        send: (call) => client.networks.addAdmin({ params: { id }, body }, call),
        done: 'The administrator was added.',
      };
    },
  }),
  writeCommand({
    name: 'remove-admin',
    summary: 'Remove an administrator from a network',
    arguments: [networkArgument, { name: '<admin>', summary: 'user name or id, as networks admins shows it' }],
    fields: ['id', 'userName', 'removed'],
    calls: ['networks.get', 'networks.admins', 'networks.removeAdmin'],
    async prepare({ context, client, read, args: [id = '', text = ''] }) {
      const network = await networkName(context, id);
      const { items } = await client.networks.admins({ params: { id }, query: {} }, read);
      const { id: adminId, userName } = itemNamed(items, text.toLowerCase(), ['userName', 'id'], {
        owner: 'network',
        one: 'administrator',
        list: `networks admins ${id}`,
      });
      return {
        title: `Remove the administrator ${userName} from the network ${network}`,
        send: (call) => client.networks.removeAdmin({ params: { id, adminId } }, call),
        done: 'The administrator was removed.',
        record: { id: adminId, userName, removed: true },
      };
    },
  }),
  listCommand({
    name: 'features',
    summary: 'List all features and whether a network has them',
    arguments: [networkArgument],
    columns: ['id', 'name', 'isEnabled', 'isOn'],
    calls: ['networks.features'],
    examples: ['<network>', "<network> --where 'isOn=true' -o json"],
    load: ({ client, id, read }) => client.networks.features({ params: { id } }, read),
  }),
  showCommand({
    name: 'service-account get',
    summary: 'Show the service account of a network',
    arguments: [networkArgument],
    calls: ['networks.serviceAccount'],
    async load({ client, id, read }) {
      const account = await client.networks.serviceAccount({ params: { id } }, read);
      if (account !== null) return account;
      throw new CliError('E-NETWORK-NO-ACCOUNT', 'The network has no service account.', {
        hint: `Run: carepost networks service-account create ${id}`,
      });
    },
  }),
  accountCommand('create', {
    summary: 'Create the service account of a network that has none',
    title: 'Create a service account for',
    done: 'The network has a service account.',
  }),
  accountCommand('enable', {
    summary: 'Enable the service account of a network',
    title: 'Enable the service account of',
    done: 'The service account is enabled.',
  }),
  accountCommand('disable', {
    summary: 'Disable the service account of a network',
    title: 'Disable the service account of',
    done: 'The service account is disabled.',
  }),
  writeCommand({
    name: 'service-account set-addresses',
    summary: 'Set the IP addresses from which the service account of a network may call',
    arguments: [networkArgument],
    options: [
      contentFlag('--address <ip>', 'an address such as 198.51.100.7; repeatable; replaces all others', {
        many: true,
        parse: ipAddress,
      }),
      contentFlag('--none', 'remove all addresses'),
    ],
    calls: ['networks.get', 'networks.setServiceAddresses'],
    examples: ['<network> --address 198.51.100.7 --address 198.51.100.8 --yes', '<network> --none --yes'],
    async prepare({ context, client, id, options: { address: ipAddresses = [], none = false } }) {
      if ((ipAddresses.length === 0) !== none) throw new CliError('E-USAGE', 'Use either --address or --none.');
      const name = await networkName(context, id);
      const addresses = none ? 'no address' : ipAddresses.join(', ');
      const body = { ipAddresses: [...ipAddresses] };
      return {
        title: `Allow the service account of the network ${name} to call from ${addresses}`,
        send: (call) => client.networks.setServiceAddresses({ params: { id }, body }, call),
        done: 'The addresses were saved successfully.',
      };
    },
  }),
  writeCommand({
    name: 'service-account delete',
    summary: 'Delete the service account of a network',
    arguments: [networkArgument],
    fields: ['network', 'deleted'],
    calls: ['networks.get', 'networks.deleteServiceAccount'],
    prepare: async ({ context, client, id }) => ({
      title: `Delete the service account of the network ${await networkName(context, id)}`,
      send: (call) => client.networks.deleteServiceAccount({ params: { id } }, call),
      done: 'The service account was deleted.',
      record: { network: id, deleted: true },
    }),
  }),
];
