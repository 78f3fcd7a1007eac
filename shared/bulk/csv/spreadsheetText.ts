const disarmed = /^'(?=[=+\-@\t\r＝＋－＠])/;
const asText = /^="((?:[^"]|"")*)"$/;

const unwrapped = (cell: string): string | undefined => asText.exec(cell)?.[1]?.replaceAll('""', '"');

/** A cell without the `="007"` that keeps a spreadsheet program from counting with it; nobody means the formula itself. */
export const withoutWrapping = (cell: string): string => unwrapped(cell) ?? cell;

/** A cell without what protects it in a spreadsheet: the `'` before what would be a formula, and `="007"`. */
export const withoutProtection = (cell: string): string => unwrapped(cell) ?? cell.replace(disarmed, '');
