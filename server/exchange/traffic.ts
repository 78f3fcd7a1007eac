import { type SQL, sql } from 'drizzle-orm';
import type { Database, Drizzle } from '../database/openDatabase.ts';
import { inTransaction } from '../database/transaction.ts';

/**
 * Counts of the dashboard. Triggers (migration 0008) write each change into `traffic_changes` in the transaction of the change; here the
 * changes are folded into `traffic_buckets`. Readers add both in one statement, so the result is exact at any time, and writers never wait
 * for each other.
 */

/** What is counted: workflows, messages and conversions, each by the time of creation. */
export type TrafficKind = 'workflow' | 'message' | 'conversion';

export const bucketMs = 10 * 60_000;
/** Period for which messages and conversions are counted by the minute. */
export const minuteHours = 4;

/** Any number, the same in every process: one of them folds at a time. */
const foldLock = 727_307_021;
const maxChanges = 50_000;

/**
 * Workflows are also counted without their time, so that their total is in a few rows; messages and conversions by the minute and by the
 * hour, as in the statistics.
 */
const fold = sql`
  with deleted as (
    delete from traffic_changes where id in (select id from traffic_changes order by id limit ${maxChanges})
    returning bucket, kind, channel, direction, type, outcome, sign),
  parts as (
    select case kind when 'duration' then bucket else traffic_bucket(bucket) end as bucket,
      kind, channel, direction, type, outcome, sign from deleted
    union all
    select bucket, kind || '.minute', channel, direction, type, outcome, sign from deleted where kind in ('message', 'conversion')
    union all
    select date_trunc('hour', bucket, 'UTC'), kind || '.hour', channel, direction, type, outcome, sign from deleted
    where kind in ('message', 'conversion')
    union all
    select 'epoch'::timestamptz, 'workflow.all', channel, direction, type, outcome, sign from deleted where kind = 'workflow'),
  folded as (
    insert into traffic_buckets as stored (bucket, kind, channel, direction, type, outcome, count)
    select bucket, kind, channel, direction, type, outcome, sum(sign) from parts
    group by 1, 2, 3, 4, 5, 6 having sum(sign) <> 0
    on conflict (bucket, kind, channel, direction, type, outcome) do update set count = stored.count + excluded.count)
  select count(*)::int as count from deleted`;

/** Folds the pending changes and returns their number; does nothing while another process folds. */
export const foldTraffic = (database: Pick<Database, 'pool'>): Promise<number> =>
  inTransaction(database, async (tx) => {
    const tried = await tx.execute<{ locked: boolean }>(sql`select pg_try_advisory_xact_lock(${foldLock}) as locked`);
    if (!tried.rows[0]?.locked) return 0;
    const folded = await tx.execute<{ count: number }>(fold);
    return folded.rows[0]?.count ?? 0;
  });

/** Deletes counts that no page uses any more. Counts of workflows by time stay: the grid uses them. */
export async function deleteOldTraffic(database: Pick<Database, 'pool'>): Promise<void> {
  await database.pool.query(
    `delete from traffic_buckets where kind in ('message.minute', 'conversion.minute') and bucket < now() - make_interval(hours => $1)`,
    [minuteHours],
  );
}

/** Rows `(at, channel, direction, type, outcome, count)` of 10 minutes each, since a time; for the FROM clause of a statement. */
export const trafficSince = (kind: TrafficKind, from: Date): SQL => sql`(
  select bucket as at, channel, direction, type, outcome, count from traffic_buckets
  where kind = ${kind} and bucket >= ${from.toISOString()}::timestamptz
  union all
  select traffic_bucket(bucket), channel, direction, type, outcome, sign from traffic_changes
  where kind = ${kind} and traffic_bucket(bucket) >= ${from.toISOString()}::timestamptz)`;

/** Messages or conversions by the minute (of the last hours) or by the hour, since the start of a minute or an hour. */
export const trafficBy = (unit: 'minute' | 'hour', kind: Exclude<TrafficKind, 'workflow'>, from: Date): SQL => sql`(
  select bucket as at, channel, direction, type, outcome, count from traffic_buckets
  where kind = ${`${kind}.${unit}`} and bucket >= ${from.toISOString()}::timestamptz
  union all
  select date_trunc(${unit}, bucket, 'UTC'), channel, direction, type, outcome, sign from traffic_changes
  where kind = ${kind} and bucket >= ${from.toISOString()}::timestamptz)`;

/** Counts of workflows; `created_time` is the start of their 10 minutes. The columns have the names of `workflows`. */
export const workflowTraffic = sql`(
  select bucket as created_time, channel, direction, type, outcome as status, count from traffic_buckets where kind = 'workflow'
  union all
  select bucket, channel, direction, type, outcome, sign from traffic_changes where kind = 'workflow')`;

/** Counts of all workflows without their time. */
export const workflowTotals = sql`(
  select channel, direction, type, outcome as status, count from traffic_buckets
  where bucket = 'epoch'::timestamptz and kind = 'workflow.all'
  union all
  select channel, direction, type, outcome, sign from traffic_changes where kind = 'workflow')`;

/** Counts of finished workflows by duration, rounded down by `durationBucket`. The columns have the names of `workflows`. */
export const workflowDurations = sql`(
  select 'epoch'::timestamptz as created_time, bucket as completed_time, channel, direction, type, outcome as status, count
  from traffic_buckets where kind = 'duration'
  union all
  select 'epoch', bucket, channel, direction, type, outcome, sign from traffic_changes where kind = 'duration')`;

/** The durations in milliseconds that `duration_bucket` (migration 0012) counts together with this one: `start` inclusive, `end` exclusive. */
export function durationBucket(milliseconds: number): { readonly start: number; readonly end: number } {
  const whole = Math.max(0, Math.floor(milliseconds));
  const width = 10 ** Math.max(0, String(whole).length - 2);
  const start = Math.floor(whole / width) * width;
  return { start, end: start + width };
}

export interface LastMessage {
  readonly channel: string;
  readonly direction: string;
  readonly at: Date;
}

/** Time of the last message of each channel within these hours, searched by hour, then 10 minutes, then minute. */
export async function lastMessages(db: Drizzle, hours: number): Promise<LastMessage[]> {
  const hourMs = 3_600_000;
  const from = new Date(Math.floor(Date.now() / hourMs - hours) * hourMs);
  const result = await db.execute<{ channel: string; direction: string; at: number }>(sql`
    with busy as (
      select channel, direction, max(at) as at from ${trafficBy('hour', 'message', from)} seen
      where count > 0 group by channel, direction)
    select h.channel, h.direction, (extract(epoch from last.at) * 1000)::float8 as at
    from busy h
    cross join lateral (
      select at, width from (
        select b.bucket as at, case b.kind when 'message' then interval '10 minutes' else interval '1 minute' end as width
        from traffic_buckets b
        where b.bucket >= h.at and b.bucket < h.at + interval '1 hour' and b.kind in ('message', 'message.minute')
          and b.channel = h.channel and b.direction = h.direction and b.count > 0
        union all
        select c.bucket, interval '1 minute' from traffic_changes c
        where c.kind = 'message' and c.bucket >= h.at and c.channel = h.channel and c.direction = h.direction) parts
      order by at desc, width limit 1) part
    cross join lateral (
      select m.created_date as at from mail_messages m
      where m.created_date >= part.at and m.created_date < part.at + part.width and not m.is_draft
        and m.channel = h.channel and m.type = case h.direction when 'Inbound' then 1 else 2 end
      order by m.created_date desc limit 1) last`);
  return result.rows.map(({ channel, direction, at }) => ({ channel, direction, at: new Date(at) }));
}
