import { sql } from 'drizzle-orm';
import type { Drizzle } from '../../database/openDatabase.ts';
import { bucketMs, trafficSince } from '../../exchange/traffic.ts';

/** 24 hours of 10 minutes each, the current one included. */
export const seriesLength = 144;

export const seriesStart = (now: number): number =>
  Math.floor(now / bucketMs) * bucketMs - (seriesLength - 1) * bucketMs;

export interface SeriesRow {
  /** Milliseconds. */
  readonly at: number;
  readonly channel: string;
  readonly direction: string;
  readonly success: number;
  readonly failure: number;
  readonly total: number;
}

export interface ResultRow {
  readonly channel: string;
  readonly direction: string;
  readonly type: string;
  readonly status: string;
  readonly count: number;
}

/** Workflows of the last 24 hours: by 10 minutes, and by type and status. One statement, so that both are of one snapshot. */
export async function workflowCounts(db: Drizzle, from: Date): Promise<{ series: SeriesRow[]; results: ResultRow[] }> {
  const result = await db.execute<Record<string, string | number | null>>(sql`
    select (extract(epoch from at) * 1000)::float8 as at, channel, direction, type, outcome as status,
      sum(count)::int as total,
      coalesce(sum(count) filter (where outcome = 'Completed'), 0)::int as success,
      coalesce(sum(count) filter (where outcome = 'Failed'), 0)::int as failure
    from ${trafficSince('workflow', from)} seen
    group by grouping sets ((at, channel, direction), (type, outcome, channel, direction))`);
  const common = (row: Record<string, string | number | null>) => ({
    channel: String(row['channel']),
    direction: String(row['direction']),
  });
  return {
    series: result.rows
      .filter(({ at }) => at !== null)
      .map((row) => ({
        ...common(row),
        at: Number(row['at']),
        success: Number(row['success']),
        failure: Number(row['failure']),
        total: Number(row['total']),
      })),
    results: result.rows
      .filter(({ at, total }) => at === null && Number(total) > 0)
      .map((row) => ({
        ...common(row),
        type: String(row['type']),
        status: String(row['status']),
        count: Number(row['total']),
      })),
  };
}

export interface QueueRow {
  readonly channel: string;
  readonly direction: string;
  readonly depth: number;
  /** Milliseconds. */
  readonly oldest: number;
}

/** Workflows that wait or run. */
export async function queues(db: Drizzle): Promise<QueueRow[]> {
  const result = await db.execute<{ channel: string; direction: string; depth: number; oldest: number }>(sql`
    select channel, direction, count(*)::int as depth, (extract(epoch from min(created_time)) * 1000)::float8 as oldest
    from workflows where status in ('Pending', 'In Progress', 'Retrying') group by channel, direction`);
  return result.rows;
}
