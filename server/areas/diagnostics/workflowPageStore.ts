import { type SQL, sql } from 'drizzle-orm';
import type { GridFilter } from '../../../shared/contract/exchangeSchemas.ts';
import type { Database } from '../../database/openDatabase.ts';
import { inOneSnapshot } from '../../database/oneSnapshot.ts';
import type { Transaction } from '../../database/transaction.ts';
import { messageIdForms } from '../../exchange/messageId.ts';
import {
  bucketMs,
  durationBucket,
  workflowDurations,
  workflowTotals,
  workflowTraffic,
} from '../../exchange/traffic.ts';
import { workflowDuration, workflowFilterSql } from '../../exchange/workflowFilter.ts';
import { workflowRows } from './workflowRowsStore.ts';
import { containing } from '../../database/likePattern.ts';

export interface WorkflowQuery {
  readonly filters: readonly GridFilter[];
  readonly search?: string | undefined;
  readonly sorting: readonly { readonly field: SortField; readonly dir: 'asc' | 'desc' }[];
  readonly pageNumber: number;
  readonly pageSize: number;
}

type Sorting = WorkflowQuery['sorting'];
type SortField = 'createdTime' | 'type' | 'status' | 'channel' | 'hispMessageId' | 'organizationName' | 'duration';

/** Condition over `workflows w`, and the filters it was made of. */
interface WorkflowCondition {
  readonly filters: readonly GridFilter[];
  readonly where: { readonly sql: SQL; readonly hasSearch: boolean };
}

/** A page of the workflow grid with the exact number of all that match. */
export const workflowPage = (database: Database, query: WorkflowQuery) =>
  inOneSnapshot(database, async (tx) => {
    const condition = conditionOf(query);
    const count = await countWorkflows(tx, condition);
    const ids = count === 0 ? [] : await pageIds(tx, condition, query, count);
    return { messageHealthDataValues: await workflowRows(tx, ids), messageHealthDataValuesCount: count };
  });

function conditionOf({ filters, search }: WorkflowQuery): WorkflowCondition {
  const filtered = workflowFilterSql(filters);
  if (!search) return { filters, where: { sql: filtered, hasSearch: false } };
  const pattern = containing(search.toLowerCase());
  const match = sql`w.mail_message_id in (
    select s.id from mail_messages s
    where lower(s.sender) like ${pattern} or lower(s.mail_to) like ${pattern} or s.hisp_message_id = any (${sql.param(messageIdForms(search))}::text[]))`;
  return { filters, where: { sql: sql`${filtered} and ${match}`, hasSearch: true } };
}

const sortColumns: Readonly<Record<SortField, SQL>> = {
  createdTime: sql`w.created_time`,
  type: sql`w.type`,
  status: sql`w.status`,
  channel: sql`w.channel`,
  hispMessageId: sql`w.hisp_message_id`,
  organizationName: sql`o.name_sort`,
  duration: workflowDuration,
};

/** Same values stand in the order of their time and id, so that no row is on two pages. */
async function pageIds(
  tx: Transaction,
  condition: WorkflowCondition,
  { sorting, pageNumber, pageSize }: WorkflowQuery,
  count: number,
): Promise<string[]> {
  const last = sorting.at(-1)?.dir ?? 'desc';
  const [first, ...others] = [
    ...sorting.map(({ field, dir }) => sql`${sortColumns[field]} ${sql.raw(dir)}`),
    ...(sorting.some(({ field }) => field === 'createdTime') ? [] : [sql`w.created_time ${sql.raw(last)}`]),
    sql`w.id ${sql.raw(last)}`,
  ];
  const rest = sql.join(others, sql`, `);
  const end = pageNumber * pageSize;
  const isScanned = count > maxSorted && end <= maxScanned;
  const scanned = isScanned
    ? (scannedByName(condition, sorting, rest) ?? scannedByChannel(condition, sorting, rest, end))
    : null;
  const names = sorting.some(({ field }) => field === 'organizationName')
    ? sql`join organizations o on o.id = w.organization_id`
    : sql``;
  const result = await tx.execute<{ id: string }>(sql`
    ${scanned ?? sql`select w.id from workflows w ${names} where ${condition.where.sql} order by ${first}, ${rest}`}
    limit ${pageSize} offset ${end - pageSize}`);
  return result.rows.map(({ id }) => id);
}

/** So few are sorted at once; so far organizations and channels are scanned one after the other. */
const maxSorted = 20_000;
const maxScanned = 10_000;

/** The workflows of one organization after the other, in the order of their names, instead of sorting all there are. */
function scannedByName({ where }: WorkflowCondition, [first]: Sorting, rest: SQL): SQL | undefined {
  if (first?.field !== 'organizationName') return undefined;
  const dir = sql.raw(first.dir);
  return sql`select w.id
    from (select id, name_sort from organizations order by name_sort ${dir} offset 0) o
    cross join lateral (select w.* from workflows w where w.organization_id = o.id and ${where.sql} offset 0) w
    order by o.name_sort ${dir}, ${rest}`;
}

/** The first workflows of one channel after the other; the dashboard knows which channels have any, so none is looked through in vain. */
function scannedByChannel({ filters, where }: WorkflowCondition, sorting: Sorting, rest: SQL, end: number) {
  const [first, second, third] = sorting;
  const isByTime = !third && (!second || second.field === 'createdTime');
  if (first?.field !== 'channel' || !isByTime) return undefined;
  const dir = sql.raw(first.dir);
  const counted = workflowFilterSql(filters.filter(({ field }) => countedBy.has(field)));
  return sql`select w.id
    from (select channel from ${workflowTotals} w where ${counted} group by channel having sum(count) > 0
      order by channel ${dir} offset 0) c
    cross join lateral (select w.* from workflows w where w.channel = c.channel and ${where.sql} order by ${rest} limit ${end}) w
    order by c.channel ${dir}, ${rest}`;
}

/** What the dashboard counts by. Filters on these alone are counted from its numbers, whatever the number of workflows. */
const countedBy = new Set<GridFilter['field']>(['status', 'type', 'channel', 'direction']);

/** The exact number of workflows the filters leave. */
async function countWorkflows(tx: Transaction, { filters, where }: WorkflowCondition): Promise<number> {
  const others = filters.filter(({ field }) => field !== 'createdTime' && field !== 'duration');
  const times = filters.filter(({ field }) => field === 'createdTime');
  const durations = filters.filter(({ field }) => field === 'duration');
  const hasCounts = others.every(({ field }) => countedBy.has(field)) && !where.hasSearch;
  if (!hasCounts || (times.length > 0 && durations.length > 0)) {
    return countIn(tx, sql`select count(*)::int as count from workflows w where ${where.sql}`);
  }
  if (times.length > 0) return countWithEdges(tx, where.sql, workflowTraffic, times.flatMap(timeEdges));
  if (durations.length > 0) return countWithEdges(tx, where.sql, workflowDurations, durations.flatMap(durationEdges));
  return countIn(tx, sql`select coalesce(sum(count), 0)::int as count from ${workflowTotals} w where ${where.sql}`);
}

/**
 * In the buckets where a bound of the filter lies (`edges`, conditions over `w`) workflows are counted one by one; in all others the
 * filter holds for all or for none.
 */
const countWithEdges = (tx: Transaction, where: SQL, buckets: SQL, edges: readonly SQL[]): Promise<number> => {
  const isEdge = sql.join([...edges], sql` or `);
  return countIn(
    tx,
    sql`select (
      (select coalesce(sum(count), 0) from ${buckets} w where ${where} and not (${isEdge}))
      + (select count(*) from workflows w where ${where} and (${isEdge})))::int as count`,
  );
};

const day = 86_400_000;

/** The 10 minutes in which a bound of the filter lies; a day without a time has two. */
function timeEdges({ value }: GridFilter): SQL[] {
  const at = Date.parse(String(value));
  const bounds = /^\d{4}-\d\d-\d\d$/.test(String(value)) ? [at, at + day] : [at];
  return bounds.map((bound) => {
    const start = Math.floor(bound / bucketMs) * bucketMs;
    const [from, to] = [start, start + bucketMs].map((edge) => new Date(edge).toISOString());
    return sql`(w.created_time >= ${from} and w.created_time < ${to})`;
  });
}

/** The durations that are counted together with a value of the filter. */
const durationEdges = ({ value }: GridFilter): SQL[] =>
  (typeof value === 'object' ? value : [value]).map((one) => {
    const { start, end } = durationBucket(Number(one));
    return sql`(${workflowDuration} >= ${start}::float8 and ${workflowDuration} < ${end}::float8)`;
  });

async function countIn(tx: Transaction, statement: ReturnType<typeof sql>): Promise<number> {
  const result = await tx.execute<{ count: number }>(statement);
  return result.rows[0]?.count ?? 0;
}
