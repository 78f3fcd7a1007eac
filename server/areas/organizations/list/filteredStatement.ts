import { type SQL, sql } from 'drizzle-orm';
import type { OrganizationRow } from '../../../../shared/contract/organizationSchemas.ts';
import { holdsTrigram, type ListFilter, likePattern } from './filter.ts';
import { rowColumns, rowJoins } from './listStatement.ts';

/** Filters of the columns; those given must all hold. */
export interface ColumnFilter {
  readonly isActivated?: boolean | undefined;
  readonly isEnabled?: boolean | undefined;
  readonly apiCapture?: boolean | undefined;
  readonly loginType?: OrganizationRow['loginType'] | undefined;
  readonly networkId?: string | undefined;
  readonly resellerId?: string | undefined;
  readonly typeId?: string | undefined;
  readonly specialtyId?: string | undefined;
  readonly brandId?: string | undefined;
  readonly planId?: string | undefined;
  readonly tierCode?: string | undefined;
}

export const hasColumnFilter = (filter: ColumnFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);

export type FullFilter = ListFilter & ColumnFilter;

const equal = (column: SQL, value: boolean | string | undefined): SQL[] =>
  value === undefined ? [] : [sql`${column} = ${value}`];

// Arrays of ids that are known before the rows are looked at, so that an index of the column can serve them.
const ssoBrands = sql`array(select id from brands where connection_name is not null)`;
const tierPlans = (tierCode: string) =>
  sql`array(select id from plans where lower(tier_code) = lower(${tierCode.trim()}))`;

const loginCondition = (loginType: ColumnFilter['loginType']): SQL[] => {
  if (loginType === undefined) return [];
  const bySso = sql`organizations.brand_id = any (${ssoBrands})`;
  return [loginType === 'SSO' ? bySso : sql`not coalesce(${bySso}, false)`];
};

const searchCondition = (search: string): SQL[] => {
  if (search === '') return [];
  return holdsTrigram.test(search)
    ? [sql`search_text like lower(${likePattern(search)})`]
    : [sql`position(lower(${search}) in search_text) > 0`];
};

function where(filter: FullFilter): SQL {
  const conditions = [
    ...(filter.cancelling ? [sql`cancel_at is not null`] : []),
    ...equal(sql`is_activated`, filter.isActivated),
    ...equal(sql`is_enabled`, filter.isEnabled),
    ...equal(sql`api_capture`, filter.apiCapture),
    ...equal(sql`network_id`, filter.networkId),
    ...equal(sql`reseller_id`, filter.resellerId),
    ...equal(sql`type_id`, filter.typeId),
    ...equal(sql`specialty_id`, filter.specialtyId),
    ...equal(sql`brand_id`, filter.brandId),
    ...equal(sql`plan_id`, filter.planId),
    ...loginCondition(filter.loginType),
    ...(filter.tierCode === undefined ? [] : [sql`plan_id = any (${tierPlans(filter.tierCode)})`]),
    ...searchCondition(filter.search),
  ];
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
}

export const countStatement = (filter: FullFilter): SQL =>
  sql`select count(*)::int as count from organizations ${where(filter)}`;

export interface FilteredSlice {
  readonly filter: FullFilter;
  readonly sortDir: 'asc' | 'desc';
  readonly offset: number;
  readonly size: number;
}

const ordered = (direction: 'asc' | 'desc', table = '') =>
  sql.raw(`order by ${table}name_sort ${direction}, ${table}id ${direction}`);

/** So many matches are sorted in a tenth of a second. */
const sortedFast = 200_000;

/**
 * The page of `count` matches, read from the end that is nearer. Numbers are given as values, so the planner weighs them. It takes
 * a walk along the names for cheaper than it is: for pages in the middle of few matches, all of them are gathered and sorted.
 */
export function filteredPageStatement({ filter, sortDir, offset, size }: FilteredSlice, count: number): SQL {
  const fromEnd = offset > count / 2;
  const direction = fromEnd === (sortDir === 'asc') ? 'desc' : 'asc';
  const limit = fromEnd ? Math.min(size, count - offset) : size;
  const skip = fromEnd ? Math.max(0, count - offset - size) : offset;
  const slice = sql`${ordered(direction)} limit ${limit}::bigint offset ${skip}::bigint`;
  const isGathered = count <= sortedFast && skip > count / 5;
  const source = isGathered ? sql`matched` : sql`organizations ${where(filter)}`;
  return sql`
    with ${isGathered ? sql`matched as materialized (select id, name_sort from organizations ${where(filter)}),` : sql``}
    picked as materialized (select id from ${source} ${slice})
    select ${sql.raw(rowColumns)} from ${sql.raw(rowJoins)} ${ordered(sortDir, 'o.')}`;
}
