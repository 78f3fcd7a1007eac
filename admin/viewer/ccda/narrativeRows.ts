import { compareCells } from '../../../shared/rules/ccda.ts';
import { childrenOf, textOf } from './ccdaElements.ts';

export interface TableSort {
  readonly column: number;
  readonly direction: 'ascending' | 'descending';
}

export const cellsOf = (row: Element): Element[] =>
  childrenOf(row).filter(({ localName }) => localName === 'td' || localName === 'th');

const maxSpan = 100;
export const spanOf = (cell: Element, name: string): number | undefined => {
  const span = Number(cell.getAttribute(name));
  return Number.isInteger(span) && span > 1 ? Math.min(span, maxSpan) : undefined;
};

export const alignOf = (cell: Element): 'left' | 'right' | 'center' | undefined => {
  const align = cell.getAttribute('align') ?? '';
  return align === 'left' || align === 'right' || align === 'center' ? align : undefined;
};

export const partsOf = (table: Element) => {
  const rowsIn = (name: string) => childrenOf(table, name).flatMap((part) => childrenOf(part, 'tr'));
  return {
    caption: childrenOf(table, 'caption')[0],
    head: rowsIn('thead'),
    // Some exports put rows straight into the table.
    body: [...rowsIn('tbody'), ...childrenOf(table, 'tr')],
    foot: rowsIn('tfoot'),
  };
};

/** One heading row, the same number of cells in every row, no spans: only such a table can be sorted by column. */
export const isRegular = (head: readonly Element[], body: readonly Element[]): boolean => {
  const columns = head[0] ? cellsOf(head[0]).length : 0;
  const hasSpan = (row: Element) => cellsOf(row).some((cell) => spanOf(cell, 'colspan') ?? spanOf(cell, 'rowspan'));
  return (
    head.length === 1 &&
    columns > 0 &&
    body.length > 1 &&
    !head.some(hasSpan) &&
    body.every((row) => cellsOf(row).length === columns && !hasSpan(row))
  );
};

export const sortedRows = (rows: readonly Element[], sort: TableSort | undefined): readonly Element[] => {
  if (!sort) return rows;
  const keyed = rows.map((row) => ({ row, text: textOf(cellsOf(row)[sort.column]) }));
  return keyed.sort((a, b) => compareCells(a.text, b.text, sort.direction)).map(({ row }) => row);
};
