import type { ChannelHealth } from '../../shared/contract/diagnostics.ts';
import type { SystemAlert } from '../../shared/contract/exchangeSchemas.ts';
import { ageText } from '../../shared/rules/duration.ts';
import { chartTickMinutes } from '../../shared/rules/diagnostics.ts';
import { type Direction, type WorkflowStatus, workflowStatuses } from '../../shared/rules/exchange.ts';
import { safeReturnAddress } from '../../shared/rules/landing.ts';
import { type GridFilters, gridPath } from './grid/gridFilters.ts';

export const dashboardPath = '/admin/dashboard/messaging';

/** Height of the legend of a chart in pixels. */
export const legendHeight = 30;

/** Time span of a count; the grid linked from it has the same. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** Span of the counts of a tile. */
export const spanOf = ({ dailyStats }: ChannelHealth, at: string): Span => ({
  from: dailyStats[0]?.date ?? '',
  to: at,
});

/** Span of a point of a chart: 10 minutes. */
export const spanOfPoint = (date: string): Span => ({
  from: date,
  to: new Date(Date.parse(date) + chartTickMinutes * 60_000).toISOString(),
});

/** Statuses of the workflows that a number of a tile counts. */
const statusesOf = {
  success: ['Completed'],
  failure: ['Failed'],
  other: workflowStatuses.filter((status) => status !== 'Completed' && status !== 'Failed'),
  total: [],
} as const satisfies Record<string, readonly WorkflowStatus[]>;
export type TileNumber = keyof typeof statusesOf;
export const tileNumbers = ['success', 'failure', 'other', 'total'] as const;

/** Filters of the workflows that a number of a tile counts. */
export const filtersOf = (
  number: TileNumber,
  { name, direction, ...span }: { readonly name: string; readonly direction: Direction } & Span,
): GridFilters => {
  const status = statusesOf[number].join(',');
  return { channel: name, direction, ...span, ...(status === '' ? {} : { status }) };
};

/** Waiting and running workflows of any age. */
export const waitingFilters = (channel: string, direction: Direction): GridFilters => ({
  channel,
  direction,
  status: ['Pending', 'In Progress', 'Retrying'].join(','),
});

/** Time between `time` and `at` as text; undefined without a time. */
export const ageAt = (time: string | null, at: string): string | undefined =>
  time === null ? undefined : ageText(Date.parse(at) - Date.parse(time));

const thousands = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
export const numberText = (value: number): string => thousands.format(value);

/** A value of a rule in its unit: percent, seconds and minutes as time, workflows. */
export const measureText = (alertType: SystemAlert['alertType'], value: number): string => {
  if (alertType === 'FailureRate') return `${numberText(value)} %`;
  if (alertType === 'QueueAge') return ageText(value * 1000);
  return alertType === 'Silence' ? ageText(value * 60_000) : numberText(value);
};

/** Address of the link of an alert: only pages of this application. */
export const alertAddress = ({ link }: SystemAlert): string => safeReturnAddress(link, gridPath);
