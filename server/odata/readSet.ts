import { type SQL, sql } from 'drizzle-orm';
import { sqlState } from '../database/sqlState.ts';
import type { Transaction } from '../database/transaction.ts';
import type { ExpandItem } from './expand.ts';
import { fastCount } from './messageCounts.ts';
import type { EntitySet, PropertyType } from './entitySet.ts';
import type { SetQuery } from './query.ts';
import { refuse } from './refuse.ts';
import { columnsOf, countStatement, needsOrganization, pageStatement, type Scope, tableOf } from './statement.ts';

export type Entity = Record<string, unknown>;

export interface SetPage {
  readonly value: Entity[];
  /** Exact, of the same snapshot as the page; only where it was requested. */
  readonly count: number | undefined;
}

/** A page of a set. Run it in one snapshot, so that count, page and related entities are consistent. */
export async function readSet(tx: Transaction, query: SetQuery, parent?: Scope['parent']): Promise<SetPage> {
  const scope: Scope = { ...query, parent };
  return bounded(async () => {
    const count = query.isCounted ? await countOf(tx, scope) : undefined;
    if (query.top === 0 || count === 0) return { value: [], count };
    const { rows } = await tx.execute<Entity>(pageStatement(scope, query, count));
    const value = rows.map((row) => entityOf(query.set, query.select, row));
    await addRelated(tx, query.set, value, query.expand);
    return { value, count };
  });
}

/** Number of entities that match a query, without regard to page and order. */
export const countSet = (tx: Transaction, query: SetQuery, parent?: Scope['parent']): Promise<number> =>
  bounded(() => countOf(tx, { ...query, parent }));

async function countOf(tx: Transaction, scope: Scope): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(fastCount(scope) ?? countStatement(scope));
  return rows[0]?.count ?? 0;
}

/** One entity by its key; undefined where there is none. */
export async function readEntity(tx: Transaction, query: SetQuery, key: number): Promise<Entity | undefined> {
  const { set, select, expand } = query;
  const source = tableOf(set, needsOrganization(set, select));
  const { rows } = await tx.execute<Entity>(
    sql`select ${columnsOf(set, select)} from ${source} where t.id = ${key}::bigint`,
  );
  const value = rows.map((row) => entityOf(set, select, row));
  await addRelated(tx, set, value, expand);
  return value[0];
}

async function addRelated(
  tx: Transaction,
  parentSet: EntitySet,
  parents: readonly Entity[],
  items: readonly ExpandItem[],
): Promise<void> {
  const byKey = new Map(parents.map((parent) => [Number(parent[parentSet.key]), parent]));
  if (byKey.size === 0) return;
  for (const item of items) {
    const { rows } = await tx.execute<Entity & { parent_key: string }>(relatedStatement(item, [...byKey.keys()]));
    const related = rows.map((row) => ({
      parent: byKey.get(Number(row.parent_key)),
      entity: entityOf(item.set, item.select, row),
    }));
    await addRelated(
      tx,
      item.set,
      related.map(({ entity }) => entity),
      item.expand,
    );
    for (const parent of parents) parent[item.name] = [];
    for (const { parent, entity } of related) (parent?.[item.name] as Entity[] | undefined)?.push(entity);
  }
}

function relatedStatement(
  { set, foreignColumn, condition, order, top, select }: ExpandItem,
  keys: readonly number[],
): SQL {
  const parent = sql.raw(foreignColumn);
  const sorted = sql.join(
    order.map(({ name, direction }) => sql`${sql.raw(set.properties[name]?.column ?? 'null')} ${sql.raw(direction)}`),
    sql`, `,
  );
  return sql`select * from (
      select ${columnsOf(set, select)}, ${parent} as parent_key, row_number() over (partition by ${parent} order by ${sorted}) as position
      from ${tableOf(set, false)}
      where ${parent} = any (${sql.param(keys)}::bigint[]) ${condition ? sql`and ${condition.sql}` : sql``}
    ) related where position <= ${top}::bigint order by position`;
}

const converted: Readonly<Partial<Record<PropertyType, (value: unknown) => unknown>>> = {
  Int64: Number,
  // Raw statements return times in the format of the database.
  DateTimeOffset: (value) => new Date(String(value)).toISOString(),
};

function entityOf(set: EntitySet, select: readonly string[], row: Entity): Entity {
  const entity: Entity = {};
  for (const name of select) {
    const value = row[name] ?? null;
    const type = set.properties[name]?.type;
    entity[name] = value === null || type === undefined ? value : (converted[type]?.(value) ?? value);
  }
  return entity;
}

/** A query that exceeds the time limit of the database, or compares values out of range, is refused as an error of the caller. */
async function bounded<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const state = sqlState(error) ?? '';
    if (state.startsWith('22')) refuse('$filter', undefined, 'a value is beyond what can be compared');
    if (state === '57014')
      refuse('$filter', undefined, 'takes too long; narrow it, for example by CreatedDate or MailMessageId');
    throw error;
  }
}
