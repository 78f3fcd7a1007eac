import { BulkError } from '../problems.ts';
import type { Delimiter } from './types.ts';

/** The lines before the header, and the start of the header. */
export interface Preamble {
  /** Characters before the header line. */
  readonly length: number;
  /** Line of the file in which the header starts. */
  readonly line: number;
  readonly comments: number;
  /** The delimiter in a line `sep=;`, as spreadsheet programs write it. */
  readonly delimiter: Delimiter | null;
  /** The header line, or its part that was read. */
  readonly header: string;
}

const delimiters: readonly Delimiter[] = [',', ';', '\t', '|'];

/** Maximum length of the text before the rows; a longer one is no header. */
const maxCharacters = 4_000_000;

// A spreadsheet program saves a comment line as a row: perhaps quoted, and padded with delimiters.
const comment = /^"?#/;
const empty = /^[\s,;|]*$/;
const separator = /^"?sep=([,;|\t])"?[,;|\t]*$/i;

interface Line {
  readonly text: string;
  readonly end: number;
}

/** The line that starts at `from`; undefined while its end was not read. */
const lineAt = (text: string, from: number, isAll: boolean): Line | undefined => {
  const match = /\r\n|\n|\r/g;
  match.lastIndex = from;
  const end = match.exec(text);
  // A return at the very end may be half of a line end.
  if (end === null || (end[0] === '\r' && match.lastIndex === text.length && !isAll))
    return isAll && from < text.length ? { text: text.slice(from), end: text.length } : undefined;
  return { text: text.slice(from, end.index), end: match.lastIndex };
};

const preambleOf = (text: string, isAll: boolean): Preamble | undefined => {
  let from = 0;
  let line = 1;
  let comments = 0;
  let delimiter: Delimiter | null = null;
  for (;;) {
    const match = lineAt(text, from, isAll);
    if (match === undefined) return undefined;
    const said = separator.exec(match.text)?.[1];
    if (said !== undefined) delimiter = said as Delimiter;
    else if (comment.test(match.text)) comments += 1;
    else if (!empty.test(match.text)) return { length: from, line, comments, delimiter, header: match.text };
    from = match.end;
    line += 1;
  }
};

/** Reads up to the end of the header line. */
export const readPreamble = async (texts: AsyncIterable<string>): Promise<Preamble> => {
  let text = '';
  for await (const piece of texts) {
    text += piece;
    const match = preambleOf(text, false);
    if (match) return match;
    if (text.length > maxCharacters)
      throw new BulkError('E-CSV-HEADER', 'No header line ends within the first 4,000,000 characters.');
  }
  const match = preambleOf(text, true);
  if (match) return match;
  throw new BulkError('E-CSV-EMPTY');
};

const outsideQuotes = (header: string, delimiter: Delimiter): number =>
  header.replace(/"(?:[^"]|"")*("|$)/g, '').split(delimiter).length - 1;

/** The most frequent delimiter of the header outside quotes; a header without one has one column. */
export const sniffDelimiter = (header: string): Delimiter => {
  const counts = delimiters.map((delimiter) => outsideQuotes(header, delimiter));
  const highest = Math.max(...counts);
  return highest === 0 ? ',' : (delimiters[counts.indexOf(highest)] ?? ',');
};

/** Name of a delimiter in notes. */
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
