import type { RowProblem } from '../problems.ts';
import type { Values } from '../values.ts';

/** Bytes that can be read more than once: a file, or what was dropped on a page. */
export interface ByteSource {
  readonly name: string;
  chunks(): AsyncIterable<Uint8Array>;
}

export type Delimiter = ',' | ';' | '\t' | '|';

/** How a file is to be read (bulk guide, "the file"). */
export interface ReadOptions {
  readonly delimiter?: Delimiter | 'auto';
  readonly encoding?: 'auto' | 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  /** Header of the file → column of the action; null ignores the column. */
  readonly map?: Readonly<Record<string, string | null>>;
  /** Skips empty rows instead of refusing them. */
  readonly skipBlank?: boolean;
  /** The text that clears a value; `\N` by default. */
  readonly nullToken?: string;
  /** Removes the `'` that protects cells against spreadsheets. */
  readonly unescapeFormulas?: boolean;
  /**
   * The cells were typed or come from a program, not from a spreadsheet: punctuation stays, and with `_base`, 2134 instead of 02134 is an
   * edit, not damage.
   */
  readonly exact?: boolean;
  /** Records to read, `1-50,99`; all by default. */
  readonly rows?: string;
}

/** One record, checked by itself and against the rows before it. */
export interface TableRow {
  readonly row: number;
  readonly line: number;
  readonly cells: readonly string[];
  readonly values: Values;
  /** The text of `_base` of the row, where the file has it. */
  readonly base?: string;
  readonly problems: readonly RowProblem[];
  readonly warnings: readonly RowProblem[];
}

export type Encoding = Exclude<NonNullable<ReadOptions['encoding']>, 'auto'>;
