import { type Context, type ArgumentSpec, type Command, defineCommand, type OptionSpec } from '../command.ts';
import { type FieldList, isRecord, type Row, valueAt } from '../output/fields.ts';
import type { CallOptions, Client } from '../../shared/client/createClient.ts';
import type { ReceivedFile } from '../../shared/contract/endpoint.ts';
import type { Current } from '../../shared/bulk/action.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import { type SingleChangeResult, writeRow } from '../bulk/writeRow.ts';
import { CliError } from '../errors.ts';
import { type Page, showPages } from '../output/listing.ts';
import { wholeNumber } from '../tree/flags.ts';
import { confirmed, type WriteFlags } from './confirmed.ts';
import { readRecord, readTextFile, readUpload } from './inputFiles.ts';
import { type FieldValue, fieldsText, pathsIn, type Settable, setFlag, withFields } from './setFields.ts';
import { showRecord, webFlag, type WebFlag } from './showRecord.ts';

interface PageQuery {
  readonly search?: string;
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly sortDir: 'asc' | 'desc';
}

/** The calls that every area with such records has. The server validates the bodies. */
interface RecordCalls {
  list(input: { readonly query: PageQuery }, options: CallOptions): Promise<Page>;
  get(input: ById, options: CallOptions): Promise<Row>;
  create(input: Body, options: CallOptions): Promise<Row>;
  update(input: ById & Body, options: CallOptions): Promise<Row>;
  delete(input: ById, options: CallOptions): Promise<unknown>;
}
type ById = { readonly params: { readonly id: string } };
type Body = { readonly body: Row; readonly file?: ReceivedFile };

/** Records that are listed, shown, added, changed and deleted one at a time; their commands are made from this. */
export interface RecordType {
  /** As the command names it: `plans`. */
  readonly name: string;
  readonly area: 'brands' | 'networks' | 'organizations' | 'plans' | 'resellers';
  /** What one is called: `plan`. */
  readonly one: string;
  /** Page of a record in the web application, without its id. */
  readonly web: `/${string}`;
  /** Names one record, where it is not `<id>`. */
  readonly argument?: ArgumentSpec;
  /** Bulk actions that add and change them: one change is then a run of one row, and --file takes a CSV of many. */
  readonly actions?: { readonly create: string; readonly update: string };
  /** Read-only fields that a file may contain, as in a record that was exported before. */
  readonly readOnly?: readonly string[];
  readonly listFields: FieldList;
  readonly fields: FieldList;
  readonly settable: Settable;
  /** The flags of `create` and `update` in the examples, and the file of the example with --file. */
  readonly examples: { readonly create: string; readonly update: string; readonly file?: string };
  /** The message after `create`, where it is not the one of the other resources. */
  readonly created?: string;
  /** A file that belongs to a record, and the field that removes it. */
  readonly upload?: {
    readonly flag: string;
    readonly summary: string;
    readonly maxBytes: number;
    readonly removal: { readonly flag: string; readonly summary: string; readonly field: string };
  };
  /** A long text field that can be read from a file. */
  readonly textFile?: {
    readonly flag: string;
    readonly summary: string;
    readonly field: string;
    readonly maxCharacters: number;
  };
}

const callsOf = (client: Client, { area }: RecordType): RecordCalls => client[area];
const aOne = ({ one }: RecordType): string => `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`;
const createdText = ({ created, one }: RecordType): string => created ?? `The ${one} was added successfully.`;
export const savedText = ({ one }: RecordType): string => `The ${one} was saved successfully.`;
const unchangedText = 'No field differs; nothing was sent.';

export const idArgument = ({ name, one, argument }: RecordType): ArgumentSpec =>
  argument ?? { name: '<id>', summary: `id of the ${one}`, record: { name: one, list: `${name} list` } };

/** The name of a record for questions and messages. */
export const recordName = (record: Row, id: string): string => {
  const name = record['name'] ?? record['displayName'] ?? record['version'];
  return typeof name === 'string' ? name : id;
};

/** The flags of lists that come in pages. */
export const pageFlags = [
  { flags: '--search <text>', summary: 'only records whose name contains the text', group: 'Selection' },
  { flags: '--page-size <number>', summary: 'rows per page (25)', group: 'Selection', parse: wholeNumber(1, 5000) },
  { flags: '--page <number>', summary: 'page to show (1)', group: 'Selection', parse: wholeNumber(1, 10_000_000) },
] as const;

export interface PageFlags {
  readonly search?: string;
  readonly pageSize?: number;
  readonly page?: number;
}

const listCommand = (type: RecordType): Command =>
  defineCommand<PageFlags>({
    name: 'list',
    aliases: ['ls'],
    summary: `List ${type.name}`,
    options: pageFlags,
    takes: ['rows'],
    fields: type.listFields,
    calls: [`${type.area}.list`],
    examples: [`carepost ${type.name} list`, `carepost ${type.name} list --all --output csv`],
    async run(context, { search, pageSize = 25, page = 1 }) {
      const calls = callsOf(await context.client(), type);
      const filter = search === undefined ? {} : { search };
      await showPages(context, {
        serverSort: 'name',
        pageSize,
        pageNumber: page,
        load: (query) => calls.list({ query: { ...query, ...filter } }, { signal: context.signal }),
      });
    },
  });

const getCommand = (type: RecordType): Command =>
  defineCommand<WebFlag>({
    name: 'get',
    summary: `Show ${aOne(type)}`,
    arguments: [idArgument(type)],
    options: [webFlag],
    takes: ['record'],
    fields: type.fields,
    calls: [`${type.area}.get`],
    exits: ['partial', 'not-found', 'invalid'],
    examples: [
      `carepost ${type.name} get <id>`,
      `carepost ${type.name} get <id> --output yaml`,
      `carepost ${type.name} list --output ids | carepost ${type.name} get -`,
    ],
    run: (context, { web }, [id = '']) =>
      showRecord(context, id, {
        ...(web === true ? { web: type.web } : {}),
        rowFields: type.listFields.table,
        load: async (one) =>
          callsOf(await context.client(), type).get({ params: { id: one } }, { signal: context.signal }),
      }),
  });

/** Flags for the files of a record. A new record has no file to remove. */
const fileFlags = ({ upload, textFile }: RecordType, command: 'create' | 'update'): readonly OptionSpec[] => [
  ...[upload, textFile].flatMap((file): OptionSpec[] =>
    file === undefined
      ? []
      : [{ flags: `--${file.flag} <file>`, summary: file.summary, group: 'Content', complete: 'files' }],
  ),
  ...(upload === undefined || command === 'create'
    ? []
    : [{ flags: `--${upload.removal.flag}`, summary: upload.removal.summary, group: 'Content' } as const]),
];

/** The value of a flag under the name that commander gives it: `remove-logo` becomes `removeLogo`. */
const valueOf = (options: object, flag = ''): unknown =>
  Reflect.get(
    options,
    flag.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase()),
  );

interface RecordFiles {
  readonly file?: ReceivedFile;
  /** Fields set by text files and by the flag that removes a file. */
  readonly set: readonly FieldValue[];
}

/** Reads the files that the flags name, before any question or request. */
const readFiles = async ({ upload, textFile }: RecordType, options: object): Promise<RecordFiles> => {
  const uploadPath = valueOf(options, upload?.flag);
  const textPath = valueOf(options, textFile?.flag);
  const removes = valueOf(options, upload?.removal.flag) === true;
  if (removes && uploadPath !== undefined) {
    throw new CliError('E-USAGE', `Use either --${upload?.flag} or --${upload?.removal.flag}.`);
  }
  const set: FieldValue[] = [];
  if (removes && upload !== undefined) set.push({ path: upload.removal.field, value: true });
  if (typeof textPath === 'string' && textFile !== undefined) {
    set.push({ path: textFile.field, value: await readTextFile(textPath, textFile.maxCharacters) });
  }
  if (typeof uploadPath !== 'string' || upload === undefined) return { set };
  return { file: await readUpload(uploadPath, upload.maxBytes), set };
};

/** The record after a change: as the server returned it, else as it was read. */
export const recordOf = ({ after, response, current }: SingleChangeResult): Row =>
  after?.record ?? (isRecord(response) ? response : (current?.record ?? {}));

/** The name of the record in a question. */
export const nameOf = (current: Current | undefined, id: string): string => current?.name ?? id;

interface Change {
  readonly id: string;
  readonly set: readonly FieldValue[];
  readonly flags: WriteFlags;
  /** The record as it was loaded for editing. */
  readonly loaded?: Row;
}

/** Changes fields of a record as a run of one row of its bulk action. */
const updateRow = (context: Context, type: RecordType, { id, set, flags, loaded }: Change): Promise<void> =>
  writeRow(context, {
    action: type.actions?.update ?? '',
    values: { id },
    set,
    ...(loaded === undefined ? {} : { loaded }),
    flags,
    title: (current) => `Change the ${type.one} ${nameOf(current, id)}`,
    unchanged: () => unchangedText,
    done: savedText(type),
    show: recordOf,
  });

/** The fields of a new record; null and empty values stand for fields that are not set. */
export const newFields = ({ settable, readOnly = [] }: Pick<RecordType, 'settable' | 'readOnly'>, body: Row) => {
  const paths = pathsIn(body, settable);
  const unknown = paths.find((path) => !Object.hasOwn(settable, path) && !readOnly.includes(path));
  if (unknown !== undefined) {
    const message = `"${unknown}" is not a field that can be set.${didYouMean(unknown, Object.keys(settable))}`;
    throw new CliError('E-USAGE', message, { exit: 'invalid', hint: 'Correct the fields.' });
  }
  return paths
    .filter((path) => Object.hasOwn(settable, path))
    .map((path): FieldValue => ({ path, value: valueAt(body, path) }))
    .filter(({ value }) => value !== null && value !== undefined && value !== '');
};

interface CreateOptions extends WriteFlags {
  readonly file?: string;
  readonly set?: readonly FieldValue[];
}

export const createCommand = (type: RecordType): Command =>
  defineCommand<CreateOptions>({
    name: 'create',
    summary: `Add ${aOne(type)}`,
    description: fieldsText(type.settable),
    options: [
      {
        flags: '--file <file>',
        summary: `JSON file with the fields, - for standard input${type.actions === undefined ? '' : `; or a CSV file with many ${type.one}s`}`,
        group: 'Content',
        complete: 'files',
      },
      setFlag(type.settable),
      ...fileFlags(type, 'create'),
    ],
    ...(type.actions === undefined ? {} : { fileAction: type.actions.create }),
    takes: ['write', 'record'],
    fields: type.fields,
    calls: [`${type.area}.create`],
    exits: ['invalid', 'conflict', 'io'],
    examples: [
      `carepost ${type.name} create ${type.examples.create} --yes`,
      ...(type.examples.file === undefined
        ? []
        : [`carepost ${type.name} create --file ${type.examples.file} --yes --output json`]),
    ],
    async run(context, options) {
      const files = await readFiles(type, options);
      const set = [...(options.set ?? []), ...files.set];
      if (options.file === undefined && set.length === 0) {
        throw new CliError('E-USAGE', 'A new record needs fields: use --file or --set.');
      }
      const body = withFields(options.file === undefined ? {} : await readRecord(context, options.file), set);
      const name = typeof body['name'] === 'string' ? ` ${body['name']}` : '';
      if (type.actions !== undefined) {
        return writeRow(context, {
          action: type.actions.create,
          values: {},
          set: newFields(type, body),
          flags: options,
          title: () => `Add the ${type.one}${name}`,
          unchanged: () => `The ${type.one}${name} exists already with these fields; nothing was sent.`,
          done: createdText(type),
          show: recordOf,
        });
      }
      const call = await confirmed(context, `Add the ${type.one}${name}`, options);
      const calls = callsOf(await context.client(), type);
      const created = await calls.create({ body, ...(files.file === undefined ? {} : { file: files.file }) }, call);
      context.terminal.note(createdText(type));
      await context.output.record(created);
    },
  });

interface UpdateOptions extends WriteFlags {
  readonly set?: readonly FieldValue[];
}

/**
 * Loads the record, sets the fields and saves it with the version it was loaded with: a change by another user in between is a conflict
 * (exit 8) and is not overwritten. When no field differs, nothing is sent.
 */
export const updateCommand = (type: RecordType): Command =>
  defineCommand<UpdateOptions>({
    name: 'update',
    summary: `Change fields of ${aOne(type)}; other fields keep their values`,
    description: fieldsText(type.settable),
    arguments: [idArgument(type)],
    options: [setFlag(type.settable), ...fileFlags(type, 'update')],
    ...(type.actions === undefined ? {} : { fileAction: type.actions.update }),
    takes: ['write', 'record'],
    fields: type.fields,
    calls: [`${type.area}.get`, `${type.area}.update`],
    exits: ['not-found', 'invalid', 'conflict', 'io'],
    examples: [
      `carepost ${type.name} update <id> ${type.examples.update} --yes`,
      `carepost ${type.name} update <id> ${type.examples.update} --yes --reason "Ticket 4711" --output json`,
    ],
    async run(context, options, [id = '']) {
      const files = await readFiles(type, options);
      const set = [...(options.set ?? []), ...files.set];
      if (set.length === 0 && files.file === undefined) throw new CliError('E-USAGE', 'Nothing to change: use --set.');
      if (type.actions !== undefined) return updateRow(context, type, { id, set, flags: options });
      const calls = callsOf(await context.client(), type);
      const before = await calls.get({ params: { id } }, { signal: context.signal, fresh: true });
      await saveRecord(context, type, { id, set, flags: options, loaded: before }, files.file);
    },
  });

/** Saves changed fields of a record, for `update` and `edit`. */
export const saveRecord = async (
  context: Context,
  type: RecordType,
  change: Change & { readonly loaded: Row },
  file?: ReceivedFile,
): Promise<void> => {
  const { id, set, flags, loaded } = change;
  const body = withFields(loaded, set);
  if (file === undefined && JSON.stringify(body) === JSON.stringify(loaded)) {
    context.terminal.note(unchangedText);
    return context.output.record(loaded);
  }
  if (type.actions !== undefined) return updateRow(context, type, change);
  const call = await confirmed(context, `Change the ${type.one} ${recordName(loaded, id)}`, flags);
  const calls = callsOf(await context.client(), type);
  const saved = await calls.update({ params: { id }, body, ...(file === undefined ? {} : { file }) }, call);
  context.terminal.note(savedText(type));
  await context.output.record(saved);
};

interface DeleteOptions extends WriteFlags {
  readonly expectName?: string;
}

const deleteCommand = (type: RecordType): Command =>
  defineCommand<DeleteOptions>({
    name: 'delete',
    aliases: ['rm'],
    summary: `Delete ${aOne(type)}`,
    arguments: [idArgument(type)],
    options: [{ flags: '--expect-name <name>', summary: 'delete only a record with this name', group: 'Safety' }],
    takes: ['write', 'record'],
    fields: { all: ['id', 'name', 'deleted'], table: ['id', 'name', 'deleted'] },
    calls: [`${type.area}.get`, `${type.area}.delete`],
    exits: ['not-found', 'invalid', 'conflict'],
    examples: [
      `carepost ${type.name} delete <id> --yes`,
      `carepost ${type.name} delete <id> --expect-name "<name>" --yes --reason "No longer used"`,
    ],
    async run(context, options, [id = '']) {
      const calls = callsOf(await context.client(), type);
      const record = await calls.get({ params: { id } }, { signal: context.signal, fresh: true });
      const name = recordName(record, id);
      if (options.expectName !== undefined && record['name'] !== options.expectName) {
        const message = `The record has the name "${name}", not "${options.expectName}"; nothing was sent.`;
        throw new CliError('E-NAME-DIFFERS', message);
      }
      const call = await confirmed(context, `Delete the ${type.one} ${name}`, options);
      const { version } = record;
      await calls.delete({ params: { id } }, { ...call, ...(typeof version === 'number' ? { ifMatch: version } : {}) });
      context.terminal.note(`The ${type.one} was deleted successfully.`);
      await context.output.record({ id, name, deleted: true });
    },
  });

/** list, get, create, update, delete. */
export const recordCommands = (type: RecordType): readonly Command[] =>
  [listCommand, getCommand, createCommand, updateCommand, deleteCommand].map((make) => make(type));
