import { type Command, defineCommand } from '../../command.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { orgArgument } from '../../records/organizationLookup.ts';
import { organizationName } from '../../records/organizationLookup.ts';

const userArgument = { name: '<user>', summary: 'id of the user', record: { name: 'user' } } as const;
const names = ['id', 'firstName', 'lastName', 'userName', 'isEnabled'];

interface AddOptions extends WriteFlags {
  readonly administrator?: boolean;
}

const add = defineCommand<AddOptions>({
  name: 'users add',
  summary: 'Add a user to an organization',
  arguments: [orgArgument, userArgument],
  options: [{ flags: '--administrator', summary: 'as an administrator', group: 'Content' }],
  takes: ['write', 'record'],
  fields: { all: names, table: names },
  calls: ['organizations.get', 'organizations.addUser'],
  exits: ['not-found', 'invalid', 'conflict'],
  examples: [
    'carepost orgs users add <org> <user> --yes',
    'carepost orgs users add <org> <user> --administrator --yes --reason "Covers for Ann"',
  ],
  async run(context, options, [id = '', userId = '']) {
    const client = await context.client();
    const isAdministrator = options.administrator === true;
    const role = isAdministrator ? 'as administrator ' : '';
    const name = await organizationName(context, id);
    const call = await confirmed(context, `Add the user ${userId} ${role}to ${name}`, options);
    const added = await client.organizations.addUser({ params: { id }, body: { userId, isAdministrator } }, call);
    context.terminal.note('The user was added to the organization.');
    await context.output.record(added);
  },
});

const remove = defineCommand<WriteFlags>({
  name: 'users remove',
  summary: 'Remove a user from an organization',
  arguments: [orgArgument, userArgument],
  takes: ['write', 'record'],
  fields: { all: ['id', 'removed'], table: ['id', 'removed'] },
  calls: ['organizations.get', 'organizations.removeUser'],
  exits: ['not-found', 'invalid'],
  examples: [
    'carepost orgs users remove <org> <user> --yes',
    'carepost orgs users remove <org> <user> --yes --reason "Left" --output json',
  ],
  async run(context, flags, [id = '', userId = '']) {
    const client = await context.client();
    const name = await organizationName(context, id);
    const call = await confirmed(context, `Remove the user ${userId} from ${name}`, flags);
    await client.organizations.removeUser({ params: { id, userId } }, call);
    context.terminal.note('The user was removed from the organization.');
    await context.output.record({ id: userId, removed: true });
  },
});

export const userCommands: readonly Command[] = [add, remove];
