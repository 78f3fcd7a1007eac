import type { CallOptions, Client } from '../../../shared/client/createClient.ts';
import { ipAddressText, isIpAddress } from '../../../shared/rules/ipAddress.ts';
import { type Call, type Command, defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import type { Row } from '../../output/fields.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { networkArgument, networkNamed } from './networkNamed.ts';

const names = ['clientId', 'isEnabled', 'ipAddresses'];
const fields = { all: names, table: names };

const show = defineCommand({
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
    const found = await client.networks.serviceAccount({ params: { id } }, { signal: context.signal });
    if (found === null) {
      throw new CliError('E-USAGE', 'The network has no service account.', {
        code: 'E-NETWORK-NO-ACCOUNT',
        exit: 'not-found',
        hint: `Run: carepost networks service-account create ${id}`,
      });
    }
    await context.output.record(found);
  },
});

interface Deed {
  readonly verb: string;
  readonly summary: string;
  readonly call: Call;
  readonly question: (name: string) => string;
  readonly done: string;
  readonly send: (client: Client, id: string, options: CallOptions) => Promise<Row>;
}

const deed = ({ verb, summary, call, question, done, send }: Deed): Command =>
  defineCommand<WriteFlags>({
    name: `service-account ${verb}`,
    summary,
    arguments: [networkArgument],
    takes: ['write', 'record'],
    fields,
    calls: ['networks.get', call],
    exits: ['not-found', 'invalid'],
    examples: [
      `carepost networks service-account ${verb} <network> --yes`,
      `carepost networks service-account ${verb} <network> --yes --output json`,
    ],
    async run(context, flags, [id = '']) {
      const client = await context.client();
      const sending = await confirmed(context, question(await networkNamed(client, id, context)), flags);
      const answer = await send(client, id, sending);
      context.terminal.note(done);
      await context.output.record(answer);
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
    'carepost networks service-account delete <network> --yes --reason "Not used any more"',
  ],
  async run(context, flags, [id = '']) {
    const client = await context.client();
    const name = await networkNamed(client, id, context);
    const sending = await confirmed(context, `Delete the service account of the network ${name}`, flags);
    await client.networks.deleteServiceAccount({ params: { id } }, sending);
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
  throw new TypeError(`"${text}" is no IP address. ${ipAddressText}`);
};

const setAddresses = defineCommand<AddressOptions>({
  name: 'service-account set-addresses',
  summary: 'Write the addresses the service account of a network may call from',
  arguments: [networkArgument],
  options: [
    {
      flags: '--address <ip>',
      summary: 'an address such as 198.51.100.7; repeat for more; all others go',
      group: 'Selection',
      many: true,
      parse: ipAddress,
    },
    { flags: '--none', summary: 'take all addresses away', group: 'Selection' },
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
    if ((ipAddresses.length === 0) !== none) throw new CliError('E-USAGE', 'Give --address, or --none.');
    const client = await context.client();
    const name = await networkNamed(client, id, context);
    const where = none ? 'nowhere' : ipAddresses.join(', ');
    const sending = await confirmed(
      context,
      `Let the service account of the network ${name} call from ${where}`,
      options,
    );
    const body = { ipAddresses: [...ipAddresses] };
    const answer = await client.networks.setServiceAddresses({ params: { id }, body }, sending);
    context.terminal.note('The addresses were saved successfully.');
    await context.output.record(answer);
  },
});

export const serviceAccountVerbs: readonly Command[] = [
  show,
  deed({
    verb: 'create',
    summary: 'Give a network a service account; one that exists stays as it is',
    call: 'networks.createServiceAccount',
    question: (name) => `Give the network ${name} a service account`,
    done: 'The network has a service account.',
    send: (client, id, options) => client.networks.createServiceAccount({ params: { id } }, options),
  }),
  deed({
    verb: 'enable',
    summary: 'Let the service account of a network sign in',
    call: 'networks.enableServiceAccount',
    question: (name) => `Enable the service account of the network ${name}`,
    done: 'The service account is enabled.',
    send: (client, id, options) => client.networks.enableServiceAccount({ params: { id } }, options),
  }),
  deed({
    verb: 'disable',
    summary: 'Keep the service account of a network from signing in',
    call: 'networks.disableServiceAccount',
    question: (name) => `Disable the service account of the network ${name}`,
    done: 'The service account is disabled.',
    send: (client, id, options) => client.networks.disableServiceAccount({ params: { id } }, options),
  }),
  setAddresses,
  remove,
];
