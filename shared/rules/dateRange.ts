import type { DateModel } from './dates.ts';
import { addDays, isCalendarDate } from './dates.ts';

/** A span of days, both included. */
export type DateRange = { readonly from: DateModel; readonly to: DateModel };

/** Presets of the date range picker, in their order (spec 1 section 5). */
export const rangePresets = ['Today', 'Yesterday', 'Last 7 Days', 'Last 30 Days', 'This Month', 'Last Month'] as const;
export type RangePreset = (typeof rangePresets)[number];

const monthStart = (day: DateModel): DateModel => `${day.slice(0, 8)}01`;

const ranges: Readonly<Record<RangePreset, (today: DateModel) => DateRange>> = {
  Today: (today) => ({ from: today, to: today }),
  Yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  'Last 7 Days': (today) => ({ from: addDays(today, -6), to: today }),
  'Last 30 Days': (today) => ({ from: addDays(today, -29), to: today }),
  // 31 days after a first of the month always lie in the next one.
  'This Month': (today) => ({ from: monthStart(today), to: addDays(monthStart(addDays(monthStart(today), 31)), -1) }),
  'Last Month': (today) => {
    const to = addDays(monthStart(today), -1);
    return { from: monthStart(to), to };
  },
};

/** The days a preset means, today included in the "last" ones (spec 1 section 5). */
export const rangeOf = (preset: RangePreset, today: DateModel): DateRange => ranges[preset](today);

/** Where the picker starts: the same day last year through today (spec 1 section 5). */
export const defaultRange = (today: DateModel): DateRange => {
  const sameDay = `${String(Number(today.slice(0, 4)) - 1).padStart(4, '0')}${today.slice(4)}`;
  return { from: isCalendarDate(sameDay) ? sameDay : addDays(today, -366), to: today };
};

/** Days back a list starts when nothing else is chosen (spec 3 section 9). */
export const messageWindowDays = 30;

/** The same for recent events (spec 3 section 9). */
export const recentEventsWindowDays = 14;

/** The same for the audit (spec 3 section 9). */
export const auditWindowDays = 14;

/** The window of so many days that ends today. */
export const lastDays = (days: number, today: DateModel): DateRange => ({ from: addDays(today, -days), to: today });
