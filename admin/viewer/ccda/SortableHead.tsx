import { useTranslate } from 'react-admin';
import type { ReactNode } from 'react';
import { textOf } from './ccdaElements.ts';
import { cellsOf, type TableSort } from './narrativeRows.ts';

interface SortableHeadProps {
  row: Element;
  sort: TableSort | undefined;
  onSort: (sort: TableSort | undefined) => void;
  inside: (element: Element) => ReactNode;
}

/** The heads of a table's columns as buttons: up, down, and as the document has it. */
export const SortableHead = ({ row, sort, onSort, inside }: SortableHeadProps) => {
  const translate = useTranslate();
  return (
    <tr>
      {cellsOf(row).map((cell, column) => {
        const direction = sort?.column === column ? sort.direction : undefined;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- cells have no name
          <th key={column} aria-sort={direction ?? 'none'}>
            {textOf(cell) === '' ? null : (
              <button
                type="button"
                title={translate('viewer.ccda.sort')}
                onClick={() => onSort(nextSort(column, direction))}
              >
                {inside(cell)}
                <span aria-hidden>{direction ? arrows[direction] : ''}</span>
              </button>
            )}
          </th>
        );
      })}
    </tr>
  );
};

const arrows = { ascending: ' ↑', descending: ' ↓' } as const;

const nextSort = (column: number, direction: TableSort['direction'] | undefined): TableSort | undefined => {
  if (direction === 'descending') return undefined;
  return { column, direction: direction ? 'descending' : 'ascending' };
};
