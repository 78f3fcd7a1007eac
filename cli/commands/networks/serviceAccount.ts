import { ipAddressText, isIpAddress } from '../../../shared/rules/ipAddress.ts';
import { type Command, type Context, contentFlag } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { showCommand, writeCommand } from '../../records/commandBuilders.ts';
import { loadRecord } from '../../records/recordErrors.ts';

const networkKind = { name: 'network', list: 'networks list' } as const;
export const networkArgument = { name: '<network>', summary: 'id of the network', record: networkKind } as const;

/** The name for confirmations. An unknown network ends the command before the confirmation. */
export const networkName = async (context: Context, id: string): Promise<string> => {
  const client = await context.client();
  return (await loadRecord(networkKind, id, client.networks.get({ params: { id } }, { signal: context.signal }))).name;
};

const get = showCommand({
  name: 'service-account get',
  summary: 'Show the service account of a network',
  arguments: [networkArgument],
  calls: ['networks.serviceAccount'],
  async load({ client, id, read }) {
    const account = await client.networks.serviceAccount({ params: { id } }, read);
    if (account !== null) return account;
    throw new CliError('E-USAGE', 'The network has no service account.', {
      code: 'E-NETWORK-NO-ACCOUNT',
      exit: 'not-found',
      hint: `Run: carepost networks service-account create ${id}`,
    });
  },
});

interface Change {
  readonly name: 'create' | 'enable' | 'disable';
  readonly summary: string;
  readonly row: 'createServiceAccount' | 'enableServiceAccount' | 'disableServiceAccount';
  readonly title: string;
  readonly done: string;
}

const changeCommand = ({ name, summary, row, title, done }: Change): Command =>
  writeCommand({
    name: `service-account ${name}`,
    summary,
    arguments: [networkArgument],
    calls: ['networks.get', `networks.${row}`],
    prepare: async ({ context, client, id }) => ({
      title: `${title} the network ${await networkName(context, id)}`,
      send: (call) => client.networks[row]({ params: { id } }, call),
      done,
    }),
  });

const remove = writeCommand({
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
});

const ipAddress = (text: string): string => {
  if (isIpAddress(text)) return text;
  throw new TypeError(`"${text}" is not an IP address. ${ipAddressText}`);
};

const setAddresses = writeCommand({
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
  examples: [
    'carepost networks service-account set-addresses <network> --address 198.51.100.7 --address 198.51.100.8 --yes',
    'carepost networks service-account set-addresses <network> --none --yes',
  ],
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
});

export const serviceAccountCommands: readonly Command[] = [
  get,
  changeCommand({
    name: 'create',
    summary: 'Create the service account of a network that has none',
    row: 'createServiceAccount',
    title: 'Create a service account for',
    done: 'The network has a service account.',
  }),
  changeCommand({
    name: 'enable',
    summary: 'Enable the service account of a network',
    row: 'enableServiceAccount',
    title: 'Enable the service account of',
    done: 'The service account is enabled.',
  }),
  changeCommand({
    name: 'disable',
    summary: 'Disable the service account of a network',
    row: 'disableServiceAccount',
    title: 'Disable the service account of',
    done: 'The service account is disabled.',
  }),
  setAddresses,
  remove,
];
