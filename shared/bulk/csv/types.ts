import type { RowProblem } from '../problems.ts';
import type { Values } from '../values.ts';

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

export type Encoding = Exclude<NonNullable<ReadOptions['encoding']>, 'auto'>;
