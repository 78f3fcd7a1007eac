import type { Pool } from 'pg';
import { byScan, filterKey, hasColumnFilter, isGram, type ListFilter, Values } from './filter.ts';
import { type GramCounts, readGramCounts } from './gramCounts.ts';

/**
 * A count and the snapshot it was made under. The exact total at any later time is the count plus the signs of the changes
 * that are visible then and are not in this snapshot (organization_count_changes).
 */
export interface Base {
  readonly count: number;
  readonly snapshot: string;
  readonly takenAt: number;
  /** First and last name of the matches, where they were counted with it; valid until a change affects the matches. */
  readonly span?: Span;
}

export interface Span {
  readonly first: string;
  readonly last: string;
}

/** Oldest transaction that may be missing in a snapshot; all changes before it are included. */
export const oldestOpen = (snapshot: string): string => snapshot.slice(0, snapshot.indexOf(':'));

const maxFilters = 2000;

interface CountRow {
  readonly count: number;
  readonly snapshot: string;
}

/** Counts by filter, cached in this process. Several processes may have such a cache, because each count has its own snapshot. */
export class Totals {
  readonly #pool: Pool;
  readonly #bases = new Map<string, Base>();
  readonly #running = new Map<string, Promise<Base>>();
  #grams: GramCounts | null = null;
  #gramsReadAt = 0;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** The count of the filter where it is cached or cheap; undefined where the first page is counted with it. */
  async cheapBase(filter: ListFilter): Promise<Base | undefined> {
    const stored = this.#bases.get(filterKey(filter));
    if (stored) return stored;
    if (filter.search === '' || isGram(filter.search)) return this.base(filter);
    return this.#prepared(filter);
  }

  /** The cached count of the filter; counts where there is none. */
  async base(filter: ListFilter): Promise<Base> {
    const key = filterKey(filter);
    const stored = this.#bases.get(key);
    if (stored) return stored;
    const running = this.#running.get(key) ?? this.#start(key, filter);
    return running;
  }

  cache(filter: ListFilter, base: Base): void {
    const key = filterKey(filter);
    this.#bases.delete(key);
    this.#bases.set(key, base);
    if (this.#bases.size > maxFilters) this.#bases.delete(this.#bases.keys().next().value ?? key);
  }

  /** Drops a count whose changes are pruned, so that it is counted again. */
  drop(filter: ListFilter): void {
    this.#bases.delete(filterKey(filter));
    this.#gramsReadAt = 0;
  }

  #start(key: string, filter: ListFilter): Promise<Base> {
    const count = this.#count(filter)
      .then((base) => {
        this.cache(filter, base);
        return base;
      })
      .finally(() => this.#running.delete(key));
    this.#running.set(key, count);
    return count;
  }

  async #count(filter: ListFilter): Promise<Base> {
    const prepared = await this.#prepared(filter);
    if (prepared) return prepared;
    const values = new Values();
    // One or two characters occur in too many rows for an index.
    const condition = byScan(filter, values);
    const text = `select count(*)::int as count, pg_current_snapshot()::text as snapshot from organizations ${condition}`;
    const { rows } = await this.#pool.query<CountRow>(text, values.list);
    const row = rows[0];
    if (!row) throw new Error('A count returned no row.');
    return { ...row, takenAt: Date.now() };
  }

  /** From the counts of one and two characters and of frequent words that a job stores. */
  async #prepared(filter: ListFilter): Promise<Base | undefined> {
    const search = filter.search.toLowerCase();
    if (search === '' || filter.cancelling || hasColumnFilter(filter)) return undefined;
    if (Date.now() - this.#gramsReadAt > 10_000) {
      this.#gramsReadAt = Date.now();
      this.#grams = await readGramCounts(this.#pool);
    }
    if (!this.#grams) return undefined;
    const { counts, snapshot, takenAt } = this.#grams;
    const count = counts[search] ?? (isGram(search) ? 0 : undefined);
    return count === undefined ? undefined : { count, snapshot, takenAt };
  }
}
