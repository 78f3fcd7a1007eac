import { seedOf } from './organizationRows.ts';
import { type Random, randomFor, seededId } from './random.ts';

/** A table, its columns and its rows, ready for COPY. */
export interface TableRows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly unknown[]>;
}

export type Row = readonly unknown[];
export const day = 86_400_000;

/** Up to this many organizations every one has everything; beyond it one in ten has. */
const richUpTo = 5000;

export interface Extent {
  readonly organizations: number;
  readonly now: number;
}

/** Organizations between one that has dependants and the next. */
export const stepOf = ({ organizations }: Extent): number => (organizations <= richUpTo ? 1 : 10);

/** Rows for each organization that has dependants; the id counts the rows of the table. */
export function* each<R = Row>(
  extent: Extent,
  kind: number,
  most: number,
  make: (seed: ReturnType<typeof seedOf>, random: Random, id: string, turn: number) => R,
): Generator<R> {
  let row = 0;
  for (let index = 0; index < extent.organizations; index += stepOf(extent)) {
    const random = randomFor(kind, index);
    const seed = seedOf(index, extent.now);
    const count = Math.min(most, random.below(most + 1));
    for (let turn = 0; turn < count; turn += 1) {
      yield make(seed, random, seededId(kind, row), turn);
      row += 1;
    }
  }
}
