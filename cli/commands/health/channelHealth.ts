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

/** Percentage of failures among the workflows with an outcome, to one decimal place; 0 without any. */
const failurePercent = ({ success, failure }: Pick<ChannelHealth, 'success' | 'failure'>): number =>
  success + failure === 0 ? 0 : Math.round((failure / (success + failure)) * 1000) / 10;

/** Whole seconds between two timestamps of the server. */
const secondsSince = (since: string | null, at: string): number | null =>
  since === null ? null : Math.max(0, Math.round((Date.parse(at) - Date.parse(since)) / 1000));

/** From best to worst. */
export const channelStates = ['OK', 'Warn', 'Error'] as const;

export const channelFields = [
  'name',
  'direction',
  'channel',
  'state',
  'success',
  'failure',
  'other',
  'total',
  'failurePercent',
  'queueDepth',
  'oldestWaitingSeconds',
  'silentSeconds',
];

/** A row for each channel and direction. */
export const channelRows = ({ at, inboundMessages, outboundMessages }: Counts): Row[] => {
  const rowsOf = (direction: Direction, channels: readonly ChannelHealth[]) =>
    channels.map(({ name, oldestWaiting, lastMessageAt, ...counts }) => ({
      ...counts,
      name: `${direction} ${name}`,
      direction,
      channel: name,
      failurePercent: failurePercent(counts),
      oldestWaitingSeconds: secondsSince(oldestWaiting, at),
      silentSeconds: secondsSince(lastMessageAt, at),
    }));
  return [...rowsOf('Inbound', inboundMessages), ...rowsOf('Outbound', outboundMessages)];
};

export const summaryFields = [
  'at',
  'state',
  'inboundTotal',
  'inboundFailed',
  'inboundFailedPercent',
  'outboundTotal',
  'outboundFailed',
  'outboundFailedPercent',
  'waiting',
  'oldestWaitingSeconds',
  'workersAlive',
  'jobsReady',
  'jobsRunning',
  'jobsFailed',
  'alertsOpen',
  'alertsAcknowledged',
];

const sum = (channels: readonly ChannelHealth[], field: 'success' | 'failure' | 'total' | 'queueDepth'): number =>
  channels.reduce((total, channel) => total + channel[field], 0);

const worstState = (channels: readonly ChannelHealth[]): (typeof channelStates)[number] =>
  channelStates[Math.max(0, ...channels.map(({ state }) => channelStates.indexOf(state)))] ?? 'OK';

/** The figures of the dashboard as one record. */
export const summaryOf = async (context: Context) => {
  const client = await context.client();
  const options = { signal: context.signal, fresh: true };
  const [counts, alerts, worker] = await Promise.all([
    client.diagnostics.messageCounts({}, options),
    client.diagnostics.systemAlerts({}, options),
    client.diagnostics.worker({}, options),
  ]);
  const { at, inboundMessages: inbound, outboundMessages: outbound } = counts;
  const all = [...inbound, ...outbound];
  const oldest = all.flatMap(({ oldestWaiting }) => oldestWaiting ?? []).sort()[0] ?? null;
  const percent = (channels: readonly ChannelHealth[]) =>
    failurePercent({ success: sum(channels, 'success'), failure: sum(channels, 'failure') });
  return {
    at,
    state: worstState(all),
    inboundTotal: sum(inbound, 'total'),
    inboundFailed: sum(inbound, 'failure'),
    inboundFailedPercent: percent(inbound),
    outboundTotal: sum(outbound, 'total'),
    outboundFailed: sum(outbound, 'failure'),
    outboundFailedPercent: percent(outbound),
    waiting: sum(all, 'queueDepth'),
    oldestWaitingSeconds: secondsSince(oldest, at),
    workersAlive: worker.workers.filter(({ isAlive }) => isAlive).length,
    jobsReady: worker.queue.ready,
    jobsRunning: worker.queue.running,
    jobsFailed: worker.queue.failed,
    alertsOpen: alerts.items.filter(({ state }) => state === 'open').length,
    alertsAcknowledged: alerts.items.filter(({ state }) => state === 'acknowledged').length,
  };
};
