import type { BulkAction } from './action.ts';
import { readStart } from './csv/fileStart.ts';
import { matchHeader } from './csv/header.ts';
import type { CsvRecord } from './csv/readCsv.ts';
import { rowSelection } from './csv/rowSelection.ts';
import { BulkError, type RowProblem } from './problems.ts';
import { rowReader } from './rowReader.ts';
import type { Values } from './values.ts';

/** Bytes that can be gone through more than once: a file, or what was dropped on a page. */
export interface ByteSource {
  readonly name: string;
  chunks(): AsyncIterable<Uint8Array>;
}

export type Delimiter = ',' | ';' | '\t' | '|';

/** How a file is to be read (bulk guide, "the file"). */
export interface ReadOptions {
  readonly delimiter?: Delimiter | 'auto';
  readonly encoding?: 'auto' | 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  /** Header as it stands in the file → column of the action; null ignores the column. */
  readonly map?: Readonly<Record<string, string | null>>;
  /** Leaves empty rows out instead of refusing them. */
  readonly skipBlank?: boolean;
  /** Stands for "clear"; `\N` unless given. */
  readonly nullToken?: string;
  /** Takes the `'` off cells that were disarmed for a spreadsheet. */
  readonly unescapeFormulas?: boolean;
  /** The cells were typed or come from a program, not from a spreadsheet: punctuation is kept, and with `_base`, 2134 instead of 02134 is an edit, no damage. */
  readonly exact?: boolean;
  /** Records to take, `1-50,99`; all unless given. */
  readonly rows?: string;
}

/** What the first line told. */
export interface TableHead {
  readonly header: readonly string[];
  /** For each cell the column of the action, or null where it is ignored. */
  readonly columns: readonly (string | null)[];
  readonly delimiter: Delimiter;
  readonly encoding: string;
  /** What was chosen and what was put right, in words: `UTF-8, delimiter ;`. */
  readonly notes: readonly string[];
}

/** One record, read and checked by itself and against the rows before it. */
export interface TableRow {
  readonly row: number;
  readonly line: number;
  readonly cells: readonly string[];
  readonly values: Values;
  /** `_base` of the row as it stood, where the file has one. */
  readonly base?: string;
  readonly problems: readonly RowProblem[];
  readonly warnings: readonly RowProblem[];
}

export interface Table {
  readonly head: TableHead;
  rows(): AsyncIterable<TableRow>;
}

const isEmpty = ({ cells }: CsvRecord): boolean => cells.every((cell) => cell.trim() === '');

interface Numbered {
  readonly row: number;
  readonly record: CsvRecord;
}

/** Gives the records of a pass their numbers, from 1. Empty ones at the end of a file are no rows: spreadsheets leave them behind. */
const numbering = (): ((batch: readonly CsvRecord[]) => Numbered[]) => {
  let row = 0;
  let waiting: CsvRecord[] = [];
  const next = (record: CsvRecord): Numbered => ({ row: (row += 1), record });
  return (batch) => {
    const taken: Numbered[] = [];
    for (const record of batch) {
      if (isEmpty(record)) waiting.push({ line: record.line, cells: [] });
      else {
        for (const blank of waiting) taken.push(next(blank));
        if (waiting.length > 0) waiting = [];
        taken.push(next(record));
      }
    }
    return taken;
  };
};

/**
 * Opens a file for an action: finds encoding, delimiter and columns, then gives its rows one by one in constant memory. Throws a
 * BulkError for what makes the whole file unreadable; everything else is a problem of its row.
 */
export const openTable = async (source: ByteSource, action: BulkAction, options: ReadOptions = {}): Promise<Table> => {
  const isTaken = rowSelection(options.rows);
  const { header, delimiter, encoding, notes, records } = await readStart(source, options);
  const match = matchHeader(header, action, options.map ?? {});
  const head: TableHead = {
    header,
    columns: match.columns,
    delimiter,
    encoding,
    notes: [...notes, ...(match.ignored.length === 0 ? [] : [`columns left out: ${match.ignored.join(', ')}`])],
  };

  async function* rows(): AsyncGenerator<TableRow> {
    const read = rowReader(action, head.header, match, options);
    const number = numbering();
    let isFirst = true;
    let taken = 0;
    for await (const batch of records()) {
      const body = isFirst ? batch.slice(1) : batch;
      isFirst = false;
      for (const { row, record } of number(body)) {
        if (!isTaken(row) || (options.skipBlank === true && isEmpty(record))) continue;
        taken += 1;
        yield read(row, record);
      }
    }
    if (taken === 0)
      throw options.rows === undefined
        ? new BulkError('E-CSV-EMPTY')
        : new BulkError('E-CSV-EMPTY', `The file has none of the rows ${options.rows}.`, 'Name rows that it has.');
  }
  return { head, rows };
};

/** What a whole file came to. `warnings` do not stop it. */
export interface Validation {
  readonly head: TableHead;
  readonly rows: number;
  readonly problems: number;
  readonly warnings: number;
  /** How often each code was met. */
  readonly codes: Readonly<Record<string, number>>;
}

/** Goes through the whole file offline and tells every problem in file order (bulk guide, "validate"). */
export const validateTable = async (
  table: Table,
  tell: (problem: RowProblem, isWarning: boolean) => void | Promise<void>,
  onRow?: (rows: number) => void,
): Promise<Validation> => {
  const codes: Record<string, number> = {};
  const sum = { rows: 0, problems: 0, warnings: 0 };
  for await (const { problems, warnings } of table.rows()) {
    sum.rows += 1;
    sum.problems += problems.length;
    sum.warnings += warnings.length;
    for (const problem of problems) {
      codes[problem.code] = (codes[problem.code] ?? 0) + 1;
      await tell(problem, false);
    }
    for (const warning of warnings) {
      codes[warning.code] = (codes[warning.code] ?? 0) + 1;
      await tell(warning, true);
    }
    onRow?.(sum.rows);
  }
  return { head: table.head, ...sum, codes };
};
