import type { Context } from '../../command.ts';
import type { ChannelHealth } from '../../../shared/contract/diagnostics.ts';
import type { Direction } from '../../../shared/rules/exchange.ts';
import type { Row } from '../../output/fields.ts';

/** Counts of the last 24 hours, as the API returns them. */
export interface Counts {
  readonly at: string;
  readonly inboundMessages: readonly ChannelHealth[];
  readonly outboundMessages: readonly ChannelHealth[];
}

const mapValues = <T>(table: Readonly<Record<string, T>>, map: (value: T) => unknown): Row =>
  Object.fromEntries(Object.entries(table).map(([field, value]) => [field, map(value)]));

/** Percentage of failures among the workflows with an outcome, to one decimal place; 0 without any. */
const failurePercent = ({ success, failure }: Pick<ChannelHealth, 'success' | 'failure'>): number =>
  success + failure === 0 ? 0 : Math.round((failure / (success + failure)) * 1000) / 10;

/** Whole seconds between two timestamps of the server. */
const secondsSince = (since: string | null, at: string): number | null =>
  since === null ? null : Math.max(0, Math.round((Date.parse(at) - Date.parse(since)) / 1000));

/** From best to worst. */
export const channelStates = ['OK', 'Warn', 'Error'] as const;

/** The fields of a channel's row, each with its value. */
const channelValues = {
  name: ({ name }, direction) => `${direction} ${name}`,
  direction: (_channel, direction) => direction,
  channel: ({ name }) => name,
  state: ({ state }) => state,
  reason: ({ reason }) => reason,
  success: ({ success }) => success,
  failure: ({ failure }) => failure,
  other: ({ other }) => other,
  total: ({ total }) => total,
  failurePercent,
  queueDepth: ({ queueDepth }) => queueDepth,
  oldestWaitingSeconds: ({ oldestWaiting }, _direction, at) => secondsSince(oldestWaiting, at),
  silentSeconds: ({ lastMessageAt }, _direction, at) => secondsSince(lastMessageAt, at),
} satisfies Record<string, (channel: ChannelHealth, direction: Direction, at: string) => unknown>;
export const channelFields = Object.keys(channelValues);

/** A row for each channel and direction. */
export const channelRows = ({ at, inboundMessages, outboundMessages }: Counts): Row[] =>
  [
    ...inboundMessages.map((channel) => ({ channel, direction: 'Inbound' as const })),
    ...outboundMessages.map((channel) => ({ channel, direction: 'Outbound' as const })),
  ].map(({ channel, direction }) => mapValues(channelValues, (value) => value(channel, direction, at)));

const sum = (channels: readonly ChannelHealth[], field: 'success' | 'failure' | 'total' | 'queueDepth'): number =>
  channels.reduce((total, channel) => total + channel[field], 0);

const worstState = (channels: readonly ChannelHealth[]): (typeof channelStates)[number] =>
  channelStates[Math.max(0, ...channels.map(({ state }) => channelStates.indexOf(state)))] ?? 'OK';

const percentOf = (channels: readonly ChannelHealth[]): number =>
  failurePercent({ success: sum(channels, 'success'), failure: sum(channels, 'failure') });

const loadFigures = async (context: Context) => {
  const client = await context.client();
  const options = { signal: context.signal, fresh: true };
  const [counts, alerts, worker] = await Promise.all([
    client.diagnostics.messageCounts({}, options),
    client.diagnostics.systemAlerts({}, options),
    client.diagnostics.worker({}, options),
  ]);
  const { at, inboundMessages: inbound, outboundMessages: outbound } = counts;
  return { at, inbound, outbound, all: [...inbound, ...outbound], alerts: alerts.items, worker };
};
type Figures = Awaited<ReturnType<typeof loadFigures>>;

const alertsIn = ({ alerts }: Figures, state: Figures['alerts'][number]['state']): number =>
  alerts.filter((alert) => alert.state === state).length;

/** The fields of the summary, each with its value. */
const summaryValues = {
  at: ({ at }) => at,
  state: ({ all }) => worstState(all),
  inboundTotal: ({ inbound }) => sum(inbound, 'total'),
  inboundFailed: ({ inbound }) => sum(inbound, 'failure'),
  inboundFailedPercent: ({ inbound }) => percentOf(inbound),
  outboundTotal: ({ outbound }) => sum(outbound, 'total'),
  outboundFailed: ({ outbound }) => sum(outbound, 'failure'),
  outboundFailedPercent: ({ outbound }) => percentOf(outbound),
  waiting: ({ all }) => sum(all, 'queueDepth'),
  oldestWaitingSeconds: ({ all, at }) =>
    secondsSince(all.flatMap(({ oldestWaiting }) => oldestWaiting ?? []).sort()[0] ?? null, at),
  workersAlive: ({ worker }) => worker.workers.filter(({ isAlive }) => isAlive).length,
  jobsReady: ({ worker }) => worker.queue.ready,
  jobsRunning: ({ worker }) => worker.queue.running,
  jobsFailed: ({ worker }) => worker.queue.failed,
  alertsOpen: (figures) => alertsIn(figures, 'open'),
  alertsAcknowledged: (figures) => alertsIn(figures, 'acknowledged'),
} satisfies Record<string, (figures: Figures) => unknown>;
export const summaryFields = Object.keys(summaryValues);

/** The figures of the dashboard as one record. */
export const summaryOf = async (context: Context): Promise<Row> => {
  const figures = await loadFigures(context);
  return mapValues(summaryValues, (value) => value(figures));
};
