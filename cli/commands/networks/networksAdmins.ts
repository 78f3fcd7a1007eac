import { defineCommand } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { showList } from '../../output/listing.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { adminOf, networkArgument, networkNamed } from './networkNamed.ts';

interface ListOptions {
  readonly search?: string;
}

const fields = ['id', 'firstName', 'lastName', 'userName', 'isEnabled'];

export const networksAdmins = defineCommand<ListOptions>({
  name: 'admins',
  summary: 'List the people who administer a network',
  arguments: [networkArgument],
  options: [{ flags: '--search <text>', summary: 'only people whose name holds it', group: 'Selection' }],
  takes: ['rows'],
  fields: { all: fields, table: fields },
  calls: ['networks.admins'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost networks admins <network> --output json',
    'carepost networks admins <network> --search ann -o json',
  ],
  async run(context, { search }, [id = '']) {
    const client = await context.client();
    const query = search === undefined ? {} : { search };
    const { items } = await client.networks.admins({ params: { id }, query }, { signal: context.signal });
    await showList(context, items);
  },
});

interface AddOptions extends WriteFlags {
  readonly user?: string;
}

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const networksAddAdmin = defineCommand<AddOptions>({
  name: 'add-admin',
  summary: 'Let a person administer a network',
  arguments: [networkArgument],
  options: [{ flags: '--user <name>', summary: 'user name, or id, of the person', group: 'Selection' }],
  takes: ['write', 'record'],
  fields: { all: fields, table: fields },
  calls: ['networks.get', 'networks.addAdmin'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost networks add-admin <network> --user <user> --yes',
    'carepost networks add-admin <network> --user <user> --yes --reason "Takes over from Ann" --output json',
  ],
  async run(context, options, [id = '']) {
    const { user } = options;
    if (user === undefined) throw new CliError('E-USAGE', 'The person is needed: give --user.');
    const client = await context.client();
    const name = await networkNamed(client, id, context);
    const sending = await confirmed(context, `Let ${user} administer the network ${name}`, options);
    const body = idForm.test(user) ? { userId: user } : { userName: user };
    const added = await client.networks.addAdmin({ params: { id }, body }, sending);
    context.terminal.note('The administrator was added.');
    await context.output.record(added);
  },
});

export const networksRemoveAdmin = defineCommand<WriteFlags>({
  name: 'remove-admin',
  summary: "End a person's administration of a network",
  arguments: [networkArgument, { name: '<admin>', summary: 'user name, or id, as networks admins shows it' }],
  takes: ['write', 'record'],
  fields: { all: ['id', 'userName', 'removed'], table: ['id', 'userName', 'removed'] },
  calls: ['networks.get', 'networks.admins', 'networks.removeAdmin'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost networks remove-admin <network> <admin> --yes',
    'carepost networks remove-admin <network> <admin> --yes --reason "Left the company" --output json',
  ],
  async run(context, flags, [id = '', word = '']) {
    const client = await context.client();
    const name = await networkNamed(client, id, context);
    const { id: adminId, userName } = await adminOf(client, id, word, context);
    const sending = await confirmed(context, `End the administration of the network ${name} by ${userName}`, flags);
    await client.networks.removeAdmin({ params: { id, adminId } }, sending);
    context.terminal.note('The administrator was removed.');
    await context.output.record({ id: adminId, userName, removed: true });
  },
});
