import { type SQL, sql } from 'drizzle-orm';
import type { AlertType } from '../../../shared/rules/exchange.ts';
import type { Transaction } from '../../database/transaction.ts';
import { type LastMessage, lastMessages, trafficSince } from '../traffic.ts';
import type { RuleRow } from './alertStore.ts';

/** A value measured for a channel and direction, in the unit of the rule. */
export interface Measured {
  readonly channel: string;
  readonly direction: string;
  readonly value: number;
}

/** Measures the value of a rule for each of its channels and directions; those without workflows or messages are left out. */
export async function measure(tx: Transaction, rule: RuleRow): Promise<Measured[]> {
  // Only the migration creates rules, with types of the list.
  const measured = await measures[rule.alertType as AlertType](tx, rule);
  return measured.filter(
    ({ channel, direction }) =>
      (rule.channel === null || rule.channel === channel) && (rule.direction === null || rule.direction === direction),
  );
}

const measures: Readonly<Record<AlertType, (tx: Transaction, rule: RuleRow) => Promise<Measured[]>>> = {
  FailureRate: failureRate,
  QueueAge: queueAge,
  Silence: silence,
  StepExhausted: stepExhausted,
};

const minuteMs = 60_000;
const windowStart = ({ windowMinutes }: RuleRow) => new Date(Date.now() - windowMinutes * minuteMs);

/** Percentage of failed workflows among those that ended. The window starts at the 10 minutes that contain its start. */
function failureRate(tx: Transaction, rule: RuleRow): Promise<Measured[]> {
  return rows(
    tx,
    sql`select channel, direction, floor(failed * 100.0 / ended)::int as value from (
      select channel, direction, sum(count) as ended, coalesce(sum(count) filter (where outcome = 'Failed'), 0) as failed
      from ${trafficSince('workflow', tenMinutesOf(windowStart(rule)))} seen
      where outcome in ('Completed', 'Failed') group by channel, direction) counted
    where ended >= ${rule.minimumMessages} and ended > 0`,
  );
}

const tenMinutes = 10 * minuteMs;
const tenMinutesOf = (at: Date) => new Date(Math.floor(at.getTime() / tenMinutes) * tenMinutes);

/** Seconds that the oldest workflow has waited, apart from those that wait for a retry. */
function queueAge(tx: Transaction): Promise<Measured[]> {
  return rows(
    tx,
    sql`select channel, direction, greatest(0, floor(extract(epoch from now() - min(created_time))))::int as value
    from workflows where status in ('Pending', 'In Progress') group by channel, direction`,
  );
}

/** Minutes since the last message, of channels that had enough of them within the window to be missed. */
async function silence(tx: Transaction, rule: RuleRow): Promise<Measured[]> {
  const busy = await rows(
    tx,
    sql`select channel, direction, sum(count)::int as value
    from ${trafficSince('message', tenMinutesOf(windowStart(rule)))} seen
    group by channel, direction having sum(count) >= ${rule.minimumMessages}`,
  );
  const isBusy = (last: LastMessage) =>
    busy.some(({ channel, direction }) => channel === last.channel && direction === last.direction);
  const messages = await lastMessages(tx, rule.windowMinutes / 60);
  return messages.filter(isBusy).map(({ channel, direction, at }) => ({
    channel,
    direction,
    value: Math.max(0, Math.floor((Date.now() - at.getTime()) / minuteMs)),
  }));
}

const longestLife = sql`interval '2 days'`;

/** Workflows that failed within the window after more than one attempt, and after the alert was last resolved by hand. */
function stepExhausted(tx: Transaction, rule: RuleRow): Promise<Measured[]> {
  return rows(
    tx,
    sql`select w.channel, w.direction, count(distinct w.id)::int as value
    from workflows w join workflow_steps s on s.workflow_id = w.id and s.status = 'Failed' and s.attempts > 1
    where w.status = 'Failed' and w.created_time > now() - ${longestLife}
      and s.end_time > ${windowStart(rule).toISOString()}::timestamptz
      and s.end_time > coalesce((
        select max(a.resolved_at) from system_alerts a
        where a.rule_id = ${rule.id} and a.channel = w.channel and a.direction = w.direction and a.calm_since is null
      ), '-infinity')
    group by w.channel, w.direction`,
  );
}

async function rows(tx: Transaction, statement: SQL): Promise<Measured[]> {
  const result = await tx.execute<{ channel: string; direction: string; value: number }>(statement);
  return result.rows;
}
