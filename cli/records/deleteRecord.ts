import { type Command, defineCommand } from '../command.ts';
import { confirmed, type WriteFlags } from './confirmed.ts';
import { checkName, recordName, versionOf } from './recordName.ts';
import { idArgument, type Resource } from './resource.ts';

interface Options extends WriteFlags {
  readonly expectName?: string;
}

export const deleteRecord = (resource: Resource): Command =>
  defineCommand<Options>({
    name: 'delete',
    aliases: ['rm'],
    summary: `Delete one ${resource.one}`,
    arguments: [idArgument(resource)],
    options: [{ flags: '--expect-name <name>', summary: 'go on only if it is called so', group: 'Safety' }],
    takes: ['write', 'record'],
    fields: { all: ['id', 'name', 'deleted'], table: ['id', 'name', 'deleted'] },
    calls: [resource.calls.get, resource.calls.delete],
    exits: ['not-found', 'invalid', 'conflict'],
    examples: [
      `carepost ${resource.noun} delete <id> --yes`,
      `carepost ${resource.noun} delete <id> --expect-name "<name>" --yes --reason "Not used any more"`,
    ],
    async run(context, options, [id = '']) {
      const client = await context.client();
      const record = await resource.find(client, id, { signal: context.signal, fresh: true });
      checkName(record, options.expectName);
      const sending = await confirmed(context, `Delete the ${resource.one} ${recordName(record, id)}`, options);
      await resource.remove(client, id, { ...sending, ...versionOf(record) });
      context.terminal.note(resource.texts.deleted);
      await context.output.record({ id, name: recordName(record, id), deleted: true });
    },
  });
