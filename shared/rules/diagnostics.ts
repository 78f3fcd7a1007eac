/** Refresh interval of the health dashboard, in milliseconds (spec 1 section 9). */
export const dashboardRefreshMs = 10_000;

/** The same for the worker statistics (spec 1 section 9). */
export const workerRefreshMs = 30_000;

/** Default hours of statistics (spec 1 section 9). */
export const statsWindowHours = 1;

/** Minutes between the ticks of a chart (spec 1 section 9). */
export const chartTickMinutes = 10;

/** Color codes of the suite by word; the spec names the list without its contents (spec 1 section 9). */
export const colorCodes = {
  red: '#c62828',
  orange: '#e65100',
  blue: '#1565c0',
  green: '#2e7d32',
  grey: '#616161',
} as const;
export type ColorCode = keyof typeof colorCodes;

/** A channel tile's colour: Error is red, Warn is orange, otherwise blue (spec 1 section 2). */
export const tileColor = (state: string): ColorCode => {
  if (state === 'Error') return 'red';
  return state === 'Warn' ? 'orange' : 'blue';
};
