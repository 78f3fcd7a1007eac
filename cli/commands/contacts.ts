import type { Command } from '../command.ts';
import { pagesCommand } from '../records/commandBuilders.ts';

export const commands: readonly Command[] = [
  pagesCommand({
    name: 'list',
    summary: 'List users who can sign in, by name, with user name and organization',
    calls: ['users.contacts'],
    examples: ['--search baker', '--all --output csv'],
    sortedBy: 'name',
    pages:
      ({ client, read }) =>
      ({ pageNumber: pageStart, pageSize, search }) =>
        client.users.contacts({ query: { pageStart, pageSize, ...(search === undefined ? {} : { search }) } }, read),
  }),
];
