import { type DateRange, rangeOf, rangePresets } from '../../../shared/rules/dateRange.ts';
import { dayOf } from '../../../shared/rules/dates.ts';
import { isRecord } from './listViews.ts';

/** Filters as a view keeps them: what the address says, by its names. */
export type ViewFilters = { [name: string]: string };

const longestValue = 200;
const today = () => dayOf(new Date());

/** Days that are one of the picker's periods are kept as that period, so that "Last 7 Days" means seven days whenever it is opened. */
export const keptDays = (range: DateRange): ViewFilters => {
  const period = rangePresets.find((preset) => {
    const { from, to } = rangeOf(preset, today());
    return from === range.from && to === range.to;
  });
  return period === undefined ? { from: range.from, to: range.to } : { period };
};

/** The filters for the address: a period is the days it means today. */
export const shownFilters = ({ period, ...filters }: ViewFilters): ViewFilters => {
  const preset = rangePresets.find((one) => one === period);
  return preset === undefined ? filters : { ...filters, ...rangeOf(preset, today()) };
};

/** The filters of a kept view: texts of those names a view may hold, in their order, so that two views can be compared. */
export const readFilters = (kept: unknown, names: readonly string[]): ViewFilters => {
  const given = isRecord(kept) ? kept : {};
  return Object.fromEntries(
    ['period', 'from', 'to', ...names].flatMap((name): [string, string][] => {
      const value = given[name];
      return typeof value === 'string' && value.trim() !== '' ? [[name, value.slice(0, longestValue)]] : [];
    }),
  );
};
