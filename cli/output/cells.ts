import { forTerminal } from './sanitize.ts';

/** One value as one cell of a CSV file or a list of texts: lists joined by `;`, records as JSON, nothing for null. */
export const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(cellText).join('; ');
  return JSON.stringify(value);
};

/** The same for a table people read: yes and no, a dash for nothing, no control characters. */
export const tableText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '-';
  if (Array.isArray(value) && value.length === 0) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return forTerminal(cellText(value));
};

/** `isPendingCancellation` as a heading: `PENDING CANCELLATION`; `failurePercent`: `FAILURE %`. */
export const heading = (field: string): string =>
  field
    .replace(/^is(?=[A-Z])/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('.', ' ')
    .replace(/ Percent$/, ' %')
    .toUpperCase();

interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

const shown = (value: unknown): string => cellText(value) || '-';

/** Changed fields as people read them: `phone: - -> (555) 234-5678`. */
export const changeTexts = (changes: readonly FieldChange[]): string[] =>
  changes.map(({ field, before, after }) => `${field}: ${shown(before)} -> ${shown(after)}`);
