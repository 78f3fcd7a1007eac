import type { Command } from '../command.ts';
import { pagesCommand, writeCommand } from '../records/commandBuilders.ts';
import { isId } from '../records/recordErrors.ts';

export const commands: readonly Command[] = [
  pagesCommand({
    name: 'locked',
    summary: 'List the accounts that are locked after failed sign-ins',
    calls: ['users.locked'],
    examples: ['', '--search ann --output json'],
    sortedBy: 'lockedUntil',
    newestFirst: true,
    pages:
      ({ client, read }) =>
      (query) =>
        client.users.locked({ query }, read),
  }),
  writeCommand({
    name: 'unlock',
    summary: 'End the locks of an account after failed sign-ins',
    description:
      'Organization administrators unlock the users of their organization, platform administrators every account.',
    arguments: [{ name: '<user>', summary: 'user name or id of the account' }],
    calls: ['users.unlock'],
    examples: ['<user> --yes', '<user> --yes --reason "Called from the office" --output json'],
    prepare: ({ client, id: user }) => ({
      title: `Unlock the account ${user}`,
      send: (call) => client.users.unlock({ body: isId(user) ? { id: user } : { userName: user } }, call),
      done: 'The account is not locked.',
    }),
  }),
];
