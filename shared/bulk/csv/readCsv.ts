import { thousands } from '../../rules/thousands.ts';
import { parse } from 'csv-parse';
import { BulkError } from '../problems.ts';
import type { Delimiter } from './types.ts';

/** One record and the line of the file in which it starts. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A longer record has a quote that was never closed; without the limit it would contain the rest of the file. */
const maxRecordBytes = 16 * 1024 * 1024;

const lineBreak = /\r\n|\n|\r/g;
const breaksIn = (cell: string): number =>
  cell.includes('\n') || cell.includes('\r') ? (cell.match(lineBreak)?.length ?? 0) : 0;

const linesOf = (cells: readonly string[]): number => cells.reduce((lines, cell) => lines + breaksIn(cell), 1);

interface ParserFault {
  readonly code?: string;
  readonly column?: number | string;
}

const inQuotes = 'Put the whole cell in quotes and double each quote inside it.';

/** Errors of the parser as problems. `line` is where the cell with the error starts. */
const asBulkError = (fault: Error & ParserFault, line: number): BulkError => {
  const cell = typeof fault.column === 'number' ? `cell ${thousands(fault.column + 1)}` : 'a cell';
  const position = `In ${cell} of line ${thousands(line)}`;
  switch (fault.code ?? '') {
    case 'CSV_QUOTE_NOT_CLOSED':
      return new BulkError('E-CSV-QUOTES', `The quote opened in line ${thousands(line)} is never closed.`);
    case 'CSV_MAX_RECORD_SIZE':
      return new BulkError(
        'E-CSV-QUOTES',
        `The record around line ${thousands(line)} is longer than 16 MB; a quote opened there is not closed.`,
      );
    case 'CSV_INVALID_CLOSING_QUOTE':
      return new BulkError('E-CSV-QUOTES', `${position} something follows a closing quote.`, inQuotes);
    case 'INVALID_OPENING_QUOTE':
      return new BulkError(
        'E-CSV-QUOTES',
        `${position} a quote stands inside a cell that has none around it.`,
        inQuotes,
      );
    default:
      return new BulkError('E-CSV-QUOTES', `${position} the file cannot be read as CSV.`);
  }
};

/** Line breaks in the cells of the record in which the parser stopped; they are in its state, not in its error. */
const breaksBefore = (parser: object): number => {
  const state: unknown = Reflect.get(parser, 'state');
  const cells: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'record') : [];
  if (!Array.isArray(cells)) return 0;
  return cells.reduce<number>((breaks, cell) => breaks + (typeof cell === 'string' ? breaksIn(cell) : 0), 0);
};

/**
 * Records of a CSV text, one step at a time: the next step is read when the records of this one are consumed, so memory stays constant.
 * Lines are counted from the line breaks inside the cells, because the parser counts a CRLF in quotes twice.
 */
export async function* readCsv(
  texts: AsyncIterable<string>,
  delimiter: Delimiter,
  firstLine: number,
): AsyncGenerator<readonly CsvRecord[]> {
  let line = firstLine;
  let batch: CsvRecord[] = [];
  let fault: Error | undefined;
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: maxRecordBytes,
    // Taken here: no record waits in the stream.
    on_record: (cells: string[]) => {
      batch.push({ line, cells });
      line += linesOf(cells);
      return null;
    },
  });
  parser.on('error', (error) => {
    fault = error;
  });
  const taken = (): readonly CsvRecord[] => {
    const records = batch;
    batch = [];
    return records;
  };
  const step = (start: (done: () => void) => void): Promise<void> =>
    new Promise((resolve) => {
      start(() => resolve());
    });
  // Not destroyed after an early end: it holds nothing but memory, and the streams of browsers have no destroy.
  for await (const text of texts) {
    await step((done) => parser.write(text, done));
    if (batch.length > 0) yield taken();
    if (fault) throw asBulkError(fault, line + breaksBefore(parser));
  }
  await step((done) => {
    parser.once('error', done);
    parser.end(done);
  });
  if (batch.length > 0) yield taken();
  if (fault) throw asBulkError(fault, line + breaksBefore(parser));
}
