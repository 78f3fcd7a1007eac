import { stringify } from 'csv-stringify/sync';
import { chooseFields } from '../output/fields.ts';
import { type Condition, meets, parseCondition, truths } from '../output/where.ts';
import { csvRecords, type Cells } from './csvRecords.ts';

export interface CsvSelection {
  readonly fields?: string | undefined;
  readonly where?: readonly string[] | undefined;
}

const isNumber = (text: string): boolean => /^[+-]?\d+(?:\.\d+)?$/.test(text);

/** All cells of a CSV are text; one is compared as a number or a truth where the other side is one as well. */
const typed = (cell: string, { values }: Condition): string | number | boolean => {
  if (isNumber(cell) && values.every(isNumber)) return Number(cell);
  const truth = truths.get(cell.toLowerCase());
  return truth !== undefined && values.every((value) => truths.has(value.toLowerCase())) ? truth : cell;
};

/** Keeps the rows that meet all conditions and the columns that were asked for, in the order they were asked for. */
export const selectCsv = ({ fields, where = [] }: CsvSelection, now: number) =>
  async function* selected(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let kept: readonly number[] | undefined;
    let conditions: readonly (Condition & { readonly index: number })[] = [];
    const keeps = (cells: Cells): boolean =>
      conditions.every((condition) =>
        meets({ cell: typed(cells[condition.index] ?? '', condition) }, { ...condition, field: 'cell' }, now),
      );
    for await (const batch of csvRecords(source)) {
      const rows: (readonly string[])[] = [];
      for (const cells of batch) {
        if (kept === undefined) {
          const list = { all: cells, table: cells };
          conditions = where
            .map((text) => parseCondition(text, list))
            .map((condition) => ({ ...condition, index: cells.indexOf(condition.field) }));
          kept = chooseFields(fields, cells, list).map((name) => cells.indexOf(name));
        } else if (!keeps(cells)) continue;
        rows.push(kept.map((index) => cells[index] ?? ''));
      }
      if (rows.length > 0) yield Buffer.from(stringify(rows, { quoted_match: /[\r\n]/ }));
    }
  };
