import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { CliError } from '../errors.ts';
import { cellText } from '../output/cells.ts';
import { type ExportedRows, openExported } from './exportedRows.ts';
import { type DeltaSummary, deltaName, type Manifest } from './manifest.ts';
import type { RegisteredExport } from './register.ts';
import { createHashTable } from '../../shared/bulk/hashTable.ts';
import { batched, type Cells, hashOf, type KeyChoice, keyColumns } from './rowCounter.ts';
import type { Staging } from './stagedFiles.ts';

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
  /** Columns of one file only; they are not compared. */
  readonly onlyOld: readonly string[];
  readonly onlyNew: readonly string[];
  readonly key: readonly string[];
  /** Can be read once; `counts` is complete at its end. */
  differences(): AsyncGenerator<Difference>;
}

/** Marks in the table of keys. */
const inOld = 1;
const matched = 2;
const onlyInNew = 4;

/** Size in characters of the changed rows of the new file that are in memory while the old one is searched for their cells. */
const maxPendingSize = 16 * 1024 * 1024;

/** The cells of a row in the columns named, in their order. */
const picker = (columns: readonly string[], names: readonly string[]) => {
  const indexes = names.map((name) => columns.indexOf(name));
  return (cells: Cells): string[] => indexes.map((index) => cells[index] ?? '');
};

const duplicateKey = (path: string, names: readonly string[], key: Cells): CliError =>
  new CliError('E-EXPORT-KEY', `${path} has two rows with ${names.join(', ')} "${key.join('|')}".`, {
    hint: 'Name columns that together are different in each row: --key "Organization number,Month".',
  });

/**
 * Compares two exports row by row by a key, in any order of rows. Memory holds hashes only: the old file is read for keys and row
 * hashes, the new one finds what was added and changed, and the old one again what was removed and how the changed cells read.
 */
export const compareFiles = (before: ExportedRows, after: ExportedRows, choice: KeyChoice): Comparison => {
  const shared = after.columns.filter((name) => before.columns.includes(name));
  if (shared.length === 0) {
    throw new CliError('E-USAGE', `${before.path} and ${after.path} have no column in common.`, {
      hint: 'Name two exports of the same report.',
    });
  }
  const key = keyColumns(shared, choice.requested, choice.known);
  if (key.length === 0) {
    throw new CliError('E-USAGE', `The columns that identify a row of ${after.path} are not known.`, {
      hint: `Name them with --key. Columns: ${shared.join(', ')}.`,
    });
  }
  const counts: Counts = { added: 0, removed: 0, changedRows: 0, changedCells: 0 };
  const older = { key: picker(before.columns, key), cells: picker(before.columns, shared) };
  const newer = { key: picker(after.columns, key), cells: picker(after.columns, shared) };
  const table = createHashTable({ words: 2 });
  const record = (names: readonly string[], cells: Cells) =>
    Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));

  const readOld = async () => {
    for await (const batch of before.batches()) {
      for (const cells of batch) {
        const name = older.key(cells);
        const hash = hashOf(name);
        if (!table.add(hash, inOld)) throw duplicateKey(before.path, key, name);
        table.words(table.find(hash)).set(hashOf(older.cells(cells)));
      }
    }
  };

  async function* cellsOf(pending: Map<string, Cells>, withRemoved: boolean): AsyncGenerator<Difference> {
    for await (const batch of before.batches()) {
      for (const cells of batch) {
        const name = older.key(cells);
        const joined = name.join('|');
        const now = pending.get(name.join('\u001f'));
        if (now !== undefined) {
          counts.changedRows += 1;
          for (const [index, value] of older.cells(cells).entries()) {
            if (value === now[index]) continue;
            counts.changedCells += 1;
            yield { change: 'changed', key: joined, column: shared[index] ?? '', old: value, new: now[index] ?? '' };
          }
        } else if (withRemoved && table.mark(table.find(hashOf(name))) === inOld) {
          counts.removed += 1;
          yield { change: 'removed', key: joined, column: '', old: record(before.columns, cells), new: '' };
        }
      }
    }
  }

  async function* differences(): AsyncGenerator<Difference> {
    await readOld();
    let pending = new Map<string, Cells>();
    let size = 0;
    let missing = table.size;
    for await (const batch of after.batches()) {
      for (const cells of batch) {
        const name = newer.key(cells);
        const hash = hashOf(name);
        const slot = table.find(hash);
        if (slot < 0) {
          table.add(hash, onlyInNew);
          counts.added += 1;
          yield { change: 'added', key: name.join('|'), column: '', old: '', new: record(after.columns, cells) };
          continue;
        }
        if (table.mark(slot) !== inOld) throw duplicateKey(after.path, key, name);
        table.setMark(slot, matched);
        missing -= 1;
        const values = newer.cells(cells);
        const known = table.words(slot);
        if (hashOf(values).every((word, at) => known[at] === word >>> 0)) continue;
        pending.set(name.join('\u001f'), values);
        size += values.reduce((sum, value) => sum + value.length + 16, 0);
      }
      if (size < maxPendingSize) continue;
      yield* cellsOf(pending, false);
      pending = new Map();
      size = 0;
    }
    if (pending.size > 0 || missing > 0) yield* cellsOf(pending, true);
  }

  return {
    counts,
    onlyOld: before.columns.filter((name) => !after.columns.includes(name)),
    onlyNew: after.columns.filter((name) => !before.columns.includes(name)),
    key,
    differences,
  };
};

/** The differences under their temporary name, and their counts. The name of the file follows from that of the export. */
export interface Delta {
  readonly temporary: string;
  readonly counts: Omit<DeltaSummary, 'file'>;
}

/** Writes the differences between the last good export and the new one beside the new one, under a temporary name. */
export const writeDelta = async (
  last: RegisteredExport,
  input: { manifest: Manifest; temporary: string; staging: Staging },
  choice: KeyChoice,
  signal: AbortSignal,
): Promise<Delta> => {
  const { manifest, temporary, staging } = input;
  const lastPath = join(last.folder, last.manifest.file);
  const before = await openExported(lastPath, last.manifest);
  const after = await openExported(temporary, manifest);
  const comparison = compareFiles(before, after, choice);
  const { onlyOld, onlyNew } = comparison;
  if (onlyOld.length > 0 || onlyNew.length > 0) {
    throw new CliError(
      'E-EXPORT-KEY',
      `The columns changed since ${lastPath}: ${[...onlyOld.map((name) => `-${name}`), ...onlyNew.map((name) => `+${name}`)].join(', ')}.`,
      { hint: 'Export once without --delta; the next export can be compared again.' },
    );
  }
  const options = { escape_formulas: manifest.excel, quoted_match: /[\r\n]/ };
  async function* lines() {
    yield stringify([[...differenceFields]]);
    for await (const batch of batched(comparison.differences())) {
      signal.throwIfAborted();
      yield stringify(
        batch.map((difference) => differenceFields.map((field) => cellText(difference[field]))),
        options,
      );
    }
  }
  const path = await staging.write(deltaName(manifest.file), lines());
  return {
    temporary: path,
    counts: { against: lastPath, ...comparison.counts },
  };
};
