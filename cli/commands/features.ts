import type { Command } from '../command.ts';
import { listCommand } from '../records/commandBuilders.ts';

export const commands: readonly Command[] = [
  listCommand({
    name: 'list',
    summary: 'List the features of organizations and networks',
    columns: ['id', 'name', 'isEnabled', 'isOrganizationFeature'],
    calls: ['features.list'],
    examples: ['', "--where 'isOrganizationFeature=true' --output ids"],
    load: ({ client, read }) => client.features.list({}, read),
  }),
];
