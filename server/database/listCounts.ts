import { type SQL, sql } from 'drizzle-orm';
import type { Database } from './openDatabase.ts';
import { inTransaction } from './transaction.ts';

/**
 * Exact totals of long lists without counting their rows. Triggers (migration 0039) write each change of a number into `list_count_changes` in the
 * transaction of the change; here the changes are folded into `list_counts`. A reader adds both in one statement, so the total is that of its
 * snapshot, and writers never wait for each other.
 */
export type CountedList = 'users' | 'documentSources' | 'webhookDeliveries';

/** Any number, the same in every process: one of them folds at a time. */
const foldLock = 727_307_022;
const maxChanges = 50_000;

/** Deliveries are also counted without their webhook, so that the total of the platform is in a few rows. */
const withoutWebhook = sql`'webhookDeliveries.all'`;
const fold = sql`
  with deleted as (
    delete from list_count_changes where id in (select id from list_count_changes order by id limit ${maxChanges})
    returning list, key, sign),
  parts as (
    select list, key, sign from deleted
    union all
    select ${withoutWebhook}, key - 'webhookId', sign from deleted where list = 'webhookDeliveries'),
  folded as (
    insert into list_counts as stored (list, key, count)
    select list, key, sum(sign) from parts group by list, key having sum(sign) <> 0
    on conflict (list, key) do update set count = stored.count + excluded.count),
  noted as (
    insert into list_count_folds (list, xid) select distinct list, pg_current_xact_id()::text::bigint from deleted
    on conflict (list) do update set xid = excluded.xid)
  select count(*)::int as count from deleted`;

/** Folds the pending changes and returns their number; does nothing while another process folds. */
export const foldListCounts = (database: Pick<Database, 'pool'>): Promise<number> =>
  inTransaction(database, async (tx) => {
    const tried = await tx.execute<{ locked: boolean }>(sql`select pg_try_advisory_xact_lock(${foldLock}) as locked`);
    if (!tried.rows[0]?.locked) return 0;
    const folded = await tx.execute<{ count: number }>(fold);
    const count = folded.rows[0]?.count ?? 0;
    if (count > 0) await tx.execute(sql`delete from list_counts where count = 0`);
    return count;
  });

const sumOf = (list: CountedList, stored: SQL, condition: SQL): SQL => sql`(
  select coalesce(sum(count), 0)::int from (
    select count from list_counts where list = ${stored} and ${condition}
    union all
    select sign from list_count_changes where list = ${list} and ${condition}) counted)`;

/**
 * Whether nothing that a list counts or searches has changed between a snapshot and that of the caller: each change is a row that the earlier one
 * did not see, or was folded by a transaction that it did not see.
 */
export const isUnchangedSince = (list: CountedList, snapshot: string): SQL => sql`(
  not exists (select from list_count_changes where list = ${list} and not pg_visible_in_snapshot(xid::text::xid8, ${snapshot}::pg_snapshot))
  and not exists (select from list_count_folds where list = ${list} and not pg_visible_in_snapshot(xid::text::xid8, ${snapshot}::pg_snapshot)))`;

/** What the counted rows have in common; undefined stands for any value. */
type CountFilter = Readonly<Record<string, boolean | string | undefined>>;
const matches = (filter: CountFilter): SQL => sql`key @> ${JSON.stringify(filter)}::jsonb`;

/** Number of rows of the list, as a part of a statement. */
export const listCount = (list: CountedList, filter: CountFilter): SQL =>
  sumOf(list, list === 'webhookDeliveries' ? withoutWebhook : sql`${list}`, matches(filter));

/** Number of the deliveries of some webhooks. */
export const deliveryCount = (webhookIds: readonly string[], filter: CountFilter): SQL =>
  sumOf(
    'webhookDeliveries',
    sql`'webhookDeliveries'`,
    sql`key ->> 'webhookId' = any(${sql.param(webhookIds)}::text[]) and ${matches(filter)}`,
  );
