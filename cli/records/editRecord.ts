import { type Context, type Command, defineCommand } from '../command.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeRow } from '../bulk/writeRow.ts';
import { CliError } from '../errors.ts';
import { changeTexts } from '../output/cells.ts';
import { isRecord, pick, type Row, valueAt } from '../output/fields.ts';
import { fieldsOf, recordOf } from './commandBuilders.ts';
import type { WriteFlags } from './confirmed.ts';
import { parseJson } from './inputFiles.ts';
import { idArgument, type RecordType, unchangedText, updateChange } from './recordCommands.ts';
import { type FieldValue, pathsIn, type Settable, unknownText } from './setFields.ts';

/** The changed fields. A field that was removed from the text keeps its value. */
const changesOf = (before: Row, edited: Row, settable: Settable): FieldValue[] => {
  const paths = pathsIn(edited, settable);
  const unknown = paths.filter((path) => !Object.hasOwn(settable, path));
  if (unknown.length > 0) {
    const texts = unknown.map((path) => unknownText(path, settable));
    throw new CliError('E-FILE-INVALID', texts.join(' '), { hint: 'Edit only the fields of the text.' });
  }
  return paths
    .map((path) => ({ path, value: valueAt(edited, path) }))
    .filter(({ path, value }) => JSON.stringify(value) !== JSON.stringify(valueAt(before, path) ?? null));
};

const parse = (text: string): Row => {
  const value = parseJson(text, 'The saved text', 'Edit it again.');
  if (isRecord(value)) return value;
  throw new CliError('E-FILE-INVALID', 'The saved text is not one JSON object.', { hint: 'Edit it again.' });
};

const runEditor = async (isWindows: boolean, editor: string, file: string): Promise<unknown> => {
  // The variable may be several shell words, such as `code --wait`.
  const child = isWindows
    ? spawn(`${editor} "${file}"`, { stdio: 'inherit', shell: true })
    : spawn('sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
  const [exitCode]: unknown[] = await once(child, 'close');
  return exitCode;
};

/**
 * Opens a text in the user's editor and passes the saved text on. Only the user can read the file. It is removed after a success and
 * stays, with its name on stderr, after a failure.
 */
const inEditor = async (
  { io, terminal }: Context,
  { name, text }: { readonly name: string; readonly text: string },
  send: (saved: string) => Promise<void>,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'carepost-edit-'));
  const file = join(folder, name);
  await writeFile(file, text, { mode: 0o600 });
  const isWindows = io.system.platform === 'win32';
  const editor = io.env['VISUAL'] || io.env['EDITOR'] || (isWindows ? 'notepad' : 'vi');
  const code = await runEditor(isWindows, editor, file);
  const saved = await readFile(file, 'utf8');
  const remove = () => rm(folder, { recursive: true, force: true });
  if (code !== 0) {
    await remove();
    throw new CliError('E-NOT-CONFIRMED', `The editor "${editor}" exited with ${String(code)}; nothing was sent.`, {
      hint: 'Set EDITOR to an installed program.',
    });
  }
  try {
    await send(saved);
  } catch (error) {
    if (saved === text) await remove();
    else terminal.note(`Your text is in ${file}`);
    throw error;
  }
  await remove();
};

/** Opens the fields that can be set in the user's editor and saves the changed ones, as `update --set` does. */
export const editCommand = (type: RecordType & Required<Pick<RecordType, 'actions'>>): Command =>
  defineCommand<WriteFlags>({
    name: 'edit',
    summary: `Edit the fields of one ${type.one} in your editor`,
    description:
      'Opens the fields that can be set as JSON in $VISUAL or $EDITOR, shows your changes, and asks for confirmation before it sends them.\nA field that you remove from the text keeps its value. After a failure your text is preserved.',
    arguments: [idArgument(type)],
    takes: ['write', 'record'],
    fields: fieldsOf(`${type.area}.get`),
    calls: [`${type.area}.get`, `${type.area}.update`],
    examples: [`<id>`, `EDITOR=nano carepost ${type.name} edit <id> --reason "Ticket 4711"`],
    async run(context, flags, [id = '']) {
      const { terminal } = context;
      if (!terminal.canPrompt || !terminal.outIsTty) {
        throw new CliError('E-NO-PROMPT', 'An editor needs a terminal.', {
          hint: `Change fields without one: carepost ${type.name} update ${id} --set field=value`,
        });
      }
      const client = await context.client();
      const call = { signal: context.signal, fresh: true };
      const before: Row = await client[type.area].get({ params: { id } }, call);
      const text = `${JSON.stringify(pick(before, Object.keys(type.settable)), null, 2)}\n`;
      await inEditor(context, { name: `${type.one}.json`, text }, async (saved) => {
        const set = changesOf(before, parse(saved), type.settable);
        const changes = set.map(({ path, value }) => ({ field: path, before: valueAt(before, path), after: value }));
        for (const line of changeTexts(changes)) terminal.note(line);
        if (set.length === 0) {
          terminal.note(unchangedText);
          return context.output.record(before);
        }
        const change = { ...updateChange(type, id, set), loaded: before };
        return writeRow(context, { action: type.actions.update, flags, show: recordOf, ...change });
      });
    },
  });
