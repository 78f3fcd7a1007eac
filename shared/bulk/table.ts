import type { BulkAction } from './action.ts';
import { readStart } from './csv/fileStart.ts';
import { matchHeader } from './csv/header.ts';
import type { CsvRecord } from './csv/readCsv.ts';
import { rangeBehind, rowSelection } from './csv/rowSelection.ts';
import { BulkError, type RowProblem } from './problems.ts';
import { rowReader } from './rowReader.ts';
import type { ByteSource, Delimiter, ReadOptions, TableRow } from './csv/types.ts';

/** The result of reading the header. */
export interface TableHead {
  readonly header: readonly string[];
  /** For each cell the column of the action, or null where it is ignored. */
  readonly columns: readonly (string | null)[];
  readonly delimiter: Delimiter;
  readonly encoding: string;
  /** What was detected and corrected, as texts: `UTF-8, delimiter ;`. */
  readonly notes: readonly string[];
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

/** Numbers the records of a pass from 1. Empty ones at the end of a file are no rows: spreadsheets leave them behind. */
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
 * Opens a file for an action: detects encoding, delimiter and columns, then yields its rows one by one in constant memory. Throws a
 * BulkError where the whole file is unreadable; everything else is a problem of its row.
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
    let lastRow = 0;
    for await (const batch of records()) {
      const body = isFirst ? batch.slice(1) : batch;
      isFirst = false;
      for (const { row, record } of number(body)) {
        lastRow = row;
        if (!isTaken(row) || (options.skipBlank === true && isEmpty(record))) continue;
        taken += 1;
        yield read(row, record);
      }
    }
    const behind = taken === 0 ? undefined : rangeBehind(options.rows, lastRow);
    if (behind !== undefined)
      throw new BulkError('E-CSV-ROWS', `The file has no row ${behind.trim()}; its last row is ${lastRow}.`);
    if (taken === 0)
      throw options.rows === undefined
        ? new BulkError('E-CSV-EMPTY')
        : new BulkError('E-CSV-EMPTY', `The file has none of the rows ${options.rows}.`, 'Name rows that it has.');
  }
  return { head, rows };
};

/** The result of checking a whole file. `warnings` do not stop it. */
export interface Validation {
  readonly head: TableHead;
  readonly rows: number;
  readonly problems: number;
  readonly warnings: number;
  /** Number of problems by code. */
  readonly codes: Readonly<Record<string, number>>;
}

/** Reads the whole file offline and reports every problem in file order (bulk guide, "validate"). */
export const validateTable = async (
  table: Table,
  report: (problem: RowProblem, isWarning: boolean) => void | Promise<void>,
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
      await report(problem, false);
    }
    for (const warning of warnings) {
      codes[warning.code] = (codes[warning.code] ?? 0) + 1;
      await report(warning, true);
    }
    onRow?.(sum.rows);
  }
  return { head: table.head, ...sum, codes };
};
