import type { DateModel } from './dates.ts';
import { addDays, isCalendarDate } from './dates.ts';

/** A span of days, both included. */
export type DateRange = { readonly from: DateModel; readonly to: DateModel };

/** Presets of the date range picker, in their order (spec 1 section 5). */
export const rangePresets = ['Today', 'Yesterday', 'Last 7 Days', 'Last 30 Days', 'This Month', 'Last Month'] as const;
export type RangePreset = (typeof rangePresets)[number];

const monthStart = (day: DateModel): DateModel => `${day.slice(0, 8)}01`;

/** The days a preset means, today included in the "last" ones. */
export const rangeOf = (preset: RangePreset, today: DateModel): DateRange => {
  const thisMonth = monthStart(today);
  const lastOfPrevious = addDays(thisMonth, -1);
  switch (preset) {
    case 'Today':
      return { from: today, to: today };
    case 'Yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'Last 7 Days':
      return { from: addDays(today, -6), to: today };
    case 'Last 30 Days':
      return { from: addDays(today, -29), to: today };
    case 'This Month': {
      const nextMonth = monthStart(addDays(thisMonth, 31));
      return { from: thisMonth, to: addDays(nextMonth, -1) };
    }
    case 'Last Month':
      return { from: monthStart(lastOfPrevious), to: lastOfPrevious };
  }
};

/** Where the picker starts: the same day last year through today (spec 1 section 5). */
export const defaultRange = (today: DateModel): DateRange => {
  const sameDay = `${String(Number(today.slice(0, 4)) - 1).padStart(4, '0')}${today.slice(4)}`;
  return { from: isCalendarDate(sameDay) ? sameDay : addDays(today, -366), to: today };
};

/** Days back a list starts when nothing else is chosen (spec 3 section 9). */
export const messageWindowDays = 30;
export const recentEventsWindowDays = 14;
export const auditWindowDays = 14;

/** The window of so many days that ends today. */
export const lastDays = (days: number, today: DateModel): DateRange => ({ from: addDays(today, -days), to: today });
