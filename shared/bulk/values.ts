/** What a cell holds once it is read: null clears; a column without a value is left alone. */
export type CellValue = string | number | boolean | readonly string[] | null;

/** Cells of a row by column name; a missing or blank cell has no entry and leaves what stands as it is (cell rules of the bulk guide). */
export type Values = Readonly<Record<string, CellValue>>;

/** One cell that differs: what stands and what is wanted. `before` is null where nothing stands. */
export interface Change {
  readonly column: string;
  readonly before: CellValue;
  readonly after: CellValue;
}

const byText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const canonical = (value: CellValue | undefined): string =>
  Array.isArray(value) ? JSON.stringify([...value].sort(byText)) : JSON.stringify(value ?? null);

/** Whether two cells say the same: lists in any order, nothing and null alike. */
export const isSame = (one: CellValue | undefined, other: CellValue | undefined): boolean =>
  canonical(one) === canonical(other);

/** One text for the same values, whatever their order: what hashes are made of. */
export const canonicalText = (values: Values): string =>
  Object.keys(values)
    .sort(byText)
    .map((column) => `${column}=${canonical(values[column])}`)
    .join('\n');

/** The wanted cells that differ from what stands. */
export const changesBetween = (current: Values, desired: Values): Change[] =>
  Object.entries(desired)
    .filter(([column, after]) => !isSame(current[column], after))
    .map(([column, after]) => ({ column, before: current[column] ?? null, after }));
