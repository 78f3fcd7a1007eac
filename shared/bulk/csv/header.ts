import { didYouMean } from '../../rules/suggest.ts';
import type { BulkAction } from '../action.ts';
import { BulkError, type BulkCode } from '../problems.ts';
import type { ReadOptions } from './types.ts';

/** The column of an export for change that contains the exported values (base.ts). */
export const baseColumn = '_base';

/** Maps each cell of a row to a column. */
export interface HeaderMatch {
  /** Column of the action per cell; null is ignored. */
  readonly columns: readonly (string | null)[];
  /** Position of `_base`, -1 without. */
  readonly base: number;
  /** Positions whose header is empty: a cell below them has no column. */
  readonly nameless: readonly number[];
  readonly ignored: readonly string[];
}

/** Headers match without case, blanks, underscores and other marks: `Number of users` is `number_of_users`. */
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

type Mapping = ReadonlyMap<string, string | null>;

const mappingOf = (
  map: NonNullable<ReadOptions['map']>,
  header: readonly string[],
  names: readonly string[],
): Mapping => {
  const mapping = new Map<string, string | null>();
  for (const [from, to] of Object.entries(map)) {
    const match =
      header.find((name) => name.trim() === from.trim()) ?? header.find((name) => plain(name) === plain(from));
    if (match === undefined)
      throw new BulkError(
        'E-CSV-HEADER',
        `--map names the header "${from}", which the file does not have.${didYouMean(from, header)}`,
        'Write it exactly as in the first line of the file.',
      );
    const column = to === null ? null : names.find((name) => plain(name) === plain(to));
    if (column === undefined)
      throw new BulkError(
        'E-CSV-COLUMN',
        `--map names the column "${to}", which the action does not have.${didYouMean(to ?? '', names)}`,
      );
    mapping.set(match, column);
  }
  return mapping;
};

interface Fault {
  readonly code: BulkCode;
  readonly text: string;
}

const unknownColumn = (name: string, names: readonly string[]): Fault => ({
  code: 'E-CSV-COLUMN',
  text: `The action has no column "${name.trim().slice(0, 80)}".${didYouMean(plain(name.slice(0, 80)), names)}`,
});

const namedTwice = (header: readonly string[], columns: readonly (string | null)[]): Fault[] => {
  const first = new Map<string, number>();
  return columns.flatMap((column, index) => {
    if (column === null) return [];
    const before = first.get(column);
    if (before === undefined) {
      first.set(column, index);
      return [];
    }
    const text = `"${header[before]?.trim()}" (cell ${before + 1}) and "${header[index]?.trim()}" (cell ${index + 1}) are both the column ${column}.`;
    return [{ code: 'E-CSV-HEADER', text }];
  });
};

/** A header with thousands of unknown columns is described by its first ones. */
const maxReported = 10;

const refuse = (faults: readonly Fault[], action: BulkAction): never => {
  const more = faults.length > maxReported ? [`And ${faults.length - maxReported} more.`] : [];
  const code = faults[0]?.code ?? 'E-CSV-HEADER';
  throw new BulkError(
    code,
    [...faults.slice(0, maxReported).map(({ text }) => text), ...more].join(' '),
    code === 'E-CSV-COLUMN' ? undefined : `See the columns: carepost bulk template ${action.name}.`,
  );
};

/** Finds the action's column for each header; reports all problems of the header at once. */
export const matchHeader = (
  header: readonly string[],
  action: BulkAction,
  map: NonNullable<ReadOptions['map']>,
): HeaderMatch => {
  const names = action.columns.map(({ name }) => name);
  // Also by the names of the fields in the record, as commands about one record have them: address.street.
  const byPlainName = new Map([
    ...action.columns.flatMap(({ name, field }) => (field === undefined ? [] : [[plain(field), name] as const])),
    ...names.map((name) => [plain(name), name] as const),
  ]);
  const mapping = mappingOf(map, header, names);
  const isMapped = (name: string): boolean => mapping.has(name);
  const isMarked = (name: string): boolean => name.trim().startsWith('_');
  const columns = header.map((name): string | null => {
    const mapped = mapping.get(name);
    if (mapped !== undefined) return mapped;
    return isMarked(name) ? null : (byPlainName.get(plain(name)) ?? null);
  });
  const isNameless = (name: string): boolean => name.trim() === '';
  const unknown = header.filter(
    (name, index) => columns[index] === null && !isMarked(name) && !isMapped(name) && !isNameless(name),
  );
  const missing = action.columns.filter(({ name, required }) => required === true && !columns.includes(name));
  const faults: Fault[] = [
    ...unknown.map((name) => unknownColumn(name, names)),
    ...namedTwice(header, columns),
    ...missing.map(
      ({ name, summary }): Fault => ({ code: 'E-CSV-HEADER', text: `The column ${name} is missing: ${summary}.` }),
    ),
  ];
  if (faults.length > 0) refuse(faults, action);
  const isBase = (name: string): boolean => action.merges === true && name.trim().toLowerCase() === baseColumn;
  return {
    columns,
    base: header.findIndex(isBase),
    nameless: header.flatMap((name, index) => (isNameless(name) && !isMapped(name) ? [index] : [])),
    ignored: header.filter((name, index) => columns[index] === null && !isNameless(name) && !isBase(name)),
  };
};
