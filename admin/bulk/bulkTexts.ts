import type { CellValue } from '../../shared/bulk/values.ts';

/** A cell as the file shows it: lists with |, flags as true and false; null where the field is empty. */
export const cellText = (value: CellValue): string | null => {
  if (value === null || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.join('|');
  return String(value);
};

export const number = new Intl.NumberFormat('en-US');

/** Values of a text with singular and plural. */
export const counted = (count: number) => ({ smart_count: count, count: number.format(count) });

/** A name that every file system takes, with the day: `orgs.update-20261121`. */
export const fileStem = (action: string, now: Date = new Date()): string =>
  `${action.replaceAll(/[^\w.-]+/g, '-')}-${now.toISOString().slice(0, 10).replaceAll('-', '')}`;

/** An argument, quoted for a POSIX shell where necessary. */
export const shellArgument = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
