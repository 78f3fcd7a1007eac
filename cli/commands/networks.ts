import { ipAddressText, isIpAddress } from '../../shared/rules/ipAddress.ts';
import { type Command, type Context, selectionFlag, contentFlag } from '../command.ts';
import { defined } from '../../shared/rules/defined.ts';
import { actionCommand, listCommand, pagesCommand, type Run, showCommand } from '../records/commandBuilders.ts';
import { CliError } from '../errors.ts';
import { orgArgument, organizationName } from '../records/organizationLookup.ts';
import { kindOf, recordCommands } from '../records/recordCommands.ts';
import { itemNamed, loadRecord } from '../records/recordErrors.ts';
import { settableOf } from '../records/setFields.ts';

const networkKind = kindOf({ name: 'networks', area: 'networks', one: 'network' });
const networkArgument = { name: '<network>', summary: 'id or name of the network', record: networkKind } as const;

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
  actionCommand({
    name: `service-account ${name}`,
    summary,
    arguments: [networkArgument],
    action: 'networks.service-account',
    calls: ['networks.get', `networks.${name}ServiceAccount`],
    async change(run) {
      const network = await networkName(run.context, run.id);
      if (name !== 'create') await existingAccount(run);
      return {
        values: { network_id: run.id, ...(name === 'create' ? {} : { enabled: name === 'enable' }) },
        title: () => `${title} the network ${network}`,
        unchanged: () => done,
        done,
      };
    },
  });

/** The service account of a network; without one the command ends before the confirmation. */
const existingAccount = async ({ client, id, read }: Run<unknown>) => {
  const account = await client.networks.serviceAccount({ params: { id } }, { ...read, fresh: true });
  if (account !== null) return account;
  throw new CliError('E-NETWORK-NO-ACCOUNT', 'The network has no service account.', {
    hint: `Run: carepost networks service-account create ${id}`,
  });
};

const ipAddress = (text: string): string => {
  if (isIpAddress(text)) return text;
  throw new TypeError(`"${text}" is not an IP address. ${ipAddressText}`);
};

export const commands: readonly Command[] = [
  ...recordCommands({
    name: 'networks',
    area: 'networks',
    actions: { create: 'networks.create', update: 'networks.update', delete: 'networks.delete' },
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
  actionCommand({
    name: 'add-organization',
    aliases: ['add-org'],
    summary: 'Move an organization into a network',
    arguments: [networkArgument, orgArgument],
    action: 'networks.add-organization',
    calls: ['networks.get', 'organizations.get', 'networks.addOrganization'],
    async change(run) {
      const { id, orgId, network, name } = await namesOf(run);
      return {
        values: { network_id: id, org_id: orgId },
        title: () => `Move the organization ${name} into the network ${network}`,
        unchanged: () => `The organization ${name} is in the network ${network} already.`,
        done: 'The organization was added to the network.',
      };
    },
  }),
  actionCommand({
    name: 'remove-organization',
    aliases: ['remove-org'],
    summary: 'Remove an organization from a network',
    arguments: [networkArgument, orgArgument],
    fields: ['id', 'name', 'removed'],
    action: 'networks.remove-organization',
    calls: ['networks.get', 'organizations.get', 'networks.removeOrganization'],
    async change(run) {
      const { id, orgId, network, name } = await namesOf(run);
      const { networkDbId } = await run.client.organizations.get({ params: { id: orgId } }, run.read);
      if (networkDbId !== id)
        throw new CliError('E-NOT-FOUND', `The organization ${name} is not in the network ${network}.`);
      return {
        values: { network_id: id, org_id: orgId },
        title: () => `Remove the organization ${name} from the network ${network}`,
        unchanged: () => `The organization ${name} was removed already.`,
        done: 'The organization was removed from the network.',
        show: () => ({ id: orgId, name, removed: true }),
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
  actionCommand({
    name: 'add-admin',
    summary: 'Make a user an administrator of a network',
    arguments: [networkArgument],
    options: [contentFlag('--user <name>', 'user name or id of the user', { required: true })],
    action: 'networks.add-admin',
    calls: ['networks.get', 'networks.admins', 'networks.addAdmin'],
    examples: [
      '<network> --user <user> --yes',
      '<network> --user <user> --yes --reason "Takes over from Ann" --output json',
    ],
    async change({ context, id, options: { user = '' } }) {
      const network = await networkName(context, id);
      return {
        values: { network_id: id, user },
        title: () => `Make ${user} an administrator of the network ${network}`,
        unchanged: () => `${user} administers the network ${network} already.`,
        done: 'The administrator was added.',
      };
    },
  }),
  actionCommand({
    name: 'remove-admin',
    summary: 'Remove an administrator from a network',
    arguments: [networkArgument, { name: '<admin>', summary: 'user name or id, as networks admins shows it' }],
    fields: ['id', 'userName', 'removed'],
    action: 'networks.remove-admin',
    calls: ['networks.get', 'networks.admins', 'networks.removeAdmin'],
    async change({ context, client, read, args: [id = '', text = ''] }) {
      const network = await networkName(context, id);
      const { items } = await client.networks.admins({ params: { id }, query: {} }, read);
      const { id: adminId, userName } = itemNamed(items, text.toLowerCase(), ['userName', 'id'], {
        owner: 'network',
        one: 'administrator',
        list: `networks admins ${id}`,
      });
      return {
        values: { network_id: id, user: userName },
        title: () => `Remove the administrator ${userName} from the network ${network}`,
        unchanged: () => `The administrator ${userName} was removed already.`,
        done: 'The administrator was removed.',
        show: () => ({ id: adminId, userName, removed: true }),
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
    load: existingAccount,
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
  actionCommand({
    name: 'service-account set-addresses',
    summary: 'Set the IP addresses from which the service account of a network may call',
    arguments: [networkArgument],
    options: [
      contentFlag('--address <ip>', 'an address such as 198.51.100.7; repeatable; replaces all others', {
        many: true,
        field: 'ipAddresses',
        parse: ipAddress,
      }),
      contentFlag('--none', 'remove all addresses'),
    ],
    action: 'networks.service-account',
    calls: ['networks.get', 'networks.serviceAccount', 'networks.setServiceAddresses'],
    examples: ['<network> --address 198.51.100.7 --address 198.51.100.8 --yes', '<network> --none --yes'],
    async change(run) {
      const { address: ipAddresses = [], none = false } = run.options;
      if ((ipAddresses.length === 0) !== none) throw new CliError('E-USAGE', 'Use either --address or --none.');
      const name = await networkName(run.context, run.id);
      await existingAccount(run);
      const addresses = none ? 'no address' : ipAddresses.join(', ');
      return {
        values: { network_id: run.id, ip_addresses: none ? null : ipAddresses },
        title: () => `Allow the service account of the network ${name} to call from ${addresses}`,
        unchanged: () => 'The account has these addresses already; nothing was sent.',
        done: 'The addresses were saved successfully.',
      };
    },
  }),
  actionCommand({
    name: 'service-account delete',
    summary: 'Delete the service account of a network',
    arguments: [networkArgument],
    fields: ['network', 'deleted'],
    action: 'networks.delete-service-account',
    calls: ['networks.get', 'networks.serviceAccount', 'networks.deleteServiceAccount'],
    async change(run) {
      const name = await networkName(run.context, run.id);
      await existingAccount(run);
      return {
        values: { network_id: run.id },
        title: () => `Delete the service account of the network ${name}`,
        unchanged: () => 'The service account was deleted already.',
        done: 'The service account was deleted.',
        show: () => ({ network: run.id, deleted: true }),
      };
    },
  }),
];
