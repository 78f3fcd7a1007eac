import { stringify } from 'csv-stringify/sync';
import { csvRecords } from './csvRecords.ts';

/** What a spreadsheet takes for a formula, full-width forms included. */
const formula = /^[=+\-@\t\r＝＋－＠]/;
/** Columns whose values are names, not numbers or dates: `id`, `OrganizationId`, `NPI`, `Zip`, `Subdomain`. */
const idColumn = /(?:^|[\s_.-]|[a-z])(?:id|guid|oid|npi|zip|zip code|postal code|subdomain)$/i;
/** Numbers a spreadsheet would change: leading zeros, more than 11 digits, and what looks like a power of ten. */
const mangled = /^(?:0\d+|\d{12,}|\d+[eE]\d+)$/;

const asText = (cell: string): string => `="${cell.replaceAll('"', '""')}"`;

const cellFor = (cell: string, isId: boolean): string => {
  if (cell === '') return cell;
  if (formula.test(cell)) return `'${cell}`;
  return (isId && /^[\w.-]+$/.test(cell)) || mangled.test(cell) ? asText(cell) : cell;
};

// A lone line feed in a cell is no record delimiter here, but readers take it for one unless quoted.
const asCsv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(stringify([...rows], { record_delimiter: 'windows', quoted_match: /[\r\n]/ }));

/**
 * The same table as Excel opens it right by double click: byte order mark, CRLF, formulas disarmed, ids as text (`="007"`).
 * The only place of an export that reads every cell, so it costs time; the server's own bytes are the default.
 */
export async function* forExcel(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isId: readonly boolean[] | undefined;
  yield Buffer.from('\uFEFF');
  for await (const batch of csvRecords(source)) {
    yield asCsv(
      batch.map((record) => {
        const columns = isId;
        isId ??= record.map((name) => idColumn.test(name.trim()));
        return columns === undefined ? record : record.map((cell, index) => cellFor(cell, columns[index] === true));
      }),
    );
  }
}
