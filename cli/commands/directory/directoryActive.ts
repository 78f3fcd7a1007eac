import { type Command, defineCommand } from '../../command.ts';
import { confirmed, type WriteFlags } from '../../records/confirmed.ts';
import { entryArgument, findEntry, oneEntry, organizationArgument } from './directoryRecord.ts';

const activeVerb = (verb: 'activate' | 'deactivate', summary: string): Command =>
  defineCommand<WriteFlags>({
    name: verb,
    summary,
    arguments: [organizationArgument, entryArgument],
    takes: ['write', 'record'],
    fields: oneEntry,
    calls: ['carequality.entries', 'carequality.upsertEntry'],
    exits: ['not-found', 'invalid', 'conflict'],
    examples: [
      `carepost directory ${verb} <org> <entry> --yes`,
      `carepost directory ${verb} <org> <entry> --yes --output json --fields displayName,isActive`,
    ],
    async run(context, flags, [id = '', given = '']) {
      const isActive = verb === 'activate';
      const client = await context.client();
      const entry = await findEntry(client, id, given, context.signal);
      if (entry.isActive === isActive) {
        context.terminal.note(`The entry is ${isActive ? 'active' : 'inactive'} already.`);
        await context.output.record(entry);
        return;
      }
      const deed = `${isActive ? 'Activate' : 'Deactivate'} the directory entry ${entry.displayName}`;
      const sending = await confirmed(context, deed, flags);
      const changed = await client.carequality.upsertEntry({ params: { id }, body: { ...entry, isActive } }, sending);
      context.terminal.note('The Directory Entry was edited successfully.');
      await context.output.record(changed);
    },
  });

export const directoryActivate = activeVerb('activate', 'Activate a directory entry');
export const directoryDeactivate = activeVerb('deactivate', 'Deactivate a directory entry');
