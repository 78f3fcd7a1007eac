import type { ChannelHealth } from '../../shared/contract/diagnostics.ts';
import type { SystemAlert } from '../../shared/contract/exchangeSchemas.ts';
import { ageText } from '../../shared/rules/duration.ts';
import { chartTickMinutes } from '../../shared/rules/diagnostics.ts';
import { type Direction, type WorkflowStatus, workflowStatuses } from '../../shared/rules/exchange.ts';
import { safeReturnAddress } from '../../shared/rules/landing.ts';
import { type GridFilters, gridPath } from './grid/gridFilters.ts';

export const dashboardPath = '/admin/dashboard/messaging';

/** What the legend adds to the height of a chart, in pixels. */
export const legendHeight = 30;

/** The span the numbers of the dashboard are of; a grid opened from one of them shows the same workflows. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** From the first of the 10 minutes a tile counts to the time of the count. */
export const spanOf = ({ dailyStats }: ChannelHealth, at: string): Span => ({
  from: dailyStats[0]?.date ?? '',
  to: at,
});

/** The 10 minutes of a point of a chart. */
export const spanOfPoint = (date: string): Span => ({
  from: date,
  to: new Date(Date.parse(date) + chartTickMinutes * 60_000).toISOString(),
});

/** States a number of a tile counts: success are Completed, failures are Failed, other is the rest. */
const statusesOf = {
  success: ['Completed'],
  failure: ['Failed'],
  other: workflowStatuses.filter((status) => status !== 'Completed' && status !== 'Failed'),
  total: [],
} as const satisfies Record<string, readonly WorkflowStatus[]>;
export type TileNumber = keyof typeof statusesOf;
export const tileNumbers = ['success', 'failure', 'other', 'total'] as const;

/** The filters behind a number of a tile. */
export const filtersOf = (
  number: TileNumber,
  { name, direction, ...span }: { readonly name: string; readonly direction: Direction } & Span,
): GridFilters => {
  const status = statusesOf[number].join(',');
  return { channel: name, direction, ...span, ...(status === '' ? {} : { status }) };
};

/** Workflows that wait or run, whenever they were created. */
export const waitingFilters = (channel: string, direction: Direction): GridFilters => ({
  channel,
  direction,
  status: ['Pending', 'In Progress', 'Retrying'].join(','),
});

/** How long before `at` something was; undefined where it never was. */
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

/** Where an alert leads: a page of this application and nothing else. */
export const alertAddress = ({ link }: SystemAlert): string => safeReturnAddress(link, gridPath);
