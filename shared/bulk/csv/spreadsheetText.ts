const disarmed = /^'(?='*[=+\-@\t\r＝＋－＠])/;

/** One more `'` before a text that starts like a protected formula (`'=3`), so that reading without protection gives it back. */
export const protectQuoted = (cell: string): string => (disarmed.test(cell) ? `'${cell}` : cell);
const asText = /^="((?:[^"]|"")*)"$/;

const unwrapped = (cell: string): string | undefined => asText.exec(cell)?.[1]?.replaceAll('""', '"');

/** A cell without the `="007"` that keeps a spreadsheet program from reading it as a number; it is never meant as a formula. */
export const withoutWrapping = (cell: string): string => unwrapped(cell) ?? cell;

/** A cell without its protection against spreadsheets: the `'` before a formula, and `="007"`. */
export const withoutProtection = (cell: string): string => unwrapped(cell) ?? cell.replace(disarmed, '');
