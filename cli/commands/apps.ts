import type { Command } from '../command.ts';
import { checkCommand } from '../records/commandBuilders.ts';
import { recordCommands } from '../records/recordCommands.ts';
import { settableOf } from '../records/setFields.ts';

export const commands: readonly Command[] = [
  ...recordCommands({
    name: 'apps',
    area: 'apps',
    one: 'app',
    pageQuery: ({ pageNumber, pageSize, sortDir, ...query }) => ({
      ...query,
      page: pageNumber,
      size: pageSize,
      sort: sortDir,
    }),
    actions: { create: 'apps.create', update: 'apps.update', delete: 'apps.delete' },
    settable: settableOf('apps.create'),
    examples: { create: '--set "name=Care Calendar"', update: '--set "name=Care Planner"', file: 'app.json' },
  }),
  checkCommand({
    name: 'exists',
    summary: 'Check whether an app has a name, in any letter case',
    arguments: [{ name: '<name>', summary: 'the whole name' }],
    exitWhen: 'an app has it',
    fields: ['name', 'exists', 'id'],
    calls: ['apps.list'],
    examples: ['"Care Calendar"', '"No such app" --exit-code --output json'],
    async check({ client, read, id: name }) {
      const { items } = await client.apps.list({ query: { name } }, read);
      const [match] = items;
      return {
        record: { name: match?.name ?? name, exists: match !== undefined, id: match?.id ?? null },
        failure: match === undefined ? undefined : `An app has the name "${match.name}"`,
      };
    },
  }),
];
