import type { BulkAction, Column } from '../../shared/bulk/action.ts';
import { baseOf } from '../../shared/bulk/base.ts';
import { csvLine } from '../../shared/bulk/csv/writeCsv.ts';
import { openTable, type TableRow } from '../../shared/bulk/table.ts';
import type { CellValue, Values } from '../../shared/bulk/values.ts';
import { CliError } from '../errors.ts';

const clearing = '\\N';

const cellOf = ({ required }: Column, value: CellValue): string => {
  const text = Array.isArray(value) ? value.join('|') : String(value ?? '');
  // What is empty is to be cleared; a cell that must be filled is refused where it is empty.
  return text === '' && required !== true ? clearing : text;
};

export interface OneRowTable {
  readonly header: readonly string[];
  readonly row: TableRow;
}

/** The values as the only row of a table, read and checked as a file of bulk rows is: one change obeys the same rules as many. */
export const oneRowTable = async (action: BulkAction, values: Values, loaded?: Values): Promise<OneRowTable> => {
  const columns = action.columns.filter(({ name }) => values[name] !== undefined);
  const header = [...columns.map(({ name }) => name), ...(loaded === undefined ? [] : ['_base'])];
  const cells = [
    ...columns.map((column) => cellOf(column, values[column.name] ?? null)),
    ...(loaded === undefined ? [] : [baseOf(loaded)]),
  ];
  const bytes = new TextEncoder().encode([csvLine(header), csvLine(cells)].join(''));
  const source = {
    name: 'command',
    async *chunks() {
      yield bytes;
    },
  };
  const table = await openTable(source, action, { delimiter: ',', encoding: 'utf-8', exact: true });
  for await (const row of table.rows()) return { header, row };
  throw new CliError('E-DEFECT', `${action.name} took no row.`);
};
