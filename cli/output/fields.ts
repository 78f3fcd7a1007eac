import { CliError } from '../errors.ts';
import { didYouMean } from '../../shared/rules/suggest.ts';

/** Columns a read command can show: all of them, dotted where nested, and those a table shows unless asked otherwise. */
export interface FieldList {
  readonly all: readonly string[];
  readonly table: readonly string[];
  /**
   * Fields with a fixed set of values: their texts, or texts by the number that stands for each. --where refuses other values; a table shows
   * the text.
   */
  readonly values?: Readonly<Record<string, readonly string[] | Readonly<Record<string, number>>>>;
  /** What `--output ids` prints; the first field unless named. */
  readonly id?: string;
  /** The moment a row belongs to, in lists whose newest row comes first: what --since of an export looks at. */
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
  let place = target;
  for (const step of steps) {
    const inner = place[step];
    const next = isRecord(inner) ? inner : {};
    place[step] = next;
    place = next;
  }
  place[last] = value;
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

export const checkField = (field: string, list: FieldList, flag: string): string => {
  if (known(field, list)) return field;
  throw new CliError(
    'E-USAGE',
    `${flag} names the field "${field}", which does not exist.${didYouMean(field, list.all)}`,
    {
      hint: `--fields '?' lists the fields.`,
    },
  );
};

const expand = (field: string, list: FieldList): readonly string[] =>
  list.all.includes(field) ? [field] : list.all.filter((name) => name.startsWith(`${field}.`));

/** `a,b` replaces the usual fields; `+a` adds to them, `-b` takes away. Throws a usage error for an unknown one. */
export const chooseFields = (
  text: string | undefined,
  usual: readonly string[],
  list: FieldList,
): readonly string[] => {
  if (text === undefined) return usual;
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const plain = words.filter((word) => !/^[+-]/.test(word));
  let chosen =
    plain.length > 0 ? plain.flatMap((word) => expand(checkField(word, list, '--fields'), list)) : [...usual];
  for (const word of words.filter((candidate) => /^[+-]/.test(candidate))) {
    const named = expand(checkField(word.slice(1), list, '--fields'), list);
    chosen = chosen.filter((field) => !named.includes(field));
    if (word.startsWith('+')) chosen.push(...named);
  }
  if (chosen.length === 0) throw new CliError('E-USAGE', '--fields leaves no field.');
  return chosen;
};
