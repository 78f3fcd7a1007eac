/** The value of a cell: null clears; a column without a value keeps the current one. */
export type CellValue = string | number | boolean | readonly string[] | null;

/** Cells of a row by column name; a missing or blank cell has no entry and keeps the current value (cell rules of the bulk guide). */
export type Values = Readonly<Record<string, CellValue>>;

/** One cell that differs: current and desired value. `before` is null without a record. */
export interface Change {
  readonly column: string;
  readonly before: CellValue;
  readonly after: CellValue;
}

const byText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const canonical = (value: CellValue | undefined): string =>
  Array.isArray(value) ? JSON.stringify([...value].sort(byText)) : JSON.stringify(value ?? null);

/** Whether two cells have the same value: lists in any order, undefined and null alike. */
export const isSame = (one: CellValue | undefined, other: CellValue | undefined): boolean =>
  canonical(one) === canonical(other);

/** One text for the same values in any order: the input of hashes. */
export const canonicalText = (values: Values): string =>
  Object.keys(values)
    .sort(byText)
    .map((column) => `${column}=${canonical(values[column])}`)
    .join('\n');

/** The desired cells that differ from the current ones. */
export const changesBetween = (current: Values, desired: Values): Change[] =>
  Object.entries(desired)
    .filter(([column, after]) => !isSame(current[column], after))
    .map(([column, after]) => ({ column, before: current[column] ?? null, after }));
