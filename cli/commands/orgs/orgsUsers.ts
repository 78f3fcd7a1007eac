import { defineCommand } from '../../command.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { orgArgument } from '../../records/organizationLookup.ts';
import { organizationName } from '../../records/organizationLookup.ts';

const user = { name: '<user>', summary: 'id of the person' } as const;
const names = ['id', 'firstName', 'lastName', 'userName', 'isEnabled'];

interface AddOptions extends WriteFlags {
  readonly administrator?: boolean;
}

export const orgsUsersAdd = defineCommand<AddOptions>({
  name: 'users add',
  summary: 'Let a person work in an organization',
  arguments: [orgArgument, user],
  options: [{ flags: '--administrator', summary: 'as its administrator', group: 'Selection' }],
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
    const sending = await confirmed(context, `Add the user ${userId} ${role}to ${name}`, options);
    const added = await client.organizations.addUser({ params: { id }, body: { userId, isAdministrator } }, sending);
    context.terminal.note('The user was added to the organization.');
    await context.output.record(added);
  },
});

export const orgsUsersRemove = defineCommand<WriteFlags>({
  name: 'users remove',
  summary: 'End the work of a person in an organization',
  arguments: [orgArgument, user],
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
    const sending = await confirmed(context, `Remove the user ${userId} from ${name}`, flags);
    await client.organizations.removeUser({ params: { id, userId } }, sending);
    context.terminal.note('The user was removed from the organization.');
    await context.output.record({ id: userId, removed: true });
  },
});
