import { type Command, defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { changeTexts } from '../output/changeText.ts';
import { isRecord, pick, type Row, valueAt } from '../output/fields.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { confirmed, type WriteFlags } from './confirmed.ts';
import { recordName } from './recordName.ts';
import { idArgument, type Resource } from './resource.ts';
import { updateRow } from './resourceRows.ts';
import { type FieldValue, pathsIn, type Settable, withFields } from './setFields.ts';

/** The fields that were changed; those taken out of the text stay as they are. */
const changesOf = (before: Row, edited: Row, settable: Settable): FieldValue[] => {
  const paths = pathsIn(edited, settable);
  const unknown = paths.filter((path) => !Object.hasOwn(settable, path));
  if (unknown.length > 0) {
    const texts = unknown.map(
      (path) => `"${path}" is no field that can be set.${didYouMean(path, Object.keys(settable))}`,
    );
    throw new CliError('E-USAGE', texts.join(' '), { exit: 'invalid', hint: 'Edit only what the text held.' });
  }
  return paths
    .map((path) => ({ path, value: valueAt(edited, path) }))
    .filter(({ path, value }) => JSON.stringify(value) !== JSON.stringify(valueAt(before, path) ?? null));
};

const parse = (text: string): Row => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    throw new CliError('E-USAGE', `What was saved is no JSON: ${why}`, { exit: 'invalid', hint: 'Edit it again.' });
  }
  if (isRecord(value)) return value;
  throw new CliError('E-USAGE', 'What was saved is not one JSON object.', { exit: 'invalid', hint: 'Edit it again.' });
};

const checkTerminal = ({ terminal }: Context, { noun }: Resource, id: string): void => {
  if (terminal.canPrompt && terminal.outIsTty) return;
  throw new CliError('E-NO-PROMPT', 'An editor needs a terminal.', {
    hint: `Change fields without one: carepost ${noun} update ${id} --set field=value`,
  });
};

/** Shows the fields that can be set in the person's editor and saves those that were changed, as `update --set` does. */
export const editRecord = (resource: Resource): Command =>
  defineCommand<WriteFlags>({
    name: 'edit',
    summary: `Change fields of one ${resource.one} in your editor`,
    description:
      'Opens the fields that can be set as JSON in the program $VISUAL or $EDITOR names, shows what was changed, and asks before it is\nsent. A field taken out of the text stays as it is. After a failure the text is kept.',
    arguments: [idArgument(resource)],
    takes: ['write', 'record'],
    fields: resource.fields,
    calls: [resource.calls.get, resource.calls.update],
    exits: ['not-found', 'invalid', 'conflict', 'io'],
    examples: [
      `carepost ${resource.noun} edit <id>`,
      `EDITOR=nano carepost ${resource.noun} edit <id> --reason "Ticket 4711"`,
    ],
    async run(context, flags, [id = '']) {
      checkTerminal(context, resource, id);
      const { inEditor } = await import('./inEditor.ts');
      const client = await context.client();
      const before = await resource.find(client, id, { signal: context.signal, fresh: true });
      const text = `${JSON.stringify(pick(before, Object.keys(resource.settable)), null, 2)}\n`;
      await inEditor(context, { name: `${resource.one}.json`, text }, async (saved) => {
        const set = changesOf(before, parse(saved), resource.settable);
        if (set.length === 0) {
          context.terminal.note('Nothing differs; nothing was sent.');
          await context.output.record(before);
          return;
        }
        const changes = set.map(({ path, value }) => ({ field: path, before: valueAt(before, path), after: value }));
        for (const line of changeTexts(changes)) context.terminal.note(line);
        if (resource.actions !== undefined) return updateRow(context, resource, { id, set, flags, loaded: before });
        const sending = await confirmed(context, `Change the ${resource.one} ${recordName(before, id)}`, flags);
        const changed = await resource.change(client, id, withFields(before, set), sending);
        context.terminal.note(resource.texts.updated);
        await context.output.record(changed);
      });
    },
  });
