import type { Context } from '../context.ts';
import { type Command, defineCommand } from '../command.ts';
import { CliError } from '../errors.ts';
import { confirmed, type WriteFlags } from './confirmed.ts';
import { fileFlags, filesOf } from './fileFlags.ts';
import { readRecord } from './inputFiles.ts';
import type { Resource } from './resource.ts';
import { createRow } from './resourceRows.ts';
import { type FieldValue, fieldsText, setFlag, withFields } from './setFields.ts';

interface Options extends WriteFlags {
  readonly file?: string;
  readonly set?: readonly FieldValue[];
}

/** The fields of a new record: those of a JSON file, and over them those of --set. */
const bodyOf = async (context: Context, file: string | undefined, set: readonly FieldValue[]) => {
  if (file === undefined && set.length === 0) {
    throw new CliError('E-USAGE', 'A new record needs its fields: give --file or --set.');
  }
  return withFields(file === undefined ? {} : await readRecord(context, file), set);
};

export const createRecord = (resource: Resource): Command =>
  defineCommand<Options>({
    name: 'create',
    summary: `Add ${resource.aOne}`,
    description: fieldsText(resource.settable),
    options: [
      {
        flags: '--file <file>',
        summary: `JSON with its fields; - is standard input${resource.actions === undefined ? '' : '; or a CSV with many of them'}`,
        group: 'Selection',
        complete: 'files',
      },
      setFlag(resource.settable),
      ...fileFlags(resource, 'create'),
    ],
    ...(resource.actions === undefined ? {} : { fileAction: resource.actions.create }),
    takes: ['write', 'record'],
    fields: resource.fields,
    calls: [resource.calls.create],
    exits: ['invalid', 'conflict', 'io'],
    examples: [
      `carepost ${resource.noun} create ${resource.examples.create} --yes`,
      ...(resource.examples.file === undefined
        ? []
        : [`carepost ${resource.noun} create --file ${resource.examples.file} --yes --output json`]),
    ],
    async run(context, options) {
      const files = await filesOf(resource, options);
      const body = await bodyOf(context, options.file, [...(options.set ?? []), ...files.set]);
      if (resource.actions !== undefined) return createRow(context, resource, { body, flags: options });
      const name = typeof body['name'] === 'string' ? ` ${body['name']}` : '';
      const sending = await confirmed(context, `Add the ${resource.one}${name}`, options);
      const created = await resource.add(await context.client(), body, sending, files.file);
      context.terminal.note(resource.texts.created);
      await context.output.record(created);
    },
  });
