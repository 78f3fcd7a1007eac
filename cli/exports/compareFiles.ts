import { hashPair } from '../../shared/bulk/hash.ts';
import { CliError } from '../errors.ts';
import type { Cells } from './csvRecords.ts';
import type { ExportedRows } from './exportedRows.ts';
import { keyColumns } from './header.ts';
import { createHashTable } from './hashTable.ts';

/** One difference: a changed cell, or a row that is only in one file, with all its cells as a record. */
export interface Difference extends Record<string, unknown> {
  readonly change: 'added' | 'removed' | 'changed';
  readonly key: string;
  readonly column: string;
  readonly old: unknown;
  readonly new: unknown;
}

export const differenceFields = ['change', 'key', 'column', 'old', 'new'] as const;

export interface Counts {
  added: number;
  removed: number;
  changedRows: number;
  changedCells: number;
}

export interface Comparison {
  readonly counts: Counts;
  /** Columns that only one of the files has. They are not compared. */
  readonly onlyOld: readonly string[];
  readonly onlyNew: readonly string[];
  readonly key: readonly string[];
  /** To be gone through once; `counts` is right when it has ended. */
  differences(): AsyncGenerator<Difference>;
}

/** Marks in the table of keys. */
const inOld = 1;
const matched = 2;
const onlyInNew = 4;

/** Changed rows of the new file held at once while the old one is searched for their cells: so many characters. */
const mostHeld = 16 * 1024 * 1024;

const hashOf = (cells: Cells): readonly [number, number] => hashPair(cells.join('\u001f'));

/** The cells of a row under the names given, in their order. */
const picker = (columns: readonly string[], names: readonly string[]) => {
  const places = names.map((name) => columns.indexOf(name));
  return (cells: Cells): string[] => places.map((place) => cells[place] ?? '');
};

const twice = (path: string, names: readonly string[], key: Cells): CliError =>
  new CliError('E-EXPORT-KEY', `${path} has two rows with ${names.join(', ')} "${key.join('|')}".`, {
    hint: 'Name columns that together are different in each row: --key "Organization number,Month".',
  });

/**
 * Compares two exports row by row by a key, in any order of rows. Memory holds hashes only: the old file is read for keys and row
 * hashes, the new one finds what was added and changed, and the old one again what was removed and how the changed cells read.
 */
export const compareFiles = (
  before: ExportedRows,
  after: ExportedRows,
  asked: { readonly key?: readonly string[] | undefined; readonly known?: readonly string[] | undefined },
): Comparison => {
  const shared = after.columns.filter((name) => before.columns.includes(name));
  if (shared.length === 0) {
    throw new CliError('E-USAGE', `${before.path} and ${after.path} have no column in common.`, {
      hint: 'Name two exports of the same report.',
    });
  }
  const key = keyColumns(shared, asked.key, asked.known);
  if (key.length === 0) {
    throw new CliError('E-USAGE', `Which columns name a row of ${after.path} is not known.`, {
      hint: `Name them with --key. Columns: ${shared.join(', ')}.`,
    });
  }
  const counts: Counts = { added: 0, removed: 0, changedRows: 0, changedCells: 0 };
  const old = { key: picker(before.columns, key), cells: picker(before.columns, shared) };
  const fresh = { key: picker(after.columns, key), cells: picker(after.columns, shared) };
  const table = createHashTable({ values: true });
  const record = (names: readonly string[], cells: Cells) =>
    Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));

  const readOld = async () => {
    for await (const batch of before.batches()) {
      for (const cells of batch) {
        const name = old.key(cells);
        const [one, two] = hashOf(name);
        if (!table.add(one, two, inOld)) throw twice(before.path, key, name);
        table.setValue(table.find(one, two), ...hashOf(old.cells(cells)));
      }
    }
  };

  async function* cellsOf(held: Map<string, Cells>, withRemoved: boolean): AsyncGenerator<Difference> {
    for await (const batch of before.batches()) {
      for (const cells of batch) {
        const name = old.key(cells);
        const joined = name.join('|');
        const now = held.get(name.join('\u001f'));
        if (now !== undefined) {
          counts.changedRows += 1;
          for (const [index, value] of old.cells(cells).entries()) {
            if (value === now[index]) continue;
            counts.changedCells += 1;
            yield { change: 'changed', key: joined, column: shared[index] ?? '', old: value, new: now[index] ?? '' };
          }
        } else if (withRemoved && table.mark(table.find(...hashOf(name))) === inOld) {
          counts.removed += 1;
          yield { change: 'removed', key: joined, column: '', old: record(before.columns, cells), new: '' };
        }
      }
    }
  }

  async function* differences(): AsyncGenerator<Difference> {
    await readOld();
    let held = new Map<string, Cells>();
    let size = 0;
    let missing = table.size;
    for await (const batch of after.batches()) {
      for (const cells of batch) {
        const name = fresh.key(cells);
        const hash = hashOf(name);
        const slot = table.find(...hash);
        if (slot < 0) {
          table.add(...hash, onlyInNew);
          counts.added += 1;
          yield { change: 'added', key: name.join('|'), column: '', old: '', new: record(after.columns, cells) };
          continue;
        }
        if (table.mark(slot) !== inOld) throw twice(after.path, key, name);
        table.setMark(slot, matched);
        missing -= 1;
        const values = fresh.cells(cells);
        if (table.hasValue(slot, ...hashOf(values))) continue;
        held.set(name.join('\u001f'), values);
        size += values.reduce((sum, value) => sum + value.length + 16, 0);
      }
      if (size < mostHeld) continue;
      yield* cellsOf(held, false);
      held = new Map();
      size = 0;
    }
    if (held.size > 0 || missing > 0) yield* cellsOf(held, true);
  }

  return {
    counts,
    onlyOld: before.columns.filter((name) => !after.columns.includes(name)),
    onlyNew: after.columns.filter((name) => !before.columns.includes(name)),
    key,
    differences,
  };
};
