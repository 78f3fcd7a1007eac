import type { ChannelHealth } from '../../../shared/contract/diagnostics.ts';
import { channels, type Direction } from '../../../shared/rules/exchange.ts';
import type { OpenAlert, RuleRow } from '../../exchange/alerts/alertStore.ts';
import { bucketMs, type LastMessage } from '../../exchange/traffic.ts';
import { type QueueRow, type SeriesRow, seriesLength } from './messageCountsStore.ts';
import { stateReason } from './stateReason.ts';

interface HealthFacts {
  /** Begin of the series, in milliseconds. */
  readonly start: number;
  readonly series: readonly SeriesRow[];
  readonly queues: readonly QueueRow[];
  readonly last: readonly LastMessage[];
  readonly alerts: readonly OpenAlert[];
  readonly rules: readonly RuleRow[];
  readonly now: number;
  /** How far back the last messages were searched. */
  readonly lastMessageHours: number;
}

/** The tiles of one direction (spec 1 sections 2 and 3): a tile for every channel, also where nothing came. */
export const channelsOf = (direction: Direction, facts: HealthFacts): ChannelHealth[] =>
  channels.map((name) => {
    const isThis = (row: { readonly channel: string; readonly direction: string }) =>
      row.channel === name && row.direction === direction;
    const series = facts.series.filter(isThis);
    const queue = facts.queues.find(isThis);
    const success = sum(series.map((row) => row.success));
    const failure = sum(series.map((row) => row.failure));
    const total = sum(series.map((row) => row.total));
    const alerts = facts.alerts.filter((alert) => concerns(alert, name, direction));
    const rules = facts.rules.filter((rule) => concerns(rule, name, direction));
    const lastMessageAt = facts.last.find(isThis)?.at;
    return {
      name,
      success,
      failure,
      other: total - success - failure,
      total,
      state: stateOf(alerts),
      reason: stateReason({ ...facts, alerts, rules, series, lastMessageAt }),
      dailyStats: points(facts.start, series, (row) => row.total),
      failureStats: points(facts.start, series, (row) => row.failure),
      queueDepth: queue?.depth ?? 0,
      oldestWaiting: queue ? new Date(queue.oldest).toISOString() : null,
      lastMessageAt: lastMessageAt?.toISOString() ?? null,
    };
  });

/** What the alerts say that are not resolved: the rules decide what is an error, in one place. */
const stateOf = (alerts: readonly OpenAlert[]): ChannelHealth['state'] => {
  if (alerts.some(({ status }) => status === 'Triggered')) return 'Error';
  return alerts.length > 0 ? 'Warn' : 'OK';
};

/** Whether an alert or a rule is about the channel and direction; without them it is about all. */
const concerns = (of: Pick<OpenAlert, 'channel' | 'direction'>, channel: string, direction: string) =>
  (of.channel === null || of.channel === channel) && (of.direction === null || of.direction === direction);

/** A value for every 10 minutes. Rows beyond the end, made by a clock ahead of ours, count as of now. */
function points(start: number, rows: readonly SeriesRow[], value: (row: SeriesRow) => number) {
  const values = Array.from({ length: seriesLength }, () => 0);
  for (const row of rows) {
    const place = Math.min(seriesLength - 1, Math.round((row.at - start) / bucketMs));
    values[place] = (values[place] ?? 0) + value(row);
  }
  return values.map((one, index) => ({ date: new Date(start + index * bucketMs).toISOString(), value: one }));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
