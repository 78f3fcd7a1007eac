import { CliError } from '../errors.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';

/** The formats of a result. */
export const formats = ['table', 'json', 'ndjson', 'csv', 'yaml', 'ids'] as const;
export type Format = (typeof formats)[number];

/** Columns a read command can show: all of them, dotted where nested, and the default columns of a table. */
export interface FieldList {
  readonly all: readonly string[];
  readonly table: readonly string[];
  /**
   * Fields with a fixed set of values: their texts, or texts by the number that stands for each. --where refuses other values; a table shows
   * the text.
   */
  readonly values?: Readonly<Record<string, readonly string[] | Readonly<Record<string, number>>>>;
  /** What `--output ids` prints; the first field unless named. Null: no field names a row, and the format is refused. */
  readonly id?: string | null;
  /** The field with the time of a row, in lists with the newest row first; --since of an export compares it. */
  readonly since?: string;
}

export type Row = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a dotted path: `address.city`. */
export const valueAt = (row: unknown, path: string): unknown => {
  // Most names have no dot, and a list has millions of cells.
  if (!path.includes('.')) return isRecord(row) ? row[path] : undefined;
  let value = row;
  for (const step of path.split('.')) {
    if (!isRecord(value)) return undefined;
    value = value[step];
  }
  return value;
};

const setAt = (target: Record<string, unknown>, path: string, value: unknown): void => {
  const steps = path.split('.');
  const last = steps.pop() ?? path;
  let parent = target;
  for (const step of steps) {
    const inner = parent[step];
    const next = isRecord(inner) ? inner : {};
    parent[step] = next;
    parent = next;
  }
  parent[last] = value;
};

/** The row with the named fields only, nested as it was. */
export const pick = (row: Row, fields: readonly string[]): Row => {
  const picked: Record<string, unknown> = {};
  for (const field of fields) {
    const value = valueAt(row, field);
    if (value !== undefined) setAt(picked, field, value);
  }
  return picked;
};

/** A field may be named that holds others: `address` stands for all of `address.…`. */
const known = (field: string, list: FieldList): boolean =>
  list.all.includes(field) || list.all.some((name) => name.startsWith(`${field}.`));

export const checkField = (field: string, list: FieldList, flag = ''): string => {
  if (known(field, list)) return field;
  const problem =
    flag === '' ? `There is no field "${field}".` : `${flag} names the field "${field}", which does not exist.`;
  throw new CliError('E-USAGE', `${problem}${didYouMean(field, list.all)}`, {
    hint: `--fields '?' lists the fields.`,
  });
};

const expand = (field: string, list: FieldList): readonly string[] =>
  list.all.includes(field) ? [field] : list.all.filter((name) => name.startsWith(`${field}.`));

/** `a,b` replaces the default fields; `+a` adds to them, `-b` removes. Throws a usage error for an unknown field. */
export const chooseFields = (
  text: string | undefined,
  defaults: readonly string[],
  list: FieldList,
): readonly string[] => {
  if (text === undefined) return defaults;
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.length === 0)
    throw new CliError('E-USAGE', `"${text}" names no field.`, { hint: `--fields '?' lists the fields.` });
  const plain = words.filter((word) => !/^[+-]/.test(word));
  let chosen = plain.length > 0 ? plain.flatMap((word) => expand(checkField(word, list), list)) : [...defaults];
  for (const word of words.filter((candidate) => /^[+-]/.test(candidate))) {
    const named = expand(checkField(word.slice(1), list), list);
    chosen = chosen.filter((field) => !named.includes(field));
    if (word.startsWith('+')) chosen.push(...named);
  }
  if (chosen.length === 0) throw new CliError('E-USAGE', '--fields leaves no field.');
  return chosen;
};

export interface SortBy {
  readonly field: string;
  readonly descending: boolean;
}

/** `name` or `name:desc`. */
export const parseSort = (text: string, list: FieldList): SortBy => {
  const [field = '', direction = 'asc'] = text.split(':');
  if (direction !== 'asc' && direction !== 'desc') {
    throw new CliError('E-USAGE', `--sort "${text}" is not a sort order.`, { hint: 'Write name or name:desc.' });
  }
  return { field: checkField(field, list, '--sort'), descending: direction === 'desc' };
};

/** Numbers and flags by value, texts as people sort them; empty values come last in both directions. */
export const sortRows = (rows: Row[], { field, descending }: SortBy): Row[] => {
  const sign = descending ? -1 : 1;
  const collator = new Intl.Collator('en', { numeric: true });
  return rows.sort((a, b) => {
    const [left, right] = [valueAt(a, field), valueAt(b, field)];
    const [noLeft, noRight] = [left === null || left === undefined, right === null || right === undefined];
    if (noLeft || noRight) return Number(noLeft) - Number(noRight);
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right);
    return sign * collator.compare(String(left), String(right));
  });
};
