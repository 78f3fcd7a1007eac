import { thousands } from '../rules/thousands.ts';
import { didYouMean } from '../rules/suggest.ts';
import { visibleTextProblem } from '../rules/visibleText.ts';
import type { Column } from './action.ts';
import type { BulkCode, CellProblem } from './problems.ts';
import type { CellValue } from './values.ts';

/** A cell as it was read. Undefined is a blank one: the current value stays. */
export interface ReadCell {
  readonly value?: CellValue;
  readonly problem?: CellProblem;
  readonly warning?: CellProblem;
}

const noCell: ReadCell = {};

const problemOf = (column: Column, code: BulkCode, message: string): ReadCell => ({
  problem: { column: column.name, code, message },
});

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

/** Shows only the start of a long cell. */
export const quoted = (text: string): string => (text.length > 60 ? `"${text.slice(0, 57)}..."` : `"${text}"`);

const readFlag = (column: Column, text: string): ReadCell => {
  const value = flags.get(text.toLowerCase());
  if (value !== undefined) return { value };
  return problemOf(column, 'E-CELL-FLAG', `${column.name} is ${quoted(text)}; use true, false, yes, no, 1 or 0.`);
};

// A spreadsheet program may write 3 as 3.0 or 3,0.
const wholeNumber = /^[+-]?\d+(?:[.,]0+)?$/;

const readNumber = (column: Column, text: string): ReadCell => {
  const { min, max, name } = column;
  const value = wholeNumber.test(text) ? Number.parseInt(text, 10) : Number.NaN;
  const isWithin = value >= (min ?? -Infinity) && value <= (max ?? Infinity);
  if (Number.isSafeInteger(value) && isWithin) return { value };
  const from = min === undefined ? '' : ` from ${thousands(min)}`;
  const to = max === undefined ? '' : ` to ${thousands(max)}`;
  return problemOf(column, 'E-CELL-NUMBER', `${name} is ${quoted(text)}; it takes a whole number${from}${to}.`);
};

const readWord = (column: Column, text: string, allowed: readonly string[]): ReadCell => {
  const value = allowed.find((word) => word.toLowerCase() === text.toLowerCase());
  if (value !== undefined) return { value };
  return problemOf(
    column,
    'E-CELL-WORD',
    `${column.name} is ${quoted(text)}; it may be ${allowed.join(', ')}.${didYouMean(text.slice(0, 60), allowed)}`,
  );
};

const tooLong = ({ name, maxLength }: Column, text: string): string | null =>
  maxLength === undefined || text.length <= maxLength
    ? null
    : `${name} has ${thousands(text.length)} characters; it may have ${thousands(maxLength)}.`;

const readList = (column: Column, text: string): ReadCell => {
  const value = [...new Set(text.split('|').map((entry) => entry.trim()))].filter((entry) => entry !== '');
  if (value.length === 0)
    return problemOf(
      column,
      'E-CELL-RULE',
      `${column.name} is a list without entries; write a|b|c, or \\N to clear it.`,
    );
  const long = value.map((entry) => tooLong(column, entry)).find((message) => message !== null);
  return long === undefined ? { value } : problemOf(column, 'E-CELL-LENGTH', `An entry of ${long}`);
};

/** The rule of `requiredText` and `optionalText` of the contract. A cell without a field names what exists already, in whatever form. */
const unclear = ({ name, field, required, keeps, lines }: Column, text: string): string | null => {
  const isName = (required === true || keeps === true) && lines !== 'many';
  const problem = field === undefined ? null : visibleTextProblem(text, isName ? 'one' : 'many');
  return problem && `${name} ${problem}.`;
};

const readText = (column: Column, text: string): ReadCell => {
  const long = tooLong(column, text);
  if (long !== null) return problemOf(column, 'E-CELL-LENGTH', long);
  const message = unclear(column, text);
  return message === null ? { value: text } : problemOf(column, 'E-CELL-CHARACTER', message);
};

const readKind = (column: Column, text: string): ReadCell => {
  switch (column.kind) {
    case 'text':
      return readText(column, text);
    case 'number':
      return readNumber(column, text);
    case 'flag':
      return readFlag(column, text);
    case 'list':
      return readList(column, text);
    default:
      return readWord(column, text, column.kind.allowed);
  }
};

// Characters that need a closer look: NUL, and the fixed blanks and typographic quotes of word processors.
const unusual = /[\0\u00a0\u202f\u2007\ufeff\u200b“”„‟«»‘’‚‛]/;
const fixedBlanks = /[\u00a0\u202f\u2007]/g;
const widthless = /[\ufeff\u200b]/g;
const wrapped = /^[“”„‟«»]([^“”„‟«»]*)[“”„‟«»]$/;
const wrappedSingly = /^[‘’‚‛]([^‘’‚‛]*)[‘’‚‛]$/;
const typographic = /[“”„‟«»‘’‚‛]/;

/** A cell without the changes that word processors make, and a description of them. Quotes inside a text stay: a name may have them. */
const plainCell = (text: string): { readonly text: string; readonly done: string | null } => {
  const plain = text.replace(widthless, '').replace(fixedBlanks, ' ');
  const trimmed = plain.trim();
  const bare = (wrapped.exec(trimmed)?.[1] ?? wrappedSingly.exec(trimmed)?.[1] ?? trimmed).trim();
  if (bare !== trimmed) return { text: bare, done: 'the typographic quotes around it were removed' };
  if (plain !== text) return { text: bare, done: 'non-breaking spaces were removed or replaced by spaces' };
  return { text: bare, done: typographic.test(bare) ? 'typographic quotes inside it were not changed' : null };
};

const withWarning = (column: Column, text: string): ReadCell => {
  if (text.includes('\0'))
    return problemOf(column, 'E-CELL-CHARACTER', `${column.name} holds a NUL character; remove it.`);
  const plain = plainCell(text);
  const read = plain.text === '' ? noCell : readKind(column, plain.text);
  if (plain.done === null) return read;
  return {
    ...read,
    warning: { column: column.name, code: 'W-CELL-PUNCTUATION', message: `${column.name}: ${plain.done}.` },
  };
};

export interface CellReading {
  /** The text that clears a value; `\N` by default. */
  readonly nullToken?: string;
  /** The cell was typed and never in a spreadsheet or word processor: its punctuation is intended. */
  readonly exact?: boolean;
}

/** Reads one cell by the rules of its column (bulk guide, "cells"): a blank keeps the current value, the null token clears it. */
export const readCell = (
  column: Column,
  cell: string,
  { nullToken = '\\N', exact = false }: CellReading = {},
): ReadCell => {
  if (cell === '') return noCell;
  if (exact ? cell.includes('\0') : unusual.test(cell)) return withWarning(column, cell);
  const text = cell.trim();
  if (text === '') return noCell;
  if (text !== nullToken) return readKind(column, text);
  if (column.required !== true && column.keeps !== true) return { value: null };
  return problemOf(column, 'E-CELL-KEEPS', `${column.name} cannot be cleared.`);
};

const textOf = (value: Exclude<CellValue, null>): string => (Array.isArray(value) ? value.join('|') : String(value));

/** A value as the text of a cell; blank, which keeps the current value, where there is none. */
export const cellText = (value: CellValue | undefined): string =>
  value === null || value === undefined ? '' : textOf(value);
