import type { AlertType } from '../../../shared/rules/exchange.ts';
import type { RuleRow } from './alertStore.ts';
import type { Measured } from './measure.ts';

const grid = '/admin/dashboard/messaging/workflows';

/** Path of the workflow grid in the web application, filtered by the workflows of the alert. */
export function alertLink(
  rule: Pick<RuleRow, 'alertType' | 'windowMinutes'>,
  { channel, direction }: Measured,
): string {
  const query = new URLSearchParams({ channel, direction });
  if (rule.alertType === 'QueueAge') query.set('status', 'Pending');
  if (rule.alertType === 'FailureRate' || rule.alertType === 'StepExhausted') {
    query.set('status', 'Failed');
    query.set('from', new Date(Date.now() - rule.windowMinutes * 60_000).toISOString());
  }
  return `${grid}?${query.toString()}`;
}

export const alertName = (rule: Pick<RuleRow, 'name'>, { channel, direction }: Measured): string =>
  `${rule.name}: ${channel} ${direction}`;

const units: Readonly<Record<AlertType, (value: number) => string>> = {
  FailureRate: (value) => `${value} percent of the workflows failed`,
  QueueAge: (value) => `the oldest workflow has waited ${value} seconds`,
  Silence: (value) => `${value} minutes without a message`,
  StepExhausted: (value) => `${value} workflows failed with their attempts used up`,
};

/** Text of a measured value. */
export const measuredText = (alertType: string, value: number): string => units[alertType as AlertType](value);
