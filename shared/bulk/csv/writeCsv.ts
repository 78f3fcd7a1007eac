import { stringify } from 'csv-stringify/sync';
import { protectQuoted } from './spreadsheetText.ts';
import type { Delimiter } from './types.ts';

export interface WriteOptions {
  readonly delimiter?: Delimiter;
  /** CRLF for spreadsheet programs on Windows; LF by default. */
  readonly crlf?: boolean;
  /** Starts the text with a byte order mark; for the first line of a file. */
  readonly bom?: boolean;
  /** Puts a `'` before cells that a spreadsheet would read as a formula. The reader removes it on request. */
  readonly escapeFormulas?: boolean;
}

/** One record of RFC 4180 with its line end. A lone return or line feed is quoted as well, because readers take it for a line end. */
export const csvLine = (cells: readonly string[], options: WriteOptions = {}): string => {
  const { delimiter = ',', crlf = false, bom = false, escapeFormulas = false } = options;
  const isBlank = cells.length < 2 && (cells[0] ?? '') === '';
  const text = stringify([escapeFormulas ? cells.map(protectQuoted) : [...cells]], {
    delimiter,
    bom,
    record_delimiter: crlf ? 'windows' : 'unix',
    escape_formulas: escapeFormulas,
    quoted_match: /[\r\n]/,
    // A record of one empty cell differs from an empty line.
    quoted_empty: isBlank,
  });
  return text;
};
