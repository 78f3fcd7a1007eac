import type { ClientBase } from 'pg';
import {
  allOf,
  type ColumnFilter,
  columnConditions,
  type ListFilter,
  ofChanges,
  type Statement,
  Values,
} from './filter.ts';

/**
 * Exact counts of the organizations that match column filters, without counting them. `organization_filter_counts` holds the counts of the
 * snapshot in `organization_gram_counts`; a reader adds the changes since then.
 */

/** Filters with too many values to be combined with each other: one of them at a time is counted. */
const dimensions = [
  { filter: 'typeId', dimension: 'type', column: 'type_id' },
  { filter: 'specialtyId', dimension: 'specialty', column: 'specialty_id' },
  { filter: 'networkId', dimension: 'network', column: 'network_id' },
  { filter: 'resellerId', dimension: 'reseller', column: 'reseller_id' },
] as const satisfies readonly { filter: keyof ColumnFilter; dimension: string; column: string }[];

const withoutDimensions = { typeId: undefined, specialtyId: undefined, networkId: undefined, resellerId: undefined };

/**
 * Statement for the number of matches, `count`; it returns no row where no counts are stored. Undefined for a filter that is not counted: one with a
 * search, or with two of `dimensions`.
 */
export function filterCount(filter: ListFilter): Statement | undefined {
  const { search, cancelling, columns } = filter;
  const selected = dimensions.filter((dimension) => columns[dimension.filter] !== undefined);
  if (search !== '' || selected.length > 1) return undefined;
  const values = new Values();
  const [one] = selected;
  const conditions = [
    one
      ? `dimension = '${one.dimension}' and dimension_id = ${values.add(columns[one.filter])}::uuid`
      : `dimension = 'all'`,
    ...(cancelling ? ['is_canceling'] : []),
    ...columnConditions({ ...columns, ...withoutDimensions }, values),
  ];
  const text = `
    select (
      (select coalesce(sum(count), 0) from organization_filter_counts where ${allOf(conditions)})
      + (select coalesce(sum(sign), 0) from organization_count_changes
         where xid >= split_part(snapshot, ':', 1)::bigint
           and not pg_visible_in_snapshot(xid::text::xid8, snapshot::pg_snapshot)${ofChanges(filter, values)}))::int as count
    from organization_gram_counts
    where (select pruned_below from organization_count_horizon) <= split_part(snapshot, ':', 1)::bigint
      and split_part(snapshot, ':', 2)::bigint <= pg_snapshot_xmax(pg_current_snapshot())::text::bigint`;
  return { text, values: values.list };
}

const flagColumns = 'is_canceling, is_activated, is_enabled, api_capture, has_connection, brand_id, plan_id';

/** Adds the rows of a source, which have the counted columns and a `sign`, to the counts. */
const add = (source: string) => {
  const parts = [
    `select 'all' as dimension, null::uuid as dimension_id, ${flagColumns}, sign from source`,
    ...dimensions.map(
      ({ dimension, column }) =>
        `select '${dimension}', ${column}, ${flagColumns}, sign from source where ${column} is not null`,
    ),
  ];
  return `with source as materialized (${source}), parts as (${parts.join(' union all ')})
    insert into organization_filter_counts as stored (dimension, dimension_id, ${flagColumns}, count)
    select dimension, dimension_id, ${flagColumns}, sum(sign) from parts
    group by dimension, dimension_id, ${flagColumns} having sum(sign) <> 0
    on conflict on constraint organization_filter_counts_key do update set count = stored.count + excluded.count`;
};

const sourceColumns = `${flagColumns}, ${dimensions.map(({ column }) => column).join(', ')}`;
const countRows = add(`select cancel_at is not null as ${sourceColumns}, count(*) as sign from organizations
  group by cancel_at is not null, ${sourceColumns.replace('is_canceling, ', '')}`);
const addChanges = add(`select ${sourceColumns}, sign from organization_count_changes
  where xid >= split_part($1, ':', 1)::bigint and not pg_visible_in_snapshot(xid::text::xid8, $1::pg_snapshot)`);

/** Counts all organizations again, in the snapshot of the caller's transaction. */
export async function countFilters(client: ClientBase): Promise<void> {
  await client.query('delete from organization_filter_counts');
  await client.query(countRows);
}

/** Adds the changes since the snapshot of the counts. */
export async function updateFilterCounts(client: ClientBase, snapshot: string): Promise<void> {
  await client.query(addChanges, [snapshot]);
  await client.query('delete from organization_filter_counts where count = 0');
}
