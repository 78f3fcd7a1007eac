import { writeRow } from '../../bulk/writeRow.ts';
import { type Command, defineCommand } from '../../command.ts';
import { orgArgument } from '../../records/organizationLookup.ts';
import { organizationName } from '../../records/organizationLookup.ts';
import { recordOf } from '../../records/resourceRows.ts';
import type { WriteFlags } from '../../records/writeFlags.ts';
import { entryArgument, findEntry, oneEntry } from './directoryRecord.ts';

const activeVerb = (verb: 'activate' | 'deactivate', summary: string): Command =>
  defineCommand<WriteFlags>({
    name: verb,
    summary,
    arguments: [orgArgument, entryArgument],
    fileAction: 'directory.active',
    fileImplies: { active: verb === 'activate' },
    takes: ['write', 'record'],
    fields: oneEntry,
    calls: ['organizations.get', 'carequality.entries', 'carequality.upsertEntry'],
    exits: ['not-found', 'invalid', 'conflict'],
    examples: [
      `carepost directory ${verb} <org> <entry> --yes`,
      `carepost directory ${verb} <org> <entry> --yes --output json --fields displayName,isActive`,
    ],
    async run(context, flags, [id = '', given = '']) {
      const isActive = verb === 'activate';
      const name = await organizationName(context, id);
      const entry = await findEntry(await context.client(), id, given, context.signal);
      await writeRow(context, {
        action: 'directory.active',
        values: { org_id: id, entry_id: entry.id, active: isActive },
        flags,
        deed: () => `${isActive ? 'Activate' : 'Deactivate'} the directory entry ${entry.displayName} of ${name}`,
        unchanged: () => `The entry is ${isActive ? 'active' : 'inactive'} already.`,
        done: 'The Directory Entry was edited successfully.',
        show: recordOf,
      });
    },
  });

export const directoryActivate = activeVerb('activate', 'Activate a directory entry');
export const directoryDeactivate = activeVerb('deactivate', 'Deactivate a directory entry');
