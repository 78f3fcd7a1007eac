import { sql } from 'drizzle-orm';
import type { GridFilter } from '../../../shared/contract/exchangeSchemas.ts';
import type { Transaction } from '../../database/transaction.ts';
import { bucketMs, workflowTotals, workflowTraffic } from '../../exchange/traffic.ts';
import { workflowFilterSql } from '../../exchange/workflowFilter.ts';
import type { WorkflowCondition } from './workflowPageStore.ts';

/** What the dashboard counts by. Filters on these alone are counted from its numbers, whatever the number of workflows. */
export const countedBy = new Set<GridFilter['field']>(['status', 'type', 'channel', 'direction']);

/** The exact number of workflows the filters leave. */
export async function countWorkflows(tx: Transaction, { filters, where }: WorkflowCondition): Promise<number> {
  const times = filters.filter(({ field }) => field === 'createdTime');
  const others = filters.filter(({ field }) => field !== 'createdTime');
  const isCounted = others.every(({ field }) => countedBy.has(field)) && !where.hasSearch;
  if (!isCounted) return counted(tx, sql`select count(*)::int as count from workflows w where ${where.sql}`);
  if (times.length === 0) {
    return counted(tx, sql`select coalesce(sum(count), 0)::int as count from ${workflowTotals} w where ${where.sql}`);
  }
  // In the 10 minutes where a bound lies workflows are counted one by one; in all others the filter holds for all or for none.
  const edges = times.flatMap(edgesOf);
  const isEdge = sql.join(
    edges.map((edge) => sql`(w.created_time >= ${edge} and w.created_time < ${after(edge)})`),
    sql` or `,
  );
  return counted(
    tx,
    sql`select (
      (select coalesce(sum(count), 0) from ${workflowTraffic} w where ${where.sql} and not (${isEdge}))
      + (select count(*) from workflows w where ${workflowFilterSql(filters)} and (${isEdge})))::int as count`,
  );
}

const day = 86_400_000;

/** Begins of the 10 minutes in which a bound of the filter lies; a day without a time has two. */
function edgesOf({ value }: GridFilter): string[] {
  const at = Date.parse(String(value));
  const bounds = /^\d{4}-\d\d-\d\d$/.test(String(value)) ? [at, at + day] : [at];
  return bounds.map((bound) => new Date(Math.floor(bound / bucketMs) * bucketMs).toISOString());
}

const after = (edge: string) => new Date(Date.parse(edge) + bucketMs).toISOString();

async function counted(tx: Transaction, statement: ReturnType<typeof sql>): Promise<number> {
  const found = await tx.execute<{ count: number }>(statement);
  return found.rows[0]?.count ?? 0;
}
