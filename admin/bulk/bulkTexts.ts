import type { CellValue } from '../../shared/bulk/values.ts';

/** A cell as the file shows it: lists with |, flags as true and false; null where the field is empty. */
export const cellText = (value: CellValue): string | null => {
  if (value === null || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.join('|');
  return String(value);
};

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Key and values of the text of a duration, rounded up. */
export const timeText = (ms: number): { key: string; values: Record<string, number> } => {
  if (ms < minuteMs) return { key: 'bulk.time.seconds', values: { count: Math.ceil(ms / secondMs) } };
  if (ms < hourMs) return { key: 'bulk.time.minutes', values: { count: Math.ceil(ms / minuteMs) } };
  const minutes = Math.ceil(ms / minuteMs);
  return { key: 'bulk.time.hours', values: { hours: Math.floor(minutes / 60), minutes: minutes % 60 } };
};

export const number = new Intl.NumberFormat('en-US');

/** Values of a text with singular and plural. */
export const counted = (count: number) => ({ smart_count: count, count: number.format(count) });

/** A name that every file system takes, with the day: `orgs.update-20261121`. */
export const fileStem = (action: string, now: Date = new Date()): string =>
  `${action.replaceAll(/[^\w.-]+/g, '-')}-${now.toISOString().slice(0, 10).replaceAll('-', '')}`;

/** An argument, quoted for a POSIX shell where necessary. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
