import { type FieldList, chooseFields, type Row } from './fields.ts';
import { CliError } from '../errors.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import type { OutputStream } from '../io.ts';
import type { Terminal } from '../terminal.ts';
import { type Format, formats } from './formatNames.ts';
import { writeRecord, writeRows } from './formats.ts';
import { formatWithQuery, type Query } from './query.ts';
import { linesForTerminal } from './sanitize.ts';
import { openSink } from './sink.ts';

/** The flags of read commands: what to show of what was found. */
export interface RowOptions {
  readonly fields?: string;
  readonly where?: readonly string[];
  readonly sort?: string;
  readonly limit?: number;
  readonly all?: boolean;
  /** Rows go to a file: all of them, in pages of this size where one was asked for. */
  readonly export?: { readonly since?: string | undefined; readonly pageSize?: number | undefined };
}

/** What a list that comes in pages knows of them; grows while its rows are read. */
export interface Paging {
  pages: number;
  /** What the server counted with the first and with the last page. */
  totalCount: { readonly start: number; readonly end: number } | null;
  duplicatesDropped: number;
  /** Each row has an id, and no id comes twice. */
  hasOwnIds: boolean;
  /** Rows were left out here, so that the server's count is not that of the rows. */
  isNarrowed: boolean;
}

/** Everything a command puts on stdout goes through here, so stdout carries the result and nothing else. */
export interface Output {
  readonly format: Format;
  /** The row flags as given; `listing.ts` carries out --where, --sort and --limit. */
  readonly rowOptions: RowOptions;
  readonly query: Query | undefined;
  /** Rows as they come; a table waits for the last. An export asks `paging` what the pages told. */
  rows(rows: AsyncIterable<Row> | Iterable<Row>, paging?: Paging): Promise<void>;
  record(record: Row): Promise<void>;
  /** Bare values, a line each; rows with one field in the structured formats. */
  values(field: string, values: AsyncIterable<string> | Iterable<string>): Promise<void>;
  /** Text of our own making: scripts, topics. */
  text(text: string): Promise<void>;
  /** Text somebody else wrote: safe on a terminal, as it is into a file or pipe. */
  document(text: string): Promise<void>;
}

export interface OutputInput {
  readonly stdout: OutputStream;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly format: string;
  /** The columns and kind of result of the command. */
  readonly command: { readonly fields?: FieldList; readonly scalar?: boolean };
  readonly rows: RowOptions;
  readonly terminal: Terminal;
  readonly pager: string;
  readonly escapeFormulas: boolean;
  /** Of `--query`. */
  readonly query?: Query | undefined;
}

const noFields: FieldList = { all: [], table: [] };

const chooseFormat = ({ format, command, rows, terminal, query }: OutputInput): Format => {
  if (query !== undefined) return formatWithQuery(format);
  if (format === '') {
    if (command.scalar === true || terminal.outIsTty) return 'table';
    return rows.all === true ? 'ndjson' : 'json';
  }
  const found = formats.find((known) => known === format);
  if (found === undefined) {
    throw new CliError('E-USAGE', `There is no output format "${format}".${didYouMean(format, formats)}`, {
      hint: `Formats: ${formats.join(', ')}.`,
    });
  }
  return found;
};

async function* iterate<T>(values: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* values;
}

/** The row as a table shows it: texts in place of the numbers that stand for them. */
const withTexts = (row: Row, values: NonNullable<FieldList['values']>): Row => {
  const texts = Object.entries(values).flatMap(([field, codes]) => {
    const text = Object.entries(codes).find(([, code]) => typeof code === 'number' && code === row[field])?.[0];
    return text === undefined ? [] : [[field, text] as const];
  });
  return { ...row, ...Object.fromEntries(texts) };
};

async function* rowsWithTexts(rows: AsyncIterable<Row>, values: NonNullable<FieldList['values']>): AsyncGenerator<Row> {
  for await (const row of rows) yield withTexts(row, values);
}

export const createOutput = (input: OutputInput): Output => {
  const { command, terminal, rows: rowOptions } = input;
  const format = chooseFormat(input);
  const list = command.fields ?? noFields;
  const style = {
    width: terminal.outIsTty ? terminal.columns : undefined,
    colors: terminal.colorsOut,
    now: input.now,
    note: (text: string) => terminal.note(text),
  };
  const withSink = async (
    write: (writing: Parameters<typeof writeRecord>[2]) => Promise<void>,
    usual: readonly string[],
    id?: string,
  ) => {
    const sink = await openSink(input.pager, input.stdout);
    const fields = chooseFields(rowOptions.fields, usual, list);
    await write({
      fields,
      id: id ?? list.id ?? list.all[0] ?? 'id',
      sink,
      style,
      toTerminal: terminal.outIsTty,
      escapeFormulas: input.escapeFormulas,
      query: input.query,
    });
    await sink.end();
  };
  const written = async (text: string) => {
    const sink = await openSink(input.pager, input.stdout);
    await sink.write(text);
    await sink.end();
  };
  return {
    format,
    rowOptions,
    query: input.query,
    rows: (rows) =>
      withSink(
        (writing) => {
          const all = iterate(rows);
          const isPlain = format !== 'table' || list.values === undefined;
          return writeRows[format]({ ...writing, rows: isPlain ? all : rowsWithTexts(all, list.values ?? {}) });
        },
        format === 'table' ? list.table : list.all,
      ),
    record: (record) =>
      withSink(
        (writing) => writeRecord(format, format === 'table' ? withTexts(record, list.values ?? {}) : record, writing),
        format === 'table' ? list.table : list.all,
      ),
    values: (field, values) =>
      withSink(
        async (writing) => {
          async function* asRows() {
            for await (const value of iterate(values)) yield { [field]: value };
          }
          await writeRows[format === 'table' ? 'ids' : format]({ ...writing, rows: asRows() });
        },
        [field],
        field,
      ),
    text: (text) => written(linesForTerminal(text)),
    document: (text) => written(terminal.outIsTty ? linesForTerminal(text) : text),
  };
};
