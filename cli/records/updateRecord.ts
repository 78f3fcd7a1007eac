import { type Command, defineCommand } from '../command.ts';
import { CliError } from '../errors.ts';
import { confirmed, type WriteFlags } from './confirmed.ts';
import { fileFlags, filesOf } from './fileFlags.ts';
import { recordName } from './recordName.ts';
import { idArgument, type Resource } from './resource.ts';
import { updateRow } from './resourceRows.ts';
import { type FieldValue, fieldsText, setFlag, withFields } from './setFields.ts';

interface Options extends WriteFlags {
  readonly set?: readonly FieldValue[];
}

/**
 * Loads the record, sets the fields and saves it with the version it was loaded with: what somebody else changed meanwhile is a
 * conflict (exit 8), never overwritten. Where nothing differs nothing is sent.
 */
export const updateRecord = (resource: Resource): Command =>
  defineCommand<Options>({
    name: 'update',
    summary: `Change fields of one ${resource.one}; the others stay`,
    description: fieldsText(resource.settable),
    arguments: [idArgument(resource)],
    options: [setFlag(resource.settable), ...fileFlags(resource, 'update')],
    ...(resource.actions === undefined ? {} : { fileAction: resource.actions.update }),
    takes: ['write', 'record'],
    fields: resource.fields,
    calls: [resource.calls.get, resource.calls.update],
    exits: ['not-found', 'invalid', 'conflict', 'io'],
    examples: [
      `carepost ${resource.noun} update <id> ${resource.examples.update} --yes`,
      `carepost ${resource.noun} update <id> ${resource.examples.update} --yes --reason "Ticket 4711" --output json`,
    ],
    async run(context, options, [id = '']) {
      const files = await filesOf(resource, options);
      const set = [...(options.set ?? []), ...files.set];
      if (set.length === 0 && files.file === undefined) throw new CliError('E-USAGE', 'Nothing to change: give --set.');
      if (resource.actions !== undefined) return updateRow(context, resource, { id, set, flags: options });
      const client = await context.client();
      const before = await resource.find(client, id, { signal: context.signal, fresh: true });
      const after = withFields(before, set);
      if (files.file === undefined && JSON.stringify(after) === JSON.stringify(before)) {
        context.terminal.note('Nothing differs; nothing was sent.');
        await context.output.record(before);
        return;
      }
      const sending = await confirmed(context, `Change the ${resource.one} ${recordName(before, id)}`, options);
      const changed = await resource.change(client, id, after, sending, files.file);
      context.terminal.note(resource.texts.updated);
      await context.output.record(changed);
    },
  });
