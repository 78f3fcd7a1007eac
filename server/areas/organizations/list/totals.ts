import type { Pool } from 'pg';
import { byWalk, filterKey, isGram, type ListFilter, Values } from './filter.ts';
import { type GramCounts, readGramCounts } from './gramCounts.ts';

/**
 * A count and the snapshot it was made under. The exact total at any later moment is the count plus the signs of the changes
 * that are visible then and were not in this snapshot (organization_count_changes).
 */
export interface Base {
  readonly count: number;
  readonly snapshot: string;
  readonly takenAt: number;
  /** First and last name among the matches, where the count came with them; right as long as no change touched the matches. */
  readonly span?: Span;
}

export interface Span {
  readonly first: string;
  readonly last: string;
}

/** Oldest transaction that may be missing in a snapshot: changes before it are all inside. */
export const oldestOpen = (snapshot: string): string => snapshot.slice(0, snapshot.indexOf(':'));

const keptFilters = 2000;

interface CountRow {
  readonly count: number;
  readonly snapshot: string;
}

/** Counts by filter, kept in this process. Any number of processes may do so: each count carries its own snapshot. */
export class Totals {
  readonly #pool: Pool;
  readonly #kept = new Map<string, Base>();
  readonly #running = new Map<string, Promise<Base>>();
  #grams: GramCounts | null = null;
  #gramsReadAt = 0;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Whether a count is at hand, or cheap to come by. */
  knows(filter: ListFilter): boolean {
    return isGram(filter.search) || this.#kept.has(filterKey(filter));
  }

  /** The kept count of the filter, or one made now. */
  async base(filter: ListFilter): Promise<Base> {
    const key = filterKey(filter);
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const running = this.#running.get(key) ?? this.#start(key, filter);
    return running;
  }

  keep(filter: ListFilter, base: Base): void {
    const key = filterKey(filter);
    this.#kept.delete(key);
    this.#kept.set(key, base);
    if (this.#kept.size > keptFilters) this.#kept.delete(this.#kept.keys().next().value ?? key);
  }

  /** Its changes are pruned: whoever used it counts again. */
  drop(filter: ListFilter): void {
    this.#kept.delete(filterKey(filter));
    if (isGram(filter.search)) this.#grams = null;
  }

  #start(key: string, filter: ListFilter): Promise<Base> {
    const count = this.#count(filter)
      .then((base) => {
        this.keep(filter, base);
        return base;
      })
      .finally(() => this.#running.delete(key));
    this.#running.set(key, count);
    return count;
  }

  async #count(filter: ListFilter): Promise<Base> {
    const prepared = isGram(filter.search) && !filter.cancelling ? await this.#gramBase(filter.search) : null;
    if (prepared) return prepared;
    const values = new Values();
    // Longer searches bring their count along with their first page; one or two letters stand in too many rows for an index.
    const condition = byWalk(filter, values);
    const text = `select count(*)::int as count, pg_current_snapshot()::text as snapshot from organizations ${condition}`;
    const { rows } = await this.#pool.query<CountRow>(text, values.list);
    const row = rows[0];
    if (!row) throw new Error('A count gave no row.');
    return { ...row, takenAt: Date.now() };
  }

  async #gramBase(search: string): Promise<Base | null> {
    if (Date.now() - this.#gramsReadAt > 10_000 || this.#grams === null) {
      this.#gramsReadAt = Date.now();
      this.#grams = await readGramCounts(this.#pool);
    }
    if (!this.#grams) return null;
    const { counts, snapshot, takenAt } = this.#grams;
    return { count: counts[search.toLowerCase()] ?? 0, snapshot, takenAt };
  }
}
