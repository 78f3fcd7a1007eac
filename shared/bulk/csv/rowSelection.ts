import { BulkError } from '../problems.ts';

const range = /^(\d{1,9})(?:\s*-\s*(\d{1,9})?)?$/;

const rangeOf = (part: string): readonly [number, number] => {
  const match = range.exec(part.trim());
  const [, first = '', last] = match ?? [];
  const from = Number(first);
  const to = last === undefined ? (part.includes('-') ? Infinity : from) : Number(last);
  if (!match || from < 1 || to < from)
    throw new BulkError('E-CSV-ROWS', `"${part.trim().slice(0, 40)}" is neither a row number nor a range of rows.`);
  return [from, to];
};

/** The first range of a list that begins behind the last row; undefined where all of them begin in the file. */
export const rangeBehind = (list: string | undefined, lastRow: number): string | undefined =>
  list?.split(',').find((part) => rangeOf(part)[0] > lastRow);

/** Parses `1-50,99` (or `100-`, to the end) into a predicate on row numbers. Without a list every row is selected. */
export const rowSelection = (list: string | undefined): ((row: number) => boolean) => {
  if (list === undefined) return () => true;
  const ranges = list.split(',').map(rangeOf);
  return (row) => ranges.some(([from, to]) => row >= from && row <= to);
};
