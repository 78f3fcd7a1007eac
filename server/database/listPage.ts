import { getTableName, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { cachedTotal, cacheTotal, type CountedSearch } from './searchTotals.ts';
import type { Transaction } from './transaction.ts';

export interface ListRequest {
  readonly table: PgTable & { readonly id: PgColumn };
  readonly where: SQL | undefined;
  /** The total where it need not be counted. */
  readonly total?: SQL;
  /** Where the total has to be counted: how it is cached. */
  readonly search?: CountedSearch | undefined;
  /** The index of the order has the searched text too, so that a walk along it reads no table. */
  readonly isCovered?: boolean;
  /** Of the page; `opposite` is the same order from its end. */
  readonly order: readonly SQL[];
  readonly opposite: readonly SQL[];
  /** The columns that `order` names. */
  readonly sorted: Readonly<Record<string, PgColumn>>;
  readonly pageNumber: number;
  readonly pageSize: number;
}

export interface IdPage {
  readonly ids: readonly string[];
  readonly totalCount: number;
}

/** So many matches are gathered and sorted faster than met on a walk. */
const mostGathered = 500;
/** A walk along an index without the searched text looks every match up in the table. */
const mostGatheredUncovered = 20_000;

/**
 * Ids of a page and the exact total, for lists of which an index has each order. A search takes one pass over the searched texts, whose matches
 * are sorted for the page, unless there are so many that a walk along the index meets the page soon.
 */
export async function idPage(tx: Transaction, request: ListRequest): Promise<IdPage> {
  const { total, search, isCovered = false } = request;
  if (total !== undefined) {
    const { rows } = await tx.execute<{ count: number }>(sql`select ${total} as count`);
    return walk(tx, request, rows[0]?.count ?? 0);
  }
  const cached = search && (await cachedTotal(tx, search));
  if (cached === undefined) return searchPage(tx, request);
  const isFew = cached <= (isCovered ? mostGathered : mostGatheredUncovered);
  return isFew ? gather(tx, request) : walk(tx, request, cached);
}

async function searchPage(tx: Transaction, request: ListRequest): Promise<IdPage> {
  const { table, where, search } = request;
  // A sample of a hundredth of the table: the planner takes the matches of a frequent text for few.
  const { rows } = await tx.execute<{ count: number; snapshot: string; isReadOnly: boolean }>(sql`
    select count(*)::int as count, pg_current_snapshot()::text as snapshot,
      current_setting('transaction_read_only') = 'on' as "isReadOnly"
    from ${table} tablesample system (1) repeatable (1) ${where && sql`where ${where}`}`);
  const [sample] = rows;
  const hasMany = sample !== undefined && sample.count * 100 > mostGatheredUncovered;
  const page = hasMany ? await walk(tx, request, await tx.$count(table, where)) : await gather(tx, request);
  // What a transaction sees of its own writes may be undone.
  if (search && sample?.isReadOnly) cacheTotal(search, { count: page.totalCount, snapshot: sample.snapshot });
  return page;
}

async function gather(tx: Transaction, request: ListRequest): Promise<IdPage> {
  const { table, where, order, sorted, pageNumber, pageSize } = request;
  // Named as the table, so that the columns of the order are those of the matches.
  const name = sql.identifier(getTableName(table));
  const matches = tx
    .select({ id: table.id, ...sorted })
    .from(table)
    .where(where);
  const { rows } = await tx.execute<{ totalCount: number; ids: string[] }>(sql`
    with matches as materialized (${matches})
    select (select count(*)::int from matches) as "totalCount",
      array(select ${table.id} from matches ${name} order by ${sql.join([...order], sql`, `)}
        limit ${pageSize} offset ${(pageNumber - 1) * pageSize}) as ids`);
  return rows[0] ?? { ids: [], totalCount: 0 };
}

/** Pages of the second half are read from the end, so that the last page costs no more than the first. The ids come from the index alone. */
async function walk(tx: Transaction, request: ListRequest, totalCount: number): Promise<IdPage> {
  const { table, where, order, opposite, pageNumber, pageSize } = request;
  const offset = (pageNumber - 1) * pageSize;
  const limit = Math.min(pageSize, totalCount - offset);
  if (limit <= 0) return { ids: [], totalCount };
  const isFromEnd = offset > totalCount / 2;
  const rows = await tx
    .select({ id: sql<string>`${table.id}` })
    .from(table)
    .where(where)
    .orderBy(...(isFromEnd ? opposite : order))
    .limit(limit)
    .offset(isFromEnd ? totalCount - offset - limit : offset);
  return { ids: rows.map(({ id }) => id), totalCount };
}

/** Condition for the rows of a page. */
export const ofPage = (table: Pick<ListRequest['table'], 'id'>, { ids }: IdPage): SQL => inArray(table.id, [...ids]);
