import type { ChannelHealth } from '../../../shared/contract/diagnostics.ts';
import type { Direction } from '../../../shared/rules/exchange.ts';
import type { Row } from '../../output/fields.ts';

export interface Counts {
  readonly at: string;
  readonly inboundMessages: readonly ChannelHealth[];
  readonly outboundMessages: readonly ChannelHealth[];
}

/** Percent of what has an outcome, rounded to a tenth; 0 where nothing has. */
export const failurePercent = ({ success, failure }: Pick<ChannelHealth, 'success' | 'failure'>): number =>
  success + failure === 0 ? 0 : Math.round((failure / (success + failure)) * 1000) / 10;

/** Whole seconds since a moment of the server, by the clock of the server. */
export const secondsSince = (moment: string | null, at: string): number | null =>
  moment === null ? null : Math.max(0, Math.round((Date.parse(at) - Date.parse(moment)) / 1000));

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

/** A line for each channel and direction, as the tiles of the dashboard have them. */
export const channelRows = ({ at, inboundMessages, outboundMessages }: Counts): Row[] => {
  const of = (direction: Direction, channels: readonly ChannelHealth[]) =>
    channels.map((one) => ({
      name: `${direction} ${one.name}`,
      direction,
      channel: one.name,
      state: one.state,
      success: one.success,
      failure: one.failure,
      other: one.other,
      total: one.total,
      failurePercent: failurePercent(one),
      queueDepth: one.queueDepth,
      oldestWaitingSeconds: secondsSince(one.oldestWaiting, at),
      silentSeconds: secondsSince(one.lastMessageAt, at),
    }));
  return [...of('Inbound', inboundMessages), ...of('Outbound', outboundMessages)];
};
