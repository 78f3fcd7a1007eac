const disarmed = /^'(?=[=+\-@\t\r＝＋－＠])/;
const asText = /^="((?:[^"]|"")*)"$/;

const unwrapped = (cell: string): string | undefined => asText.exec(cell)?.[1]?.replaceAll('""', '"');

/** A cell without the `="007"` that keeps a spreadsheet program from reading it as a number; it is never meant as a formula. */
export const withoutWrapping = (cell: string): string => unwrapped(cell) ?? cell;

/** A cell without its protection against spreadsheets: the `'` before a formula, and `="007"`. */
export const withoutProtection = (cell: string): string => unwrapped(cell) ?? cell.replace(disarmed, '');
