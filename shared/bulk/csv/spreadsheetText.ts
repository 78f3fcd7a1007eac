const disarmed = /^'(?=[=+\-@\t\r＝＋－＠])/;
const asText = /^="((?:[^"]|"")*)"$/;

/** A cell without what protects it in a spreadsheet: the `'` before what would be a formula, and `="007"`. */
export const withoutProtection = (cell: string): string => {
  const text = asText.exec(cell)?.[1];
  return text === undefined ? cell.replace(disarmed, '') : text.replaceAll('""', '"');
};
