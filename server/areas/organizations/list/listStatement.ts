import {
  byIndex,
  byScan,
  hasColumnFilter,
  type ListFilter,
  ofChanges,
  type Statement,
  testedColumns,
  Values,
} from './filter.ts';
import { type Base, oldestOpen } from './totals.ts';

export interface PageRequest {
  readonly filter: ListFilter;
  readonly sortDir: 'asc' | 'desc';
  readonly offset: number;
  readonly size: number;
}

/** With `organizations o` and its `brands b`: a connection of the brand or of its own makes single sign-on. */
export const loginType = `case when o.has_connection or b.connection_name is not null then 'SSO' else 'Password' end`;

/** A row of the list. */
export const rowColumns = `o.id, o.org_id::int as "orgId", o.name, n.name as "networkName", o.subdomain as "subDomain",
  r.name as "resellerName", p.tier_code as "tierCode", o.is_activated as "isActivated", o.is_enabled as "isEnabled",
  ${loginType} as "loginType", o.api_capture as "apiCapture",
  coalesce(o.cancel_at > now(), false) as "isPendingCancellation"`;

export const rowJoins = `picked join organizations o on o.id = picked.id
  left join networks n on n.id = o.network_id
  left join resellers r on r.id = o.reseller_id
  left join plans p on p.id = o.plan_id
  left join brands b on b.id = o.brand_id`;

const opposite = { asc: 'desc', desc: 'asc' } as const;
export const ordered = (direction: 'asc' | 'desc', table = '') =>
  `order by ${table}name_sort ${direction}, ${table}id ${direction}`;

const pageRows = (direction: 'asc' | 'desc', more = '') => `
  select total.count as "totalCount", total.changes, total.usable, pg_current_snapshot()::text as snapshot, ${more}row.*
  from total left join (select o.name_sort, ${rowColumns} from ${rowJoins}) row on true
  ${ordered(direction, 'row.')}`;

/** The cached count plus the changes up to the snapshot of this statement (see Base). */
const corrected = (filter: ListFilter, base: Base, values: Values): string => {
  const oldest = values.add(oldestOpen(base.snapshot));
  return `total as materialized (
    select ${values.add(base.count)}::int + coalesce(sum(sign), 0)::int as count, count(*)::int as changes,
      (select pruned_below <= ${oldest}::bigint from organization_count_horizon) as usable
    from organization_count_changes
    where xid >= ${oldest}::bigint and xid < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
      and not pg_visible_in_snapshot(xid::text::xid8, ${values.add(base.snapshot)}::pg_snapshot)${ofChanges(filter, values)})`;
};

const between = ({ span }: Base, values: Values): readonly string[] =>
  span ? [`name_sort between ${values.add(span.first)} and ${values.add(span.last)}`] : [];

const commonSizes = [10, 25, 50, 100];

/**
 * A page by a scan in the order of names, from the nearer end. `bound` ends the scan after this number of organizations: matches of a word
 * are often close together, so a scan that should be short may meet none for half a million names. The page is then shorter than the total
 * says, and the caller reads it in another way. Where the names of the first and last match are known, the scan stays between them. Limit
 * and offset of the second half come from the total of the same statement, so a page is right while other users add and delete.
 */
export function scanStatement({ filter, sortDir, offset, size }: PageRequest, base: Base, bound?: number): Statement {
  const values = new Values();
  const total = corrected(filter, base, values);
  const fromEnd = offset > base.count / 2;
  const skip = values.add(offset);
  // The limit next to the order is a literal, otherwise the planner expects to fetch and sort a tenth of the table; the offset is in a
  // subquery, otherwise each page gets a new plan, which takes longer than the page.
  const direction = fromEnd ? opposite[sortDir] : sortDir;
  const scanned =
    bound === undefined
      ? `organizations ${byScan(filter, values)}`
      : `(select id, name_sort, ${testedColumns} from organizations
          ${byScan({ ...filter, search: '', columns: {} }, values, between(base, values))}
          ${ordered(direction)} limit ${bound}) bounded ${byScan({ ...filter, cancelling: false }, values)}`;
  const slice = fromEnd
    ? `(select id from ${scanned} ${ordered(direction)} limit ${size}
        offset (select greatest(0, count - ${skip}::bigint - ${size}) from total)) nearest
       limit (select greatest(0, least(${size}, count - ${skip}::bigint)) from total)`
    : `${scanned} ${ordered(direction)} limit ${size} offset (select ${skip}::bigint)`;
  const text = `with ${total}, picked as materialized (select id from ${slice})${pageRows(sortDir)}`;
  const isCommonSize = commonSizes.includes(size);
  const name = `organizations-${filter.search !== ''}-${filter.cancelling}-${sortDir}-${fromEnd}-${size}-${bound ?? 'all'}-${base.span !== undefined}`;
  return { text, values: values.list, ...(isCommonSize && !hasColumnFilter(filter) ? { name } : {}) };
}

/**
 * A page of a search with few matches: all are read by index, then sorted and counted. Planned for each request, because the text
 * decides which index is used.
 */
export function pickStatement({ filter, sortDir, offset, size }: PageRequest): Statement {
  const values = new Values();
  const text = `with matched as materialized (
      select id, name_sort from organizations ${byIndex(filter, values)}),
    total as materialized (
      select count(*)::int as count, 0 as changes, true as usable, min(name_sort) as first, max(name_sort) as last from matched),
    picked as materialized (select id from matched ${ordered(sortDir)} limit ${size} offset ${values.add(offset)}::bigint)
    ${pageRows(sortDir, 'total.first, total.last, ')}`;
  return { text, values: values.list };
}
