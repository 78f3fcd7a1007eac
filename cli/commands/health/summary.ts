import type { ChannelHealth } from '../../../shared/contract/diagnostics.ts';
import type { Context } from '../../context.ts';
import { failurePercent, secondsSince } from './healthRows.ts';

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
  channels.reduce((total, one) => total + one[field], 0);

const ranks = ['OK', 'Warn', 'Error'] as const;
const worst = (channels: readonly ChannelHealth[]): (typeof ranks)[number] =>
  ranks[Math.max(0, ...channels.map(({ state }) => ranks.indexOf(state)))] ?? 'OK';

/** Everything the dashboard shows, in figures. */
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
    state: worst(all),
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
