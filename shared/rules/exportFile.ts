/** Exports whose files carry the brand in their name (spec 3 section 9). */
export const brandedExports = ['DirectAddresses', 'Users', 'Organizations', 'Messages', 'Devices'] as const;

/** A date and time in UTC as YYYY-MM-DD_HH-mm-ss (spec 3 section 9). */
export const exportTimestamp = (dateTime: Date): string =>
  dateTime.toISOString().slice(0, 19).replace('T', '_').replaceAll(':', '-');

/** Letters, digits, dot, underscore and hyphen; what else a brand's name has becomes one hyphen. */
const nameable = (text: string): string => text.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^-+|-+$/g, '');

/**
 * The name of an export's CSV file: brand, what it holds and the UTC time, joined by underscores (spec 3 section 9). Give no
 * brand and it is left out. An activity export uses the timestamp only: `activityFileName`.
 */
export const exportFileName = (brand: string, report: string, dateTime: Date): string =>
  `${[nameable(brand), nameable(report), exportTimestamp(dateTime)].filter(Boolean).join('_')}.csv`;

/** The name of an activity export's file: the timestamp only (spec 3 section 9). */
export const activityFileName = (dateTime: Date): string => `${exportTimestamp(dateTime)}.csv`;
