import fc from 'fast-check';
import { csvLine } from '../../../shared/bulk/csv/writeCsv.ts';
import { clinicAction, readAll } from './tableSetup.ts';
import type { Delimiter } from '../../../shared/bulk/csv/types.ts';

/** What a spreadsheet program does to a cell it takes for a number or a truth value. */
const mangledCell = (cell: string): string => {
  if (/^(?:true|false)$/i.test(cell)) return cell.toUpperCase();
  if (/^\d+$/.test(cell) && Number(cell) > 99_999_999_999) return Number(cell).toExponential(5).toUpperCase();
  if (/^\+?\d+(?:\.\d+)?$/.test(cell)) return String(Number(cell));
  return cell.trim();
};

/** How a spreadsheet program saves what it opened. */
export interface Mangling {
  readonly delimiter: Delimiter;
  readonly bom: boolean;
  readonly end: '\n' | '\r\n' | '\r';
  readonly quoteAll: boolean;
  readonly utf16: boolean;
  readonly reversed: boolean;
  readonly retyped: boolean;
}

export const mangling: fc.Arbitrary<Mangling> = fc.record({
  delimiter: fc.constantFrom<Delimiter>(',', ';', '\t', '|'),
  bom: fc.boolean(),
  end: fc.constantFrom<'\n' | '\r\n' | '\r'>('\n', '\r\n', '\r'),
  quoteAll: fc.boolean(),
  utf16: fc.boolean(),
  reversed: fc.boolean(),
  retyped: fc.boolean(),
});

const utf16 = (content: string): Uint8Array =>
  Uint8Array.from(
    Array.from({ length: content.length }, (_, at) => content.charCodeAt(at)).flatMap((unit) => [
      unit & 255,
      unit >> 8,
    ]),
  );

/** Opens the table as a spreadsheet program would and saves it in another way. */
export const mangle = async (
  csv: string,
  how: Mangling,
  edit: (cell: string, column: string) => string = (cell) => cell,
): Promise<string | Uint8Array> => {
  // Read as plain cells, by an action that takes any.
  const names = csv.slice(0, csv.indexOf('\n')).split(',');
  const { rows } = await readAll(
    csv,
    { delimiter: ',' },
    clinicAction({ columns: names.map((name) => ({ name, kind: 'text', summary: name, examples: ['', ''] })) }),
  );
  const saved = (cells: readonly string[]) => (how.retyped ? cells.map(mangledCell) : cells);
  const table = [names, ...rows.map(({ cells }) => saved(cells).map((cell, at) => edit(cell, names[at] ?? '')))];
  const written = table.map((cells) => {
    const ordered = how.reversed ? cells.toReversed() : cells;
    return how.quoteAll
      ? ordered.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(how.delimiter) + how.end
      : csvLine(ordered, { delimiter: how.delimiter }).replace(/\n$/, how.end);
  });
  const content = written.join('');
  if (how.utf16) return utf16(`\uFEFF${content}`);
  return how.bom ? `\uFEFF${content}` : content;
};
