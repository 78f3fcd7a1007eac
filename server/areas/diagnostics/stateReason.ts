import { ageText } from '../../../shared/rules/duration.ts';
import type { AlertType } from '../../../shared/rules/exchange.ts';
import type { OpenAlert, RuleRow } from '../../exchange/alerts/alertStore.ts';
import { bucketMs } from '../../exchange/traffic.ts';
import type { SeriesRow } from './messageCountsStore.ts';

/** A channel and direction with all that its state derives from. */
interface Channel {
  readonly now: number;
  /** Unresolved alerts of the channel. */
  readonly alerts: readonly OpenAlert[];
  /** Rules of the channel, disabled ones included. */
  readonly rules: readonly RuleRow[];
  readonly series: readonly SeriesRow[];
  readonly lastMessageAt: Date | undefined;
  /** How far back the last message was searched. */
  readonly lastMessageHours: number;
}

/** Why a channel has its state, in a sentence: the worst alert, or else what the rules could judge. */
export const stateReason = (channel: Channel): string => {
  const { alerts } = channel;
  const worst = alerts.find(({ status }) => status === 'Triggered') ?? alerts[0];
  if (worst === undefined) return calmReason(channel);
  const text = alertTexts[worst.alertType as AlertType](worst.value, worst.threshold);
  const others = alerts.length - 1;
  return others === 0 ? text : `${text}; ${others} more ${others === 1 ? 'alert' : 'alerts'}`;
};

const minuteMs = 60_000;

const alertTexts: Readonly<Record<AlertType, (value: number, threshold: number) => string>> = {
  FailureRate: (value, threshold) => `${value} % failed, threshold ${threshold} %`,
  QueueAge: (value, threshold) =>
    `The oldest workflow waited ${ageText(value * 1000)}, threshold ${ageText(threshold * 1000)}`,
  Silence: (value, threshold) =>
    `No message for ${ageText(value * minuteMs)}, threshold ${ageText(threshold * minuteMs)}`,
  StepExhausted: (value, threshold) => `${value} failed after the last attempt, threshold ${threshold}`,
};

/**
 * Without an alert: how long the channel has been silent if that is unusual, and its failures compared with the rule. Where these are too
 * few to judge, the silence says why: both together would be three lines of a tile.
 */
const calmReason = (channel: Channel): string => {
  const silence = silenceReason(channel);
  const failures = failureReason(channel);
  if (silence === undefined) return failures.text;
  return failures.isTooFew ? silence : `${failures.text}. ${silence}`;
};

/** The rule of a type that warns first; an enabled one before a disabled one. */
const firstRule = (rules: readonly RuleRow[], type: AlertType): RuleRow | undefined =>
  rules
    .filter(({ alertType }) => alertType === type)
    .toSorted((one, other) => Number(other.isEnabled) - Number(one.isEnabled) || one.threshold - other.threshold)[0];

const failureReason = ({ now, rules, series }: Channel): { readonly isTooFew: boolean; readonly text: string } => {
  const rule = firstRule(rules, 'FailureRate');
  const windowMs = (rule?.windowMinutes ?? 60) * minuteMs;
  // As measure.ts counts: the window starts with the 10 minutes that contain its first millisecond.
  const start = Math.floor((now - windowMs) / bucketMs) * bucketMs;
  const counted = series.filter(({ at }) => at >= start);
  const failed = counted.reduce((sum, { failure }) => sum + failure, 0);
  const ended = counted.reduce((sum, { success }) => sum + success, failed);
  const within = `in ${ageText(windowMs)}`;
  const isTooFew = ended === 0 || (rule?.isEnabled === true && ended < rule.minimumMessages);
  if (!rule?.isEnabled)
    return { isTooFew, text: `${failed} of ${ended} failed ${within}; the failure rate rule is off` };
  if (ended < rule.minimumMessages)
    return { isTooFew, text: `Too few messages to judge: ${ended} of ${rule.minimumMessages} ${within}` };
  return { isTooFew, text: `${failed} of ${ended} failed ${within}, threshold ${rule.threshold} %` };
};

const silenceReason = ({ now, rules, lastMessageAt, lastMessageHours }: Channel): string | undefined => {
  if (lastMessageAt === undefined) return `No message in ${lastMessageHours / 24} days`;
  const rule = firstRule(rules, 'Silence');
  const silentMs = now - lastMessageAt.getTime();
  if (silentMs < (rule?.threshold ?? 60) * minuteMs) return undefined;
  const text = `No message for ${ageText(silentMs)}`;
  if (!rule?.isEnabled) return `${text}; the silence rule is off`;
  return `${text}; the silence rule needs ${rule.minimumMessages} messages in ${ageText(rule.windowMinutes * minuteMs)}`;
};
