import { type ArgumentSpec, type Command, type OptionSpec, contentFlag, safetyFlag } from '../command.ts';
import type { CallOptions, Client } from '../../shared/client/createClient.ts';
import type { ReceivedFile } from '../../shared/contract/endpoint.ts';
import { CliError } from '../errors.ts';
import { type FieldList, type Row, valueAt } from '../output/fields.ts';
import type { Page } from '../output/listing.ts';
import { defined } from '../../shared/rules/defined.ts';
import {
  type ActionChange,
  actionCommand,
  fieldsOf,
  getCommand,
  nameOf,
  pagesCommand,
  type PageQuery,
  type Run,
  writeCommand,
} from './commandBuilders.ts';
import { attributeOf } from '../tree/exportFlags.ts';
import { readRecord, readTextFile, readUpload } from './inputFiles.ts';
import { type RecordKind, withArticle } from './recordErrors.ts';
import { namedInList } from './recordNames.ts';
import {
  checkTexts,
  type FieldValue,
  fieldsText,
  newFields,
  pathsIn,
  type Settable,
  setFlag,
  withFields,
} from './setFields.ts';

/** The calls that every area with such records has. The server validates the bodies. */
interface RecordCalls {
  list(input: { readonly query: Row }, options: CallOptions): Promise<Page>;
  get(input: ById, options: CallOptions): Promise<Row>;
  create(input: Body, options: CallOptions): Promise<Row>;
  update(input: ById & Body & { readonly body: { readonly id: string } }, options: CallOptions): Promise<Row>;
  delete(input: ById, options: CallOptions): Promise<unknown>;
}
type ById = { readonly params: { readonly id: string } };
type Body = { readonly body: Row; readonly file?: ReceivedFile };

/** Records that are listed, shown, added, changed and deleted one at a time; their commands are made from this. */
export interface RecordType {
  /** As the command names it: `plans`. */
  readonly name: string;
  readonly area:
    | 'apps'
    | 'brands'
    | 'networks'
    | 'organizations'
    | 'plans'
    | 'reservedwords'
    | 'resellers'
    | 'specialties';
  /** What one is called: `plan`. */
  readonly one: string;
  /** Names one record, where it is not `<id>`. */
  readonly argument?: ArgumentSpec;
  /** Bulk actions that add, change and delete them: one change is then a run of one row, and --file takes a CSV of many. */
  readonly actions?: { readonly create: string; readonly update: string; readonly delete?: string };
  /** Read-only fields that a file may contain, as in a record that was exported before. */
  readonly readOnly?: readonly string[];
  /** The query of a page of the list, where it has other names. */
  readonly pageQuery?: (query: PageQuery) => Row;
  /** What a table of the list shows, where it is not every field. */
  readonly columns?: readonly string[];
  /** The texts of fields that are numbers. */
  readonly values?: FieldList['values'];
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

const callsOf = (client: Client, { area }: Pick<RecordType, 'area'>): RecordCalls => client[area];
const listPage = (
  type: Pick<RecordType, 'area' | 'pageQuery'>,
  client: Client,
  query: PageQuery,
  options: CallOptions,
): Promise<Page> => callsOf(client, type).list({ query: type.pageQuery?.(query) ?? { ...query } }, options);
/** The call that finds a name. */
const nameCalls = ({ area, argument }: RecordType) => (argument === undefined ? ([`${area}.list`] as const) : []);
const aOne = ({ one }: RecordType): string => withArticle(one);
const createdText = ({ created, one }: RecordType): string => created ?? `The ${one} was added successfully.`;
const savedText = ({ one }: Pick<RecordType, 'one'>): string => `The ${one} was saved successfully.`;
export const unchangedText = 'No field differs; nothing was sent.';

/** As errors name it, and as a command may name one in place of its id. */
export const kindOf = (type: Pick<RecordType, 'name' | 'area' | 'one' | 'pageQuery'>): RecordKind => ({
  name: type.one,
  list: `${type.name} list`,
  named: namedInList((client, query, options) => listPage(type, client, query, options)),
});

export const idArgument = (type: RecordType): ArgumentSpec =>
  type.argument ?? { name: '<id>', summary: `id or name of the ${type.one}`, record: kindOf(type) };

/** The name of a record for confirmations. */
const recordName = ({ name }: Row, id: string): string => (typeof name === 'string' ? name : id);

const listCommand = (type: RecordType): Command =>
  pagesCommand({
    name: 'list',
    summary: `List ${type.name}`,
    ...defined({ columns: type.columns, values: type.values }),
    calls: [`${type.area}.list`],
    examples: [``, `--all --output csv`],
    sortedBy: 'name',
    pages:
      ({ client, read }) =>
      (query: PageQuery) =>
        listPage(type, client, query, read),
  });

export const recordGetCommand = (type: RecordType): Command =>
  getCommand({
    name: 'get',
    summary: `Show ${aOne(type)}`,
    arguments: [idArgument(type)],
    ...defined({ values: type.values }),
    calls: [`${type.area}.get`, ...nameCalls(type)],
    examples: [`<id>`, `<id> --output yaml`, `carepost ${type.name} list --output ids | carepost ${type.name} get -`],
    web: `/admin/${type.area}`,
    rowFields: fieldsOf(`${type.area}.list`, type.columns).table,
    load: ({ client, id, read }) => callsOf(client, type).get({ params: { id } }, read),
  });

/** Flags for the files of a record. A new record has no file to remove. */
const fileFlags = ({ upload, textFile }: RecordType, command: 'create' | 'update'): readonly OptionSpec[] => [
  ...[upload && { ...upload, field: 'file' }, textFile].flatMap((file): OptionSpec[] => {
    if (file === undefined) return [];
    const { flag, summary, field } = file;
    return [contentFlag(`--${flag} <file>`, summary, { complete: 'files', field })];
  }),
  ...(upload === undefined || command === 'create'
    ? []
    : [contentFlag(`--${upload.removal.flag}`, upload.removal.summary, { field: upload.removal.field })]),
];

const valueOf = (options: object, flag = ''): unknown => Reflect.get(options, attributeOf(`--${flag}`));

interface Change {
  /** Fields set by flags, by text files and by the flag that removes a file. */
  readonly set: readonly FieldValue[];
  readonly file?: ReceivedFile;
}

interface SetOptions {
  readonly set?: readonly FieldValue[];
}

/** What the flags change. Reads the files that they name, before any confirmation or request. */
const changeOf = async ({ upload, textFile }: RecordType, options: SetOptions): Promise<Change> => {
  const uploadPath = valueOf(options, upload?.flag);
  const textPath = valueOf(options, textFile?.flag);
  const removes = valueOf(options, upload?.removal.flag) === true;
  if (removes && uploadPath !== undefined) {
    throw new CliError('E-USAGE', `Use either --${upload?.flag} or --${upload?.removal.flag}.`);
  }
  const set = [...(options.set ?? [])];
  if (removes && upload !== undefined) set.push({ path: upload.removal.field, value: true });
  if (typeof textPath === 'string' && textFile !== undefined) {
    set.push({ path: textFile.field, value: await readTextFile(textPath, textFile.maxCharacters) });
  }
  if (typeof uploadPath !== 'string' || upload === undefined) return { set };
  return { file: await readUpload(uploadPath, upload.maxBytes), set };
};

/** A new record as the flags and the file describe it. */
const newRecord = async (type: RecordType, { context, options }: Run<SetOptions & { readonly file?: string }>) => {
  const { set, file } = await changeOf(type, options);
  if (options.file === undefined && set.length === 0) {
    throw new CliError('E-USAGE', 'A new record needs fields: use --file or --set.');
  }
  const body = withFields(options.file === undefined ? {} : await readRecord(context, options.file), set);
  checkTexts(type.settable, body);
  return { body, file, one: typeof body['name'] === 'string' ? `${type.one} ${body['name']}` : type.one };
};

export const createCommand = (type: RecordType): Command => {
  const { area, one, actions, examples } = type;
  const spec = {
    name: 'create',
    summary: `Add ${aOne(type)}`,
    description: fieldsText(type.settable),
    options: [
      contentFlag(
        '--file <file>',
        `JSON file with the fields, - for standard input${actions === undefined ? '' : `; or a CSV file with many ${one}s`}`,
        { complete: 'files' },
      ),
      setFlag(type.settable),
      ...fileFlags(type, 'create'),
    ],
    ...defined({ values: type.values }),
    calls: [`${area}.create`],
    examples: [
      `${examples.create} --yes`,
      ...(examples.file === undefined ? [] : [`--file ${examples.file} --yes --output json`]),
    ],
  } as const;
  const byCall = writeCommand({
    ...spec,
    async prepare(run) {
      const record = await newRecord(type, run);
      const { body, file } = record;
      return {
        title: `Add the ${record.one}`,
        send: (call) => callsOf(run.client, type).create({ body, ...defined({ file }) }, call),
        done: createdText(type),
      };
    },
  });
  if (actions === undefined) return byCall;
  const byAction = actionCommand({
    ...spec,
    action: actions.create,
    async change(run) {
      const record = await newRecord(type, run);
      return {
        values: {},
        set: newFields(type, record.body),
        title: () => `Add the ${record.one}`,
        unchanged: () => `The ${record.one} exists already with these fields; nothing was sent.`,
        done: createdText(type),
      };
    },
  });
  return withDocuments(type, byAction, byCall);
};

/**
 * A logo and terms are documents and no cells of a bulk action: with one of them the change is a call of its own. The fields of a file are
 * passed on as those of --set, because standard input is read once.
 */
const withDocuments = (type: RecordType, byAction: Command, byCall: Command): Command => {
  const { upload, textFile } = type;
  if (upload === undefined && textFile === undefined) return byAction;
  return {
    ...byAction,
    async run(context, flags, args) {
      const { file, set = [], ...others } = flags as SetOptions & { readonly file?: string };
      const body = file === undefined ? {} : await readRecord(context, file);
      const fields = pathsIn(body, type.settable).map((path): FieldValue => ({ path, value: valueAt(body, path) }));
      const options = { ...others, set: [...fields, ...set] };
      const hasDocument =
        [upload?.flag, upload?.removal.flag, textFile?.flag].some(
          (flag) => flag !== undefined && valueOf(flags, flag) !== undefined,
        ) ||
        set.some(({ path }) => path === textFile?.field) ||
        fields.some(({ path, value }) => path === textFile?.field && typeof value === 'string');
      return (hasDocument ? byCall : byAction).run(context, options, args);
    },
  };
};

/** Changes fields of a record by its bulk action. */
export const updateChange = ({ one }: RecordType, id: string, set: readonly FieldValue[]): ActionChange => ({
  values: { id },
  set,
  title: (current) => `Change the ${one} ${nameOf(current, id)}`,
  unchanged: () => unchangedText,
  done: savedText({ one }),
});

const checkedChange = async (type: RecordType, options: SetOptions): Promise<Change> => {
  const change = await changeOf(type, options);
  if (change.set.length > 0 || change.file !== undefined) return change;
  throw new CliError('E-USAGE', 'Nothing to change: use --set.');
};

/**
 * Without a bulk action it loads the record, sets the fields and saves it with the version it was loaded with: a change by another user in
 * between is a conflict (exit 8) and is not overwritten. When no field differs, nothing is sent.
 */
export const updateCommand = (type: RecordType): Command => {
  const { area, one, actions, examples } = type;
  const spec = {
    name: 'update',
    summary: `Change fields of ${aOne(type)}; other fields keep their values`,
    description: fieldsText(type.settable),
    arguments: [idArgument(type)],
    options: [setFlag(type.settable), ...fileFlags(type, 'update')],
    ...defined({ values: type.values }),
    calls: [`${area}.get`, ...nameCalls(type), `${area}.update`],
    examples: [`<id> ${examples.update} --yes`, `<id> ${examples.update} --yes --reason "Ticket 4711" --output json`],
  } as const;
  const byCall = writeCommand({
    ...spec,
    async prepare({ client, read, options, id }) {
      const { set, file } = await checkedChange(type, options);
      const calls = callsOf(client, type);
      const before = await calls.get({ params: { id } }, { ...read, fresh: true });
      const body = withFields(before, set);
      const isSame = file === undefined && JSON.stringify(body) === JSON.stringify(before);
      if (isSame) return { unchanged: unchangedText, record: before };
      return {
        title: `Change the ${one} ${recordName(before, id)}`,
        send: (call) => calls.update({ params: { id }, body: { ...body, id }, ...defined({ file }) }, call),
        done: savedText(type),
      };
    },
  });
  if (actions === undefined) return byCall;
  const byAction = actionCommand({
    ...spec,
    action: actions.update,
    change: async ({ options, id }) => updateChange(type, id, (await checkedChange(type, options)).set),
  });
  return withDocuments(type, byAction, byCall);
};

/** A deletion by a bulk action, which reads the record by its id and compares the name before it sends anything. */
const deleteByAction = (type: RecordType, action: string): Command =>
  actionCommand({
    ...deleteSpec(type),
    action,
    async change({ client, read, options: { expectName }, id }) {
      const { name } = await recordToDelete(type, client, read, id, expectName);
      return {
        values: { id, name },
        title: () => `Delete the ${type.one} ${name}`,
        unchanged: () => `The ${type.one} ${name} is deleted already; nothing was sent.`,
        done: `The ${type.one} was deleted successfully.`,
        show: () => ({ id, name, deleted: true }),
      };
    },
  });

const deleteSpec = (type: RecordType) =>
  ({
    name: 'delete',
    summary: `Delete ${aOne(type)}`,
    arguments: [idArgument(type)],
    options: [safetyFlag('--expect-name <name>', 'delete only a record with this name')],
    fields: ['id', 'name', 'deleted'],
    calls: [`${type.area}.get`, ...nameCalls(type), `${type.area}.delete`],
    examples: [`<id> --yes`, `<id> --expect-name "<name>" --yes --reason "No longer used"`],
  }) as const;

const recordToDelete = async (type: RecordType, client: Client, read: CallOptions, id: string, expectName?: string) => {
  const record = await callsOf(client, type).get({ params: { id } }, { ...read, fresh: true });
  const name = recordName(record, id);
  if (expectName !== undefined && record['name'] !== expectName) {
    const message = `The record has the name "${name}", not "${expectName}"; nothing was sent.`;
    throw new CliError('E-NAME-DIFFERS', message);
  }
  return { record, name };
};

export const deleteCommand = (type: RecordType): Command => {
  if (type.actions?.delete !== undefined) return deleteByAction(type, type.actions.delete);
  return writeCommand({
    ...deleteSpec(type),
    async prepare({ client, read, options: { expectName }, id }) {
      const { record, name } = await recordToDelete(type, client, read, id, expectName);
      const { version } = record;
      const ifMatch = typeof version === 'number' ? version : undefined;
      return {
        title: `Delete the ${type.one} ${name}`,
        send: (call) => callsOf(client, type).delete({ params: { id } }, { ...call, ...defined({ ifMatch }) }),
        done: `The ${type.one} was deleted successfully.`,
        record: { id, name, deleted: true },
      };
    },
  });
};

/** list, get, create, update, delete. */
export const recordCommands = (type: RecordType): readonly Command[] =>
  [listCommand, recordGetCommand, createCommand, updateCommand, deleteCommand].map((build) => build(type));
