import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { chooseFields } from '../output/fields.ts';
import { type Condition, meets, parseCondition, booleanTexts } from '../output/where.ts';
import { batched, type Cells } from './rowCounter.ts';

/** Rows with more or fewer cells than the header are passed on. */
const parseOptions = { bom: true, relax_column_count: true, readableHighWaterMark: 256 };

/** The records of a CSV file in batches, its header first, in constant memory. Fails with what the source fails with. */
export async function* csvRecords(source: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Cells[]> {
  const bytes = Readable.from(source, { objectMode: false });
  yield* batched(pipeline(bytes, parse(parseOptions), () => undefined) as AsyncIterable<Cells>);
}

export interface CsvSelection {
  readonly fields?: string | undefined;
  readonly where?: readonly string[] | undefined;
}

const isNumber = (text: string): boolean => /^[+-]?\d+(?:\.\d+)?$/.test(text);

/** All cells of a CSV are text; they are compared as numbers or booleans where the values of the condition are. */
const typed = (cell: string, { values }: Condition): string | number | boolean => {
  if (isNumber(cell) && values.every(isNumber)) return Number(cell);
  const boolean = booleanTexts.get(cell.toLowerCase());
  return boolean !== undefined && values.every((value) => booleanTexts.has(value.toLowerCase())) ? boolean : cell;
};

/** Selects the rows that meet all conditions, and the requested columns in the requested order. */
export const selectCsv = ({ fields, where = [] }: CsvSelection, now: number) =>
  async function* selected(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let columnIndexes: readonly number[] | undefined;
    let conditions: readonly (Condition & { readonly index: number })[] = [];
    const isSelected = (cells: Cells): boolean =>
      conditions.every((condition) =>
        meets({ cell: typed(cells[condition.index] ?? '', condition) }, { ...condition, field: 'cell' }, now),
      );
    for await (const batch of csvRecords(source)) {
      const rows: (readonly string[])[] = [];
      for (const cells of batch) {
        if (columnIndexes === undefined) {
          const list = { all: cells, table: cells };
          conditions = where
            .map((text) => parseCondition(text, list))
            .map((condition) => ({ ...condition, index: cells.indexOf(condition.field) }));
          columnIndexes = chooseFields(fields, cells, list).map((name) => cells.indexOf(name));
        } else if (!isSelected(cells)) continue;
        rows.push(columnIndexes.map((index) => cells[index] ?? ''));
      }
      if (rows.length > 0) yield Buffer.from(stringify(rows, { quoted_match: /[\r\n]/ }));
    }
  };

/** Cells that a spreadsheet reads as a formula, full-width forms included, and texts that look like such with protection. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/;
/** Columns whose values are identifiers, not numbers or dates: `id`, `OrganizationId`, `NPI`, `Zip`, `Subdomain`. */
const idColumn = /(?:^|[\s_.-]|[a-z])(?:id|guid|oid|npi|zip|zip code|postal code|subdomain)$/i;
/** Numbers that a spreadsheet would change: leading zeros, more than 11 digits, and exponents. */
const altered = /^(?:0\d+|\d{12,}|\d+[eE]\d+)$/;

const asText = (cell: string): string => `="${cell.replaceAll('"', '""')}"`;

const cellFor = (cell: string, isId: boolean): string => {
  if (cell === '') return cell;
  if (formula.test(cell)) return `'${cell}`;
  return (isId && /^[\w.-]+$/.test(cell)) || altered.test(cell) ? asText(cell) : cell;
};

// A line feed alone is no record delimiter here, but readers treat it as one unless the cell is quoted.
const asCsv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(stringify([...rows], { record_delimiter: 'windows', quoted_match: /[\r\n]/ }));

/**
 * The table as Excel opens it correctly by double click: byte order mark, CRLF, formulas escaped, ids as text (`="007"`).
 * It parses every cell, which takes time; the default is the server's own bytes.
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
