import type { CallOptions, Client } from '../../../shared/client/createClient.ts';
import { ipAddressText, isIpAddress } from '../../../shared/rules/ipAddress.ts';
import { type Call, type Command, defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import type { Row } from '../../output/fields.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { networkArgument, networkName } from './network.ts';

const names = ['clientId', 'isEnabled', 'ipAddresses'];
const fields = { all: names, table: names };

const get = defineCommand({
  name: 'service-account get',
  summary: 'Show the service account of a network',
  arguments: [networkArgument],
  takes: ['record'],
  fields,
  calls: ['networks.serviceAccount'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost networks service-account get <network>',
    'carepost networks service-account get <network> --output yaml',
  ],
  async run(context, _options, [id = '']) {
    const client = await context.client();
    const account = await client.networks.serviceAccount({ params: { id } }, { signal: context.signal });
    if (account === null) {
      throw new CliError('E-USAGE', 'The network has no service account.', {
        code: 'E-NETWORK-NO-ACCOUNT',
        exit: 'not-found',
        hint: `Run: carepost networks service-account create ${id}`,
      });
    }
    await context.output.record(account);
  },
});

interface Change {
  readonly name: 'create' | 'enable' | 'disable';
  readonly summary: string;
  readonly call: Call;
  readonly title: (network: string) => string;
  readonly done: string;
  readonly send: (client: Client, id: string, options: CallOptions) => Promise<Row>;
}

const changeCommand = ({ name, summary, call, title, done, send }: Change): Command =>
  defineCommand<WriteFlags>({
    name: `service-account ${name}`,
    summary,
    arguments: [networkArgument],
    takes: ['write', 'record'],
    fields,
    calls: ['networks.get', call],
    exits: ['not-found', 'invalid'],
    examples: [
      `carepost networks service-account ${name} <network> --yes`,
      `carepost networks service-account ${name} <network> --yes --output json`,
    ],
    async run(context, flags, [id = '']) {
      const options = await confirmed(context, title(await networkName(context, id)), flags);
      const account = await send(await context.client(), id, options);
      context.terminal.note(done);
      await context.output.record(account);
    },
  });

const remove = defineCommand<WriteFlags>({
  name: 'service-account delete',
  summary: 'Delete the service account of a network',
  arguments: [networkArgument],
  takes: ['write', 'record'],
  fields: { all: ['network', 'deleted'], table: ['network', 'deleted'] },
  calls: ['networks.get', 'networks.deleteServiceAccount'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost networks service-account delete <network> --yes',
    'carepost networks service-account delete <network> --yes --reason "No longer used"',
  ],
  async run(context, flags, [id = '']) {
    const client = await context.client();
    const name = await networkName(context, id);
    const call = await confirmed(context, `Delete the service account of the network ${name}`, flags);
    await client.networks.deleteServiceAccount({ params: { id } }, call);
    context.terminal.note('The service account was deleted.');
    await context.output.record({ network: id, deleted: true });
  },
});

interface AddressOptions extends WriteFlags {
  readonly address?: readonly string[];
  readonly none?: boolean;
}

const ipAddress = (text: string): string => {
  if (isIpAddress(text)) return text;
  throw new TypeError(`"${text}" is not an IP address. ${ipAddressText}`);
};

const setAddresses = defineCommand<AddressOptions>({
  name: 'service-account set-addresses',
  summary: 'Set the IP addresses from which the service account of a network may call',
  arguments: [networkArgument],
  options: [
    {
      flags: '--address <ip>',
      summary: 'an address such as 198.51.100.7; repeatable; replaces all others',
      group: 'Content',
      many: true,
      parse: ipAddress,
    },
    { flags: '--none', summary: 'remove all addresses', group: 'Content' },
  ],
  takes: ['write', 'record'],
  fields,
  calls: ['networks.get', 'networks.setServiceAddresses'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost networks service-account set-addresses <network> --address 198.51.100.7 --address 198.51.100.8 --yes',
    'carepost networks service-account set-addresses <network> --none --yes',
  ],
  async run(context, options, [id = '']) {
    const { address: ipAddresses = [], none = false } = options;
    if ((ipAddresses.length === 0) !== none) throw new CliError('E-USAGE', 'Use either --address or --none.');
    const client = await context.client();
    const name = await networkName(context, id);
    const addresses = none ? 'no address' : ipAddresses.join(', ');
    const call = await confirmed(
      context,
      `Let the service account of the network ${name} call from ${addresses}`,
      options,
    );
    const body = { ipAddresses: [...ipAddresses] };
    const account = await client.networks.setServiceAddresses({ params: { id }, body }, call);
    context.terminal.note('The addresses were saved successfully.');
    await context.output.record(account);
  },
});

export const serviceAccountCommands: readonly Command[] = [
  get,
  changeCommand({
    name: 'create',
    summary: 'Create the service account of a network, unless it exists',
    call: 'networks.createServiceAccount',
    title: (name) => `Create a service account for the network ${name}`,
    done: 'The network has a service account.',
    send: (client, id, options) => client.networks.createServiceAccount({ params: { id } }, options),
  }),
  changeCommand({
    name: 'enable',
    summary: 'Enable the service account of a network',
    call: 'networks.enableServiceAccount',
    title: (name) => `Enable the service account of the network ${name}`,
    done: 'The service account is enabled.',
    send: (client, id, options) => client.networks.enableServiceAccount({ params: { id } }, options),
  }),
  changeCommand({
    name: 'disable',
    summary: 'Disable the service account of a network',
    call: 'networks.disableServiceAccount',
    title: (name) => `Disable the service account of the network ${name}`,
    done: 'The service account is disabled.',
    send: (client, id, options) => client.networks.disableServiceAccount({ params: { id } }, options),
  }),
  setAddresses,
  remove,
];
