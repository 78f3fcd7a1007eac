import { type FieldList, chooseFields, type Row } from './fields.ts';
import { CliError } from '../errors.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';
import type { Io, OutputStream } from '../io.ts';
import type { Terminal } from '../terminal.ts';
import { type Format, formats } from './fields.ts';
import { writeRecord, writeRows } from './formats.ts';
import { formatWithQuery, type Query } from './query.ts';
import { linesForTerminal } from './cells.ts';
import { openTextOutput } from './textOutput.ts';

/** The flags of read commands that select rows and fields. */
export interface RowOptions {
  readonly fields?: string;
  readonly where?: readonly string[];
  readonly sort?: string;
  readonly limit?: number;
  readonly all?: boolean;
  /** Rows go to a file: all of them, in pages of this size if one is named. */
  readonly export?: { readonly since?: string | undefined; readonly pageSize?: number | undefined };
}

/** The pages of a list; updated while its rows are read. */
export interface Paging {
  pages: number;
  /** The server's count with the first and with the last page. */
  totalCount: { readonly start: number; readonly end: number } | null;
  duplicatesDropped: number;
  /** Each row has an id, and no id comes twice. */
  hasOwnIds: boolean;
  /** Rows were left out here, so that the server's count is not that of the rows. */
  isNarrowed: boolean;
  /** Why the rows are not all that the command stands for; an export says so. */
  readonly leftOut?: string | undefined;
}

/** A command writes to stdout only through this, so that stdout has the result and nothing else. */
export interface Output {
  readonly format: Format;
  /** The row flags; `listing.ts` applies --where, --sort and --limit. */
  readonly rowOptions: RowOptions;
  readonly query: Query | undefined;
  /** Rows as they arrive; a table waits for the last. An export reads `paging`. */
  rows(rows: AsyncIterable<Row> | Iterable<Row>, paging?: Paging): Promise<void>;
  record(record: Row): Promise<void>;
  /** Whether a record is displayed with this field. */
  shows(field: string): boolean;
  /** Bare values, a line each; rows with one field in the structured formats. */
  values(field: string, values: AsyncIterable<string> | Iterable<string>): Promise<void>;
  /** Text of carepost itself: scripts, help topics. */
  text(text: string): Promise<void>;
  /** Text of other authors: safe on a terminal, unchanged in a file or pipe. */
  document(text: string): Promise<void>;
  /** The output of this run for rows of another shape than the command's own, such as the plan of a dry run. */
  with(other: Partial<Pick<OutputInput, 'command' | 'rows' | 'format' | 'pager'>>): Output;
}

interface OutputInput {
  readonly stdout: OutputStream;
  readonly env: Io['env'];
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
  const known = formats.find((one) => one === format);
  if (known === 'ids' && command.fields?.id === null)
    throw new CliError('E-USAGE', 'The rows of this command have no ids.', {
      hint: 'Choose fields instead: --output csv --fields <fields>; --fields ? lists them.',
    });
  if (known !== undefined) return known;
  throw new CliError('E-USAGE', `There is no output format "${format}".${didYouMean(format, formats)}`, {
    hint: `Formats: ${formats.join(', ')}.`,
  });
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
  /** Writes fields of rows: those of --fields, else the default ones. */
  const writeFields = async (
    write: (writing: Parameters<typeof writeRecord>[2]) => Promise<void>,
    defaults: readonly string[] = format === 'table' ? list.table : list.all,
    id: string = list.id ?? list.all[0] ?? 'id',
  ) => {
    const out = await openTextOutput(input.pager, input);
    const { escapeFormulas, query } = input;
    const fields = chooseFields(rowOptions.fields, defaults, list);
    const isRequested = rowOptions.fields !== undefined;
    await write({ fields, isRequested, id, out, style, toTerminal: terminal.outIsTty, escapeFormulas, query });
    await out.end();
  };
  const writeText = async (text: string) => {
    const out = await openTextOutput(input.pager, input);
    await out.write(text);
    await out.end();
  };
  return {
    format,
    rowOptions,
    query: input.query,
    rows: (rows) =>
      writeFields((writing) => {
        const all = iterate(rows);
        const isPlain = format !== 'table' || list.values === undefined;
        return writeRows[format]({ ...writing, rows: isPlain ? all : rowsWithTexts(all, list.values ?? {}) });
      }),
    record: (record) =>
      writeFields((writing) =>
        writeRecord(format, format === 'table' ? withTexts(record, list.values ?? {}) : record, writing),
      ),
    shows(field) {
      const fields = chooseFields(rowOptions.fields, format === 'table' ? list.table : list.all, list);
      if (format === 'ids' || !fields.includes(field)) return false;
      const sample = crypto.randomUUID();
      return input.query === undefined || JSON.stringify(input.query({ [field]: sample }) ?? '').includes(sample);
    },
    values: (field, values) =>
      writeFields(
        async (writing) => {
          async function* asRows() {
            for await (const value of values) yield { [field]: value };
          }
          await writeRows[format === 'table' ? 'ids' : format]({ ...writing, rows: asRows() });
        },
        [field],
        field,
      ),
    text: (text) => writeText(linesForTerminal(text)),
    document: (text) => writeText(terminal.outIsTty ? linesForTerminal(text) : text),
    with: (other) => createOutput({ ...input, format, ...other }),
  };
};
