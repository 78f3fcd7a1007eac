import { BulkError } from '../problems.ts';
import type { Delimiter } from './types.ts';

/** What stands before the header, and where the header starts. */
export interface Preamble {
  /** Characters before the header line. */
  readonly length: number;
  /** Line of the file the header starts in. */
  readonly line: number;
  readonly comments: number;
  /** What a line `sep=;` says, as spreadsheet programs write it. */
  readonly delimiter: Delimiter | null;
  /** The header line, or what is there of it. */
  readonly header: string;
}

const delimiters: readonly Delimiter[] = [',', ';', '\t', '|'];

/** Longest text before the rows; what is longer is no header. */
const mostCharacters = 4_000_000;

// A spreadsheet program saves a comment line as a row: perhaps quoted, and filled up with delimiters.
const comment = /^"?#/;
const empty = /^[\s,;|]*$/;
const separator = /^"?sep=([,;|\t])"?[,;|\t]*$/i;

interface Line {
  readonly text: string;
  readonly end: number;
}

/** The line that starts at `from`; undefined while its end is not in the text. */
const lineAt = (text: string, from: number, isAll: boolean): Line | undefined => {
  const found = /\r\n|\n|\r/g;
  found.lastIndex = from;
  const end = found.exec(text);
  // A return at the very end may be half of a line end.
  if (end === null || (end[0] === '\r' && found.lastIndex === text.length && !isAll))
    return isAll && from < text.length ? { text: text.slice(from), end: text.length } : undefined;
  return { text: text.slice(from, end.index), end: found.lastIndex };
};

const preambleOf = (text: string, isAll: boolean): Preamble | undefined => {
  let from = 0;
  let line = 1;
  let comments = 0;
  let delimiter: Delimiter | null = null;
  for (;;) {
    const found = lineAt(text, from, isAll);
    if (found === undefined) return undefined;
    const said = separator.exec(found.text)?.[1];
    if (said !== undefined) delimiter = said as Delimiter;
    else if (comment.test(found.text)) comments += 1;
    else if (!empty.test(found.text)) return { length: from, line, comments, delimiter, header: found.text };
    from = found.end;
    line += 1;
  }
};

/** Reads up to the end of the header line. */
export const readPreamble = async (texts: AsyncIterable<string>): Promise<Preamble> => {
  let text = '';
  for await (const piece of texts) {
    text += piece;
    const found = preambleOf(text, false);
    if (found) return found;
    if (text.length > mostCharacters)
      throw new BulkError('E-CSV-HEADER', 'No header line ends within the first 4,000,000 characters.');
  }
  const found = preambleOf(text, true);
  if (found) return found;
  throw new BulkError('E-CSV-EMPTY');
};

const outsideQuotes = (header: string, delimiter: Delimiter): number =>
  header.replace(/"(?:[^"]|"")*("|$)/g, '').split(delimiter).length - 1;

/** The delimiter the header has most of, outside quotes; a header with none is one column. */
export const sniffDelimiter = (header: string): Delimiter => {
  const counts = delimiters.map((delimiter) => outsideQuotes(header, delimiter));
  const most = Math.max(...counts);
  return most === 0 ? ',' : (delimiters[counts.indexOf(most)] ?? ',');
};

/** What a delimiter is called in notes. */
export const delimiterName = (delimiter: Delimiter): string => (delimiter === '\t' ? 'TAB' : delimiter);

/** The texts without their first characters. */
export async function* afterCharacters(texts: AsyncIterable<string>, count: number): AsyncGenerator<string> {
  let left = count;
  for await (const text of texts) {
    if (left >= text.length) left -= text.length;
    else {
      yield left === 0 ? text : text.slice(left);
      left = 0;
    }
  }
}
