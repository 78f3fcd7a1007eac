import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/openDatabase.ts';
import { inTransaction } from '../database/transaction.ts';
import { type Comparison, type Expression, partsOf } from './expression.ts';
import { conditionOf } from './filterSql.ts';
import { type Scope, whereOf } from './statement.ts';
import { milliseconds } from './values.ts';

/**
 * Exact numbers of messages without counting them: triggers (migration 0008) write what changes, here it is folded, and readers add up
 * both in one statement. The tables carry the columns of the messages under their names, so the condition of a filter holds for them as
 * it is, as long as it speaks of nothing else.
 */

/** Properties that messages are counted under by the hour. */
const byHour = new Set(['isdraft', 'status', 'type', 'channel', 'workflowtype']);
/** Over all time messages are counted by each of their addresses too. */
const byAddress = [
  { property: 'sender', table: 'message_sender_counts', column: 'sender', key: 'sender, is_draft' },
  {
    property: 'mailto',
    table: 'message_recipient_counts',
    column: 'mail_to',
    key: 'hashtextextended(mail_to, 0), hashtextextended(mail_to, 1), is_draft',
  },
] as const;
const hourMs = 3_600_000;
const allTime = sql`(select * from message_counts where bucket = '-infinity')`;

/** Number of matches of a filter from the stored counts; undefined where the filter uses other properties than they have. */
export function fastCount(scope: Scope): SQL | undefined {
  if (scope.set.table !== 'mail_messages' || scope.search !== '' || scope.parent) return undefined;
  const parts = conjuncts(scope.condition?.expression);
  const dates = parts.filter(isDate);
  const others = parts.filter((part) => !isDate(part));
  const names = others.flatMap(namesOf);
  const within = and(others.map((part) => conditionOf(scope.set, part).sql));
  if (areOf(byHour, names)) return dates.length === 0 ? withChanges(allTime, within) : overHours(scope, dates, within);
  if (dates.length > 0) return undefined;
  const address = byAddress.find(({ property }) => areOf(new Set(['isdraft', property]), names));
  return address && withChanges(sql.raw(address.table), within);
}

const areOf = (known: ReadonlySet<string>, names: readonly string[]) => names.every((name) => known.has(name));
const and = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);
const counted = (sums: readonly SQL[]): SQL =>
  sql`select (${sql.join(
    sums.map((one) => sql`coalesce(${one}, 0)`),
    sql` + `,
  )})::int as count`;

/** What was folded into a table, and what was not yet. */
const withChanges = (table: SQL, within: SQL): SQL =>
  counted([
    sql`(select sum(t.count) from ${table} t where ${within})`,
    sql`(select sum(t.count) from message_count_changes t where ${within})`,
  ]);

/** Whole hours come from the counts, what hangs over at both ends from the messages. */
function overHours(scope: Scope, dates: readonly Bound[], within: SQL): SQL | undefined {
  const { from, to } = wholeHours(dates);
  if (from !== undefined && to !== undefined && from >= to) return undefined;
  const hours = and([
    // Without what stands for all time.
    from === undefined ? sql`t.bucket > '-infinity'` : sql`t.bucket >= ${timestamp(from)}`,
    ...(to === undefined ? [] : [sql`t.bucket < ${timestamp(to)}`]),
    within,
  ]);
  const over = (edge: SQL) => sql`(select count(*) from mail_messages t ${whereOf(scope)} and ${edge})`;
  return counted([
    sql`(select sum(t.count) from message_counts t where ${hours})`,
    sql`(select sum(t.count) from message_count_changes t where ${hours})`,
    ...(from === undefined ? [] : [over(sql`t.created_date < ${timestamp(from)}`)]),
    ...(to === undefined ? [] : [over(sql`t.created_date >= ${timestamp(to)}`)]),
  ]);
}

const timestamp = (at: number): SQL => sql`${new Date(at).toISOString()}::timestamptz`;

/** First hour that lies wholly within the bounds, and the first one after those that do. */
function wholeHours(dates: readonly Bound[]): { from: number | undefined; to: number | undefined } {
  let from: number | undefined;
  let to: number | undefined;
  for (const { operator, right } of dates) {
    const at = milliseconds(right.text) ?? 0;
    const hour = Math.floor(at / hourMs) * hourMs;
    if (operator === 'ge') from = Math.max(from ?? Number.NEGATIVE_INFINITY, hour === at ? hour : hour + hourMs);
    else if (operator === 'gt') from = Math.max(from ?? Number.NEGATIVE_INFINITY, hour + hourMs);
    else to = Math.min(to ?? Number.POSITIVE_INFINITY, hour);
  }
  return { from, to };
}

/** `CreatedDate ge …`: one end of a time. */
type Bound = Comparison & { readonly right: { readonly kind: 'literal'; readonly text: string } };
const isDate = (part: Expression): part is Bound =>
  part.kind === 'compare' &&
  ['ge', 'gt', 'le', 'lt'].includes(part.operator) &&
  part.left.kind === 'property' &&
  part.left.name.toLowerCase() === 'createddate' &&
  part.right.kind === 'literal' &&
  milliseconds(part.right.text) !== undefined;

/** What has to hold together, from however many brackets. */
const conjuncts = (expression: Expression | undefined): readonly Expression[] => {
  if (!expression) return [];
  return expression.kind === 'and' ? expression.operands.flatMap(conjuncts) : [expression];
};

const namesOf = (expression: Expression): readonly string[] =>
  expression.kind === 'property' ? [expression.name.toLowerCase()] : partsOf(expression).flatMap(namesOf);

/** Any number, the same in every process: one of them folds at a time. */
const foldLock = 727_307_023;
const maxChanges = 50_000;

const foldAddresses = byAddress.map(
  ({ table, column, key }) => `
  ${table}_folded as (
    insert into ${table} as stored (${column}, is_draft, count)
    select ${column}, is_draft, sum(count) from deleted group by 1, 2 having sum(count) <> 0
    on conflict (${key}) do update set count = stored.count + excluded.count)`,
);
const fold = sql`
  with deleted as (
    delete from message_count_changes where id in (select id from message_count_changes order by id limit ${maxChanges})
    returning bucket, type, channel, status, is_draft, sender, mail_to, count),
  parts as (
    select bucket, type, channel, status, is_draft, count from deleted
    union all select '-infinity'::timestamptz, type, channel, status, is_draft, count from deleted),
  ${sql.raw(foldAddresses.join(','))}
  insert into message_counts as stored (bucket, type, channel, status, is_draft, count)
  select bucket, type, channel, status, is_draft, sum(count) from parts group by 1, 2, 3, 4, 5 having sum(count) <> 0
  on conflict (bucket, type, channel, status, is_draft) do update set count = stored.count + excluded.count`;

/** Folds what is there. Does nothing while another process is at it. */
export const foldMessageCounts = (database: Pick<Database, 'pool'>): Promise<void> =>
  inTransaction(database, async (tx) => {
    const tried = await tx.execute<{ locked: boolean }>(sql`select pg_try_advisory_xact_lock(${foldLock}) as locked`);
    if (tried.rows[0]?.locked) await tx.execute(fold);
  });
