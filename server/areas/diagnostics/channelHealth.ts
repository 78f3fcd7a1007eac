import type { ChannelHealth } from '../../../shared/contract/diagnostics.ts';
import { channels, type Direction } from '../../../shared/rules/exchange.ts';
import type { OpenAlert, RuleRow } from '../../exchange/alerts/alertStore.ts';
import { bucketMs, type LastMessage } from '../../exchange/traffic.ts';
import { type QueueRow, type SeriesRow, seriesLength } from './messageCountsStore.ts';
import { stateReason } from './stateReason.ts';

interface HealthData {
  /** Start of the series, in milliseconds. */
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

/** The tiles of one direction (spec 1 sections 2 and 3): one for every channel, also without messages. */
export const channelsOf = (direction: Direction, data: HealthData): ChannelHealth[] =>
  channels.map((name) => {
    const isThis = (row: { readonly channel: string; readonly direction: string }) =>
      row.channel === name && row.direction === direction;
    const series = data.series.filter(isThis);
    const queue = data.queues.find(isThis);
    const success = sum(series.map((row) => row.success));
    const failure = sum(series.map((row) => row.failure));
    const total = sum(series.map((row) => row.total));
    const alerts = data.alerts.filter((alert) => appliesTo(alert, name, direction));
    const rules = data.rules.filter((rule) => appliesTo(rule, name, direction));
    const lastMessageAt = data.last.find(isThis)?.at;
    return {
      name,
      success,
      failure,
      other: total - success - failure,
      total,
      state: stateOf(alerts),
      reason: stateReason({ ...data, alerts, rules, series, lastMessageAt }),
      dailyStats: points(data.start, series, (row) => row.total),
      failureStats: points(data.start, series, (row) => row.failure),
      queueDepth: queue?.depth ?? 0,
      oldestWaiting: queue ? new Date(queue.oldest).toISOString() : null,
      lastMessageAt: lastMessageAt?.toISOString() ?? null,
    };
  });

/** The worst status of the unresolved alerts: only the rules decide what is an error. */
const stateOf = (alerts: readonly OpenAlert[]): ChannelHealth['state'] => {
  if (alerts.some(({ status }) => status === 'Triggered')) return 'Error';
  return alerts.length > 0 ? 'Warn' : 'OK';
};

/** Whether an alert or a rule applies to the channel and direction; one without them applies to all. */
const appliesTo = (of: Pick<OpenAlert, 'channel' | 'direction'>, channel: string, direction: string) =>
  (of.channel === null || of.channel === channel) && (of.direction === null || of.direction === direction);

/** A value for every 10 minutes. Rows after the end, from a server whose clock is ahead, count as current. */
function points(start: number, rows: readonly SeriesRow[], value: (row: SeriesRow) => number) {
  const values = Array.from({ length: seriesLength }, () => 0);
  for (const row of rows) {
    const index = Math.min(seriesLength - 1, Math.round((row.at - start) / bucketMs));
    values[index] = (values[index] ?? 0) + value(row);
  }
  return values.map((count, index) => ({ date: new Date(start + index * bucketMs).toISOString(), value: count }));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
