import { pipeline, Readable, Transform } from 'node:stream';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify';

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

const cells = () => {
  let isId: readonly boolean[] | undefined;
  return new Transform({
    objectMode: true,
    transform(record: readonly string[], _encoding, done) {
      if (isId === undefined) {
        isId = record.map((name) => idColumn.test(name.trim()));
        done(null, record);
        return;
      }
      const columns = isId;
      done(
        null,
        record.map((cell, index) => cellFor(cell, columns[index] === true)),
      );
    },
  });
};

/**
 * The same table as Excel opens it right by double click: byte order mark, CRLF, formulas disarmed, ids as text (`="007"`).
 * The only place of an export that reads every cell, so it costs time; the server's own bytes are the default.
 */
export async function* forExcel(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const table = pipeline(
    Readable.from(source, { objectMode: false }),
    parse({ bom: true, relax_column_count: true }),
    cells(),
    // A lone line feed in a cell is no record delimiter here, but readers take it for one unless quoted.
    stringify({ bom: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ }),
    () => undefined,
  );
  for await (const chunk of table as AsyncIterable<Uint8Array | string>) {
    yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  }
}
