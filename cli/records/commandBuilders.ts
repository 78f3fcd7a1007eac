import { contractFields } from '../../shared/contract/contractFields.ts';
import { ApiError } from '../../shared/client/apiError.ts';
import type { CallOptions, Client } from '../../shared/client/createClient.ts';
import type { Current } from '../../shared/bulk/action.ts';
import { defined } from '../../shared/rules/defined.ts';
import { type SingleChange, type SingleChangeResult, writeRow } from '../bulk/writeRow.ts';
import {
  type Call,
  type Command,
  type Context,
  defineCommand,
  type OptionsOf,
  type OptionSpec,
  selectionFlag,
  outputFlag,
  type RecordKind,
} from '../command.ts';
import { CliError } from '../errors.ts';
import type { Outcome } from '../exits.ts';
import { type FieldList, isRecord, type Row } from '../output/fields.ts';
import { type Page, type PagedSource, showList, showPages } from '../output/listing.ts';
import { wholeNumber } from '../tree/flags.ts';
import { confirmed, type Planned, type WriteFlags } from './confirmed.ts';
import { plannedChange, planningClient } from './plannedCall.ts';
import { WrongId } from './recordErrors.ts';
import { idOfNameLikeId, recordId } from './recordNames.ts';

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
  /** The field that `--output ids` prints, where it is not the first one. */
  readonly idField?: string;
};

/** The fields of a response, as the contract has them; a table shows all of them or the columns. */
export const fieldsOf = (call: Call, columns?: readonly string[], values?: FieldList['values']): FieldList => {
  const [area = '', row = ''] = call.split('.');
  const { all, values: enumerations } = contractFields[area]?.[row] ?? { all: [], values: {} };
  return { all, table: columns ?? all, values: { ...enumerations, ...values } };
};

const runOf = async <Options>(context: Context, options: Options, args: readonly string[]): Promise<Run<Options>> => ({
  context,
  client: await context.client(),
  read: { signal: context.signal },
  options,
  args,
  id: args[0] ?? '',
});

/** The same for every resource. */
const aliases: Readonly<Record<string, readonly string[]>> = { list: ['ls'], delete: ['rm'] };

/** What a builder adds to the description of a command. */
interface Built<Options> extends Pick<Command<Options>, 'takes' | 'exits' | 'fileAction' | 'run'> {
  readonly flags?: Flags;
  /** The call whose response is on stdout; the first one unless set. */
  readonly call?: Call | undefined;
}

const build = <Options>(spec: Spec<Flags>, { flags = [], call = spec.calls[0], ...built }: Built<Options>): Command => {
  const { columns, values, idField, options = [], ...command } = spec;
  return defineCommand<Options>({
    ...defined({ aliases: aliases[spec.name] }),
    ...command,
    ...built,
    options: [...options, ...flags],
    fields: spec.fields ?? { ...fieldsOf(call, columns, values), ...defined({ id: idField }) },
  });
};

/** A list that the server returns whole. */
export const listCommand = <const Specs extends Flags = []>({
  load,
  ...spec
}: Spec<Specs> & {
  /** `leftOut`: why these are not all. */
  readonly load: (
    run: Run<OptionsOf<Specs>>,
  ) => Promise<{ readonly items: readonly Row[]; readonly leftOut?: string | undefined }>;
}): Command =>
  build<OptionsOf<Specs>>(spec, {
    takes: ['rows'],
    run: async (context, options, args) => {
      const { items, leftOut } = await load(await runOf(context, options, args));
      await showList(context, items, leftOut);
    },
  });

const searchFlag = selectionFlag('--search <text>', 'only records whose name contains the text');
export const pageFlag = selectionFlag('--page <number>', 'page to show (1)', { parse: wholeNumber(1, 10_000_000) });

/** The flags of lists that come in pages of at most so many rows. */
const pageFlagsOf = (maxPageSize: number | undefined): Flags => [
  selectionFlag(
    '--page-size <number>',
    `rows per page${maxPageSize === undefined ? '' : `, at most ${maxPageSize}`} (25)`,
    { parse: wholeNumber(1, maxPageSize ?? 5000) },
  ),
  pageFlag,
];

export type PageQuery = Parameters<PagedSource['load']>[0] & { readonly search?: string };
type PageLoader = (query: PageQuery) => Promise<Page>;

interface Pages<Specs extends Flags> {
  /** The field by which the server sorts; newest first where it is a date. */
  readonly sortedBy: string;
  readonly newestFirst?: true;
  /** The server's maximum, where it is not that of most lists. */
  readonly maxPageSize?: number;
  /** Rows per page without --page-size. */
  readonly defaultPageSize?: number;
  /** The flags for the page, where they are not those of most lists. */
  readonly pageFlags?: Flags;
  /** Whether the server searches by name. */
  readonly isSearchable?: boolean;
  /** Checks the flags and returns what loads one page. */
  readonly pages: (run: Run<OptionsOf<Specs>>) => PageLoader | Promise<PageLoader>;
}

/** A list that the server returns in pages. */
export const pagesCommand = <const Specs extends Flags = []>({
  sortedBy: serverSort,
  newestFirst,
  maxPageSize,
  defaultPageSize = 25,
  pageFlags = pageFlagsOf(maxPageSize),
  isSearchable = true,
  pages,
  ...spec
}: Spec<Specs> & Pages<Specs>): Command =>
  build<OptionsOf<Specs> & { readonly search?: string; readonly pageSize?: number | string; readonly page?: number }>(
    spec,
    {
      flags: [...(isSearchable ? [searchFlag] : []), ...pageFlags],
      takes: ['rows'],
      async run(context, options, args) {
        const { search, pageSize = defaultPageSize, page = 1 } = options;
        const load = await pages(await runOf(context, options, args));
        await showPages(context, {
          serverSort,
          ...defined({ newestFirst, maxPageSize }),
          pageSize: Number(pageSize),
          pageNumber: page,
          load: (query) => load(isSearchable && search !== undefined ? { ...query, search } : query),
        });
      },
    },
  );

/** One record. */
export const showCommand = <const Specs extends Flags = [], Shown extends Row = Row>({
  load,
  outcome,
  ...spec
}: Spec<Specs> & {
  readonly load: (run: Run<OptionsOf<Specs>>) => Promise<Shown>;
  /** How the command ends after the record, where that is not always a success. */
  readonly outcome?: (record: Shown) => Outcome | undefined;
}): Command =>
  build<OptionsOf<Specs>>(spec, {
    takes: ['record'],
    async run(context, options, args) {
      const record = await load(await runOf(context, options, args));
      await context.output.record(record);
      return outcome?.(record);
    },
  });

const openPage = async ({ config, io, terminal, output }: Context, path: string): Promise<void> => {
  const address = new URL(path, config.get('api')).href;
  const { hasDisplay } = await import('../session/openBrowser.ts');
  if (!hasDisplay(io)) return output.text(`${address}\n`);
  terminal.note(`Opening ${address}`);
  io.openBrowser(address);
};

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError
    ? [400, 404].includes(error.status)
    : error instanceof CliError && (error.exit === 'not-found' || error instanceof WrongId);

/**
 * Shows the records whose ids are on standard input, a line each. An unknown id does not stop the others: the exit is 3, or 6 when all ids
 * are unknown.
 */
const showMany = async (
  context: Context,
  table: readonly string[],
  load: (id: string) => Promise<Row>,
): Promise<Outcome | undefined> => {
  const kind: RecordKind = context.command.arguments?.[0]?.record ?? { name: 'record', ids: 'text' };
  const loadNamed = async (text: string): Promise<Row> => {
    const id = await recordId(context, kind, text);
    return load(id).catch(async (error: unknown) => {
      const other = isMissing(error) ? await idOfNameLikeId(context, kind, id) : undefined;
      if (other === undefined) throw error;
      return load(other);
    });
  };
  const missing: string[] = [];
  let loaded = 0;
  async function* records() {
    const { createInterface } = await import('node:readline');
    for await (const line of createInterface({ input: context.io.stdin })) {
      const id = line.trim();
      if (id === '') continue;
      try {
        const record = await loadNamed(id);
        loaded += 1;
        yield record;
      } catch (error) {
        if (!isMissing(error)) throw error;
        missing.push(id);
        context.terminal.note(error instanceof CliError ? error.message : `No ${kind.name} has the id ${id}.`);
      }
    }
  }
  const { fields = { all: [] } } = context.command;
  await context.output.with({ command: { fields: { ...fields, table } } }).rows(records());
  if (missing.length === 0) return undefined;
  const message = `${missing.length} of ${loaded + missing.length} ids are unknown: ${missing.slice(0, 5).join(', ')}`;
  return { exit: loaded === 0 ? 'not-found' : 'partial', message };
};

const withIdsHelp = <S extends Pick<Command, 'arguments'>>(spec: S): S => ({
  ...spec,
  arguments: spec.arguments?.map((one) => ({ ...one, summary: `${one.summary}; - reads ids from standard input` })),
});

/** A record by its id, those whose ids are on standard input, or its page in the browser. */
export const getCommand = <const Specs extends Flags = []>({
  web,
  rowFields,
  load,
  ...spec
}: Spec<Specs> & {
  /** Path of the record's page in the web application, without the id. */
  readonly web?: `/${string}`;
  /** Columns of a table of several records. */
  readonly rowFields: readonly string[] | ((options: OptionsOf<Specs>) => readonly string[]);
  readonly load: (run: Run<OptionsOf<Specs>>) => Promise<Row>;
}): Command =>
  build<OptionsOf<Specs> & { readonly web?: boolean }>(withIdsHelp(spec), {
    flags: web === undefined ? [] : [outputFlag('--web', 'open the page of the record in the browser')],
    takes: ['record'],
    exits: ['partial'],
    async run(context, options, [id = '']) {
      if (options.web === true && web !== undefined) return openPage(context, `${web}/${encodeURIComponent(id)}`);
      const loadOne = async (one: string) => load(await runOf(context, options, [one]));
      if (id !== '-') return context.output.record(await loadOne(id));
      return showMany(context, typeof rowFields === 'function' ? rowFields(options) : rowFields, loadOne);
    },
  });

/** A check of a value on the server; with --exit-code the exit code reports the result as well. */
export const checkCommand = <const Specs extends Flags = []>({
  exitWhen,
  check,
  ...spec
}: Spec<Specs> & {
  /** When --exit-code makes the exit 7: `it is in use`. */
  readonly exitWhen: string;
  /** The result on stdout, and the message of exit 7. */
  readonly check: (
    run: Run<OptionsOf<Specs>>,
  ) => Promise<{ readonly record: Row; readonly failure: string | undefined }>;
}): Command =>
  build<OptionsOf<Specs> & { readonly exitCode?: boolean }>(spec, {
    flags: [outputFlag('--exit-code', `exit with 7 when ${exitWhen}`)],
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
  /** How the command ends after the response, where that is not always a success. */
  readonly outcome?: () => Outcome | undefined;
}

/** A write, or the message and the record where nothing has to be sent. */
type Prepared = Write | { readonly unchanged: string; readonly record: Row };

/** A write that no bulk action covers: `prepare` checks and loads what the confirmation names, before anything is sent. */
export const writeCommand = <const Specs extends Flags = []>({
  prepare,
  ...spec
}: Spec<Specs> & {
  readonly prepare: (run: Run<OptionsOf<Specs> & WriteFlags>) => Promise<Prepared> | Prepared;
}): Command =>
  build<OptionsOf<Specs> & WriteFlags>(spec, {
    call: spec.calls.at(-1),
    takes: ['write', 'record'],
    async run(context, options, args) {
      const { terminal, output } = context;
      const isDry = options.dryRun === true;
      const run = await runOf(context, options, args);
      const write = await prepare(isDry ? { ...run, client: planningClient(run.client) } : run);
      if ('unchanged' in write) {
        terminal.note(write.unchanged);
        return output.record(write.record);
      }
      const { title, send, done, record, outcome } = write;
      const checked = isDry ? await plannedChange(send, args[0]) : undefined;
      const planned = write.planned ?? checked;
      const response = await send(await confirmed(context, title, options, planned));
      if (done !== undefined) terminal.note(done);
      await output.record(record ?? (isRecord(response) ? response : {}));
      return outcome?.();
    },
  });

/** The record after a change: as the server returned it, else as it was read. */
export const recordOf = ({ after, current }: SingleChangeResult): Row => (after ?? current)?.record ?? {};

/** The name of the record in a confirmation. */
export const nameOf = (current: Current | undefined, id: string): string => current?.name ?? id;

export type ActionChange = Omit<SingleChange, 'action' | 'flags' | 'show'> & Partial<Pick<SingleChange, 'show'>>;

/** A write by a bulk action. */
export const actionCommand = <const Specs extends Flags = []>({
  action,
  change,
  ...spec
}: Omit<Spec<Specs>, 'fileAction'> & {
  /** The bulk action: one change is a run of one row, and --file takes a CSV of many. */
  readonly action: string;
  readonly change: (run: Run<OptionsOf<Specs> & WriteFlags>) => Promise<ActionChange> | ActionChange;
}): Command =>
  build<OptionsOf<Specs> & WriteFlags>(spec, {
    call: spec.calls.at(-1),
    fileAction: action,
    takes: ['write', 'record'],
    run: async (context, flags, args) =>
      writeRow(context, { action, flags, show: recordOf, ...(await change(await runOf(context, flags, args))) }),
  });
