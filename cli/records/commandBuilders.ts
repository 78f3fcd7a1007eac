import { contractFields } from '../../shared/contract/contractFields.ts';
import {
  type Call,
  type Command,
  type Context,
  defineCommand,
  type OptionsOf,
  type OptionSpec,
  selectionFlag,
  outputFlag,
} from '../command.ts';
import type { CallOptions, Client } from '../../shared/client/createClient.ts';
import type { Current } from '../../shared/bulk/action.ts';
import { type SingleChange, type SingleChangeResult, writeRow } from '../bulk/writeRow.ts';
import { type FieldList, isRecord, type Row } from '../output/fields.ts';
import { type Page, type PagedSource, showList, showPages } from '../output/listing.ts';
import { wholeNumber } from '../tree/flags.ts';
import { confirmed, type Planned, type WriteFlags } from './confirmed.ts';
import { showRecord, webFlag, type WebFlag } from './showRecord.ts';

/** What a command has at hand when it runs. */
export interface Run<Options> {
  readonly context: Context;
  readonly client: Client;
  /** The options of its reads. */
  readonly read: CallOptions;
  readonly options: Options;
  readonly args: readonly string[];
  /** The first argument. */
  readonly id: string;
}

/** The values that are set: flags that are absent are not in a query or a body. */
export const defined = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

type Flags = readonly OptionSpec[];

/**
 * A command without what its builder adds. `fields` are those of the response to its first call, or of a write to its last one; `columns` and
 * `values` add to them. A list of names in `fields` is also what a table shows.
 */
type Spec<Specs extends Flags> = Omit<Command, 'run' | 'takes' | 'fields' | 'calls' | 'options'> & {
  readonly options?: Specs;
  readonly calls: readonly [Call, ...Call[]];
  readonly fields?: FieldList | readonly string[];
  readonly columns?: readonly string[];
  readonly values?: NonNullable<FieldList['values']>;
};

/** The fields of a response, as the contract has them; a table shows all of them or the columns. */
export const fieldsOf = (call: Call, columns?: readonly string[], values?: FieldList['values']): FieldList => {
  const [area = '', row = ''] = call.split('.');
  const { all, values: enumerations } = contractFields[area]?.[row] ?? { all: [], values: {} };
  return { all, table: columns ?? all, values: { ...enumerations, ...values } };
};

const fieldsIn = ({ fields, columns, values }: Spec<Flags>, call: Call): FieldList => {
  if (fields === undefined) return fieldsOf(call, columns, values);
  return 'all' in fields ? fields : { all: fields, table: fields };
};

const lastCall = ({ calls }: Spec<Flags>): Call => calls.at(-1) ?? calls[0];

const runOf = async <Options>(context: Context, options: Options, args: readonly string[]): Promise<Run<Options>> => ({
  context,
  client: await context.client(),
  read: { signal: context.signal },
  options,
  args,
  id: args[0] ?? '',
});

/** A list that the server returns whole. */
export const listCommand = <const Specs extends Flags = []>({
  load,
  ...spec
}: Spec<Specs> & {
  readonly load: (run: Run<OptionsOf<Specs>>) => Promise<{ readonly items: readonly Row[] }>;
}): Command =>
  defineCommand<OptionsOf<Specs>>({
    ...spec,
    fields: fieldsIn(spec, spec.calls[0]),
    takes: ['rows'],
    run: async (context, options, args) => showList(context, (await load(await runOf(context, options, args))).items),
  });

export interface PageFlags {
  readonly search?: string;
  readonly pageSize?: number;
  readonly page?: number;
}

/** The flags of lists that come in pages of at most so many rows. */
const pageFlags = (maxPageSize: number | undefined) =>
  [
    selectionFlag(
      '--page-size <number>',
      `rows per page${maxPageSize === undefined ? '' : `, at most ${maxPageSize}`} (25)`,
      { parse: wholeNumber(1, maxPageSize ?? 5000) },
    ),
    selectionFlag('--page <number>', 'page to show (1)', { parse: wholeNumber(1, 10_000_000) }),
  ] as const;

const searchFlag = selectionFlag('--search <text>', 'only records whose name contains the text');

export type PageQuery = Parameters<PagedSource['load']>[0] & { readonly search?: string };

interface Pages<Specs extends Flags> {
  /** The field by which the server sorts; newest first where it is a date. */
  readonly sortedBy: string;
  readonly newestFirst?: true;
  /** The server's maximum, where it is not that of most lists. */
  readonly maxPageSize?: number;
  /** Whether the server searches by name. */
  readonly isSearchable?: boolean;
  /** Checks the flags and returns what loads one page. */
  readonly pages: (run: Run<OptionsOf<Specs>>) => PageLoader | Promise<PageLoader>;
}
type PageLoader = (query: PageQuery) => Promise<Page>;

/** A list that the server returns in pages. */
export const pagesCommand = <const Specs extends Flags = []>({
  sortedBy,
  newestFirst,
  maxPageSize,
  isSearchable = true,
  pages,
  options: own,
  ...spec
}: Spec<Specs> & Pages<Specs>): Command =>
  defineCommand<OptionsOf<Specs> & PageFlags>({
    ...spec,
    options: [...(own ?? []), ...(isSearchable ? [searchFlag] : []), ...pageFlags(maxPageSize)],
    fields: fieldsIn(spec, spec.calls[0]),
    takes: ['rows'],
    async run(context, options, args) {
      const { search, pageSize = 25, page = 1 } = options;
      const load = await pages(await runOf(context, options, args));
      await showPages(context, {
        serverSort: sortedBy,
        ...(newestFirst === undefined ? {} : { newestFirst }),
        ...(maxPageSize === undefined ? {} : { mostPerPage: maxPageSize }),
        pageSize,
        pageNumber: page,
        load: (query) => load(search === undefined ? query : { ...query, search }),
      });
    },
  });

/** One record. */
export const showCommand = <const Specs extends Flags = []>({
  load,
  ...spec
}: Spec<Specs> & { readonly load: (run: Run<OptionsOf<Specs>>) => Promise<Row> }): Command =>
  defineCommand<OptionsOf<Specs>>({
    ...spec,
    fields: fieldsIn(spec, spec.calls[0]),
    takes: ['record'],
    run: async (context, options, args) => context.output.record(await load(await runOf(context, options, args))),
  });

interface Get<Specs extends Flags> {
  /** Path of the record's page in the web application, without the id. */
  readonly web?: `/${string}`;
  /** Columns of a table of several records. */
  readonly rowFields: readonly string[] | ((options: OptionsOf<Specs>) => readonly string[]);
  readonly load: (run: Run<OptionsOf<Specs>>) => Promise<Row>;
}

/** A record by its id, those whose ids are on standard input, or its page in the browser. */
export const getCommand = <const Specs extends Flags = []>({
  web,
  rowFields,
  load,
  options: own,
  ...spec
}: Spec<Specs> & Get<Specs>): Command =>
  defineCommand<OptionsOf<Specs> & WebFlag>({
    ...spec,
    options: [...(own ?? []), ...(web === undefined ? [] : [webFlag])],
    fields: fieldsIn(spec, spec.calls[0]),
    takes: ['record'],
    exits: ['partial'],
    run: (context, options, [id = '']) =>
      showRecord(context, id, {
        ...(options.web === true && web !== undefined ? { web } : {}),
        rowFields: typeof rowFields === 'function' ? rowFields(options) : rowFields,
        load: async (one) => load(await runOf(context, options, [one])),
      }),
  });

interface CheckFlag {
  readonly exitCode?: boolean;
}

interface Check<Specs extends Flags> {
  /** When --exit-code makes the exit 7: `it is in use`. */
  readonly exitWhen: string;
  /** The result on stdout, and the message of exit 7. */
  readonly check: (
    run: Run<OptionsOf<Specs>>,
  ) => Promise<{ readonly record: Row; readonly failure: string | undefined }>;
}

/** A question about a value; with --exit-code also the exit code is its answer. */
export const checkCommand = <const Specs extends Flags = []>({
  exitWhen,
  check,
  options: own,
  ...spec
}: Spec<Specs> & Check<Specs>): Command =>
  defineCommand<OptionsOf<Specs> & CheckFlag>({
    ...spec,
    options: [...(own ?? []), outputFlag('--exit-code', `exit with 7 when ${exitWhen}`)],
    fields: fieldsIn(spec, spec.calls[0]),
    takes: ['record'],
    async run(context, options, args) {
      const { record, failure } = await check(await runOf(context, options, args));
      await context.output.record(record);
      return options.exitCode === true && failure !== undefined ? { exit: 'invalid', message: failure } : undefined;
    },
  });

interface Write {
  /** The confirmation without its question mark: `Delete the plan Trial`. */
  readonly title: string;
  /** The changes that a dry run shows. */
  readonly planned?: Planned;
  readonly send: (call: CallOptions) => Promise<unknown>;
  /** Message after the change. */
  readonly done?: string;
  /** The record on stdout; the response unless set. */
  readonly record?: Row;
}

/** The message and the record where nothing has to be sent. */
interface Unchanged {
  readonly unchanged: string;
  readonly record: Row;
}
type Prepared = Write | Unchanged;

/** A write that no bulk action covers: `prepare` checks and loads what the confirmation names, before anything is sent. */
export const writeCommand = <const Specs extends Flags = []>({
  prepare,
  ...spec
}: Spec<Specs> & {
  readonly prepare: (run: Run<OptionsOf<Specs> & WriteFlags>) => Promise<Prepared> | Prepared;
}): Command =>
  defineCommand<OptionsOf<Specs> & WriteFlags>({
    ...spec,
    fields: fieldsIn(spec, lastCall(spec)),
    takes: ['write', 'record'],
    async run(context, options, args) {
      const { terminal, output } = context;
      const write = await prepare(await runOf(context, options, args));
      if ('unchanged' in write) {
        terminal.note(write.unchanged);
        return output.record(write.record);
      }
      const { title, planned, send, done, record } = write;
      const response = await send(await confirmed(context, title, options, planned));
      if (done !== undefined) terminal.note(done);
      return output.record(record ?? (isRecord(response) ? response : {}));
    },
  });

/** The record after a change: as the server returned it, else as it was read. */
export const recordOf = ({ after, current }: SingleChangeResult): Row => (after ?? current)?.record ?? {};

/** The name of the record in a confirmation. */
export const nameOf = (current: Current | undefined, id: string): string => current?.name ?? id;

interface ActionWrite<Specs extends Flags> {
  /** The bulk action: one change is a run of one row, and --file takes a CSV of many. */
  readonly action: string;
  readonly change: (run: Run<OptionsOf<Specs> & WriteFlags>) => Promise<ActionChange> | ActionChange;
}
export type ActionChange = Omit<SingleChange, 'action' | 'flags' | 'show'> & Partial<Pick<SingleChange, 'show'>>;

/** A write by a bulk action. */
export const actionCommand = <const Specs extends Flags = []>({
  action,
  change,
  ...spec
}: Omit<Spec<Specs>, 'fileAction'> & ActionWrite<Specs>): Command =>
  defineCommand<OptionsOf<Specs> & WriteFlags>({
    ...spec,
    fields: fieldsIn(spec, lastCall(spec)),
    fileAction: action,
    takes: ['write', 'record'],
    run: async (context, flags, args) =>
      writeRow(context, { action, flags, show: recordOf, ...(await change(await runOf(context, flags, args))) }),
  });
