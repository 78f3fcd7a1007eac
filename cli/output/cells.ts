// Controls (C0, DEL, C1), line separators, and the marks that turn the direction of text: a name from the server must not move
// the cursor, colour the screen, or show another order than it has.
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const dangerous = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Text that may go to a terminal: dangerous characters are written out as `\u001b`. */
export const forTerminal = (text: string): string => text.replace(dangerous, escaped);

/** The same for text of several lines. */
export const linesForTerminal = (text: string): string => text.split('\n').map(forTerminal).join('\n');

/** JSON escapes C0 by itself; C1 and direction marks are written out so that a terminal never sees them. Stays the same JSON. */
export const jsonForTerminal = (json: string): string =>
  json.replace(/[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, escaped);

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
