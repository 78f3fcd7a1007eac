import { getTableName, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from './transaction.ts';

export interface ListRequest {
  readonly table: PgTable & { readonly id: PgColumn };
  readonly where: SQL | undefined;
  /** The total where it need not be counted. */
  readonly total?: SQL;
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

/**
 * Ids of a page and the exact total, for lists of which an index has each order. The total of a search takes one pass over the searched texts; the matches of
 * that pass are sorted for the page, unless there are so many that a walk along the index meets the page soon.
 */
export async function idPage(tx: Transaction, request: ListRequest): Promise<IdPage> {
  const { table, where, total } = request;
  if (total === undefined)
    return (await hasMany(tx, request)) ? walk(tx, request, await tx.$count(table, where)) : gather(tx, request);
  const { rows } = await tx.execute<{ count: number }>(sql`select ${total} as count`);
  return walk(tx, request, rows[0]?.count ?? 0);
}

/** Whether some 20,000 rows match, by a sample of a hundredth of the table. The planner takes the matches of a frequent text for few. */
async function hasMany(tx: Transaction, { table, where }: ListRequest): Promise<boolean> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from ${table} tablesample system (1) repeatable (1) ${where && sql`where ${where}`}`,
  );
  return (rows[0]?.count ?? 0) > 200;
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
