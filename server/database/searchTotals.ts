import type pg from 'pg';
import { sql } from 'drizzle-orm';
import { type CountedList, isUnchangedSince } from './listCounts.ts';
import type { Transaction } from './transaction.ts';

/** A search whose total depends on nothing but what the list counts and searches. */
export interface CountedSearch {
  readonly pool: pg.Pool;
  readonly list: CountedList;
  /** The search text and the filters, as text. */
  readonly key: string;
}

interface SearchTotal {
  readonly count: number;
  /** The snapshot that it was counted in. */
  readonly snapshot: string;
}

const maxSearches = 2_000;
const totalsByPool = new WeakMap<pg.Pool, Map<string, SearchTotal>>();

const totalsOf = (pool: pg.Pool): Map<string, SearchTotal> => {
  const known = totalsByPool.get(pool);
  if (known) return known;
  const totals = new Map<string, SearchTotal>();
  totalsByPool.set(pool, totals);
  return totals;
};
const nameOf = ({ list, key }: CountedSearch): string => `${list} ${key}`;

/** The total that was counted before, where nothing has changed since; counting it again would read every searched text. */
export async function cachedTotal(tx: Transaction, search: CountedSearch): Promise<number | undefined> {
  const total = totalsOf(search.pool).get(nameOf(search));
  if (!total) return undefined;
  const { rows } = await tx.execute<{ isSame: boolean }>(
    sql`select ${isUnchangedSince(search.list, total.snapshot)} as "isSame"`,
  );
  return rows[0]?.isSame ? total.count : undefined;
}

export function cacheTotal(search: CountedSearch, total: SearchTotal): void {
  const totals = totalsOf(search.pool);
  totals.delete(nameOf(search));
  totals.set(nameOf(search), total);
  if (totals.size > maxSearches) totals.delete(totals.keys().next().value ?? '');
}
