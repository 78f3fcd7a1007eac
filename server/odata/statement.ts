import { type SQL, sql } from 'drizzle-orm';
import { messageIdForms } from '../exchange/messageId.ts';
import { hasCall, textsOf } from './expression.ts';
import type { Condition } from './filterSql.ts';
import type { EntitySet } from './entitySet.ts';
import type { Order } from './options.ts';
import { containing } from '../database/likePattern.ts';

/** The entities of a statement: filter, search text, and the parent they belong to. */
export interface Scope {
  readonly set: EntitySet;
  readonly condition: Condition | undefined;
  readonly search: string;
  /** `column = key of the parent`, where they are requested through it. */
  readonly parent?: { readonly foreignColumn: string; readonly key: number } | undefined;
}

const columnOf = (set: EntitySet, name: string): SQL => sql.raw(set.properties[name]?.column ?? 'null');

export const columnsOf = (set: EntitySet, names: readonly string[]): SQL =>
  sql.join(
    names.map((name) => sql`${columnOf(set, name)} as ${sql.identifier(name)}`),
    sql`, `,
  );

export const tableOf = (set: EntitySet, withOrganization: boolean): SQL =>
  sql.raw(withOrganization ? `${set.table} t join organizations o on o.id = t.organization_id` : `${set.table} t`);

export const needsOrganization = (set: EntitySet, names: readonly string[]): boolean =>
  names.some((name) => set.properties[name]?.ofOrganization === true);

export function whereOf({ set, condition, search, parent }: Scope): SQL {
  const conditions = [
    ...(parent ? [sql`${sql.raw(parent.foreignColumn)} = ${parent.key}::bigint`] : []),
    ...(condition ? [condition.sql] : []),
    ...(search === '' ? [] : [searchCondition(set, search)]),
  ];
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
}

function searchCondition({ search: { contains, messageIds } }: EntitySet, text: string): SQL {
  const pattern = containing(text.toLowerCase());
  return sql`(${sql.join(
    [
      ...contains.map((column) => sql`${sql.raw(column)} like ${pattern}`),
      ...messageIds.map((column) => sql`${sql.raw(column)} = any (${sql.param(messageIdForms(text))}::text[])`),
    ],
    sql` or `,
  )})`;
}

export const countStatement = (scope: Scope): SQL =>
  sql`select count(*)::int as count from ${tableOf(scope.set, scope.condition?.ofOrganization ?? false)} ${whereOf(scope)}`;

export interface Slice {
  readonly order: readonly Order[];
  readonly select: readonly string[];
  readonly top: number;
  readonly skip: number;
}

/** Sorting this number of matches is faster than scanning an index of the order past all other rows. */
const maxSorted = 20_000;

/** Whether a text is searched by an index without order (trigrams): it needs three letters or digits in a row. */
const usesTextIndex = ({ condition, search }: Scope): boolean =>
  isIndexed(search) ||
  (condition !== undefined && hasCall(condition.expression) && textsOf(condition.expression).some(isIndexed));

const isIndexed = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);

const orderBy = (set: EntitySet, order: readonly Order[], isReversed: boolean): SQL =>
  sql`order by ${sql.join(
    order.map(({ name, direction }) => {
      const sortDirection = (direction === 'asc') === isReversed ? 'desc' : 'asc';
      return sql`${columnOf(set, name)} ${sql.raw(sortDirection)}`;
    }),
    sql`, `,
  )}`;

/** Selects the ids of the page first, then their columns, so that other tables are joined for the page only. */
export function pageStatement(scope: Scope, { order, select, top, skip }: Slice, count?: number): SQL {
  const { set, condition } = scope;
  const key = columnOf(set, set.key);
  const isReversed = count !== undefined && skip > count / 2;
  const limit = isReversed && count !== undefined ? Math.max(0, Math.min(top, count - skip)) : top;
  const offset = isReversed && count !== undefined ? Math.max(0, count - skip - top) : skip;
  const names = order.map(({ name }) => name);
  const source = tableOf(set, (condition?.ofOrganization ?? false) || needsOrganization(set, names));
  const slice = sql`${orderBy(set, order, isReversed)} limit ${limit}::bigint offset ${offset}::bigint`;
  const isFew = count !== undefined && count <= maxSorted && usesTextIndex(scope);
  const picked = isFew
    ? sql`matched as materialized (select ${key} as id from ${source} ${whereOf(scope)}),
        picked as materialized (select ${key} as id from ${source} join matched on matched.id = t.id ${slice})`
    : sql`picked as materialized (select ${key} as id from ${source} ${whereOf(scope)} ${slice})`;
  const joined = tableOf(set, needsOrganization(set, [...select, ...names]));
  return sql`with ${picked} select ${columnsOf(set, select)} from ${joined} join picked on picked.id = t.id ${orderBy(set, order, false)}`;
}
