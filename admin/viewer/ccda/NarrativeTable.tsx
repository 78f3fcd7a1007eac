import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { type ReactNode, useContext, useMemo, useState } from 'react';
import { textOf } from './ccdaElements.ts';
import { NarrativeContext } from './narrativeContext.ts';
import { alignOf, cellsOf, isRegular, partsOf, sortedRows, spanOf, type TableSort } from './narrativeRows.ts';
import { ScrollBox } from '../ScrollBox.tsx';

interface NarrativeTableProps {
  table: Element;
  /** Renders the content of an element. */
  inside: (element: Element) => ReactNode;
}

/** Rows that are rendered before the user opens the rest. */
const firstRows = 100;

/** A table of the narrative; a regular one (without spans) can be sorted by its columns. */
export const NarrativeTable = ({ table, inside }: NarrativeTableProps) => {
  const translate = useTranslate();
  const { allRows } = useContext(NarrativeContext);
  const [sort, setSort] = useState<TableSort>();
  const [isWhole, setWhole] = useState(false);
  const { caption, head, body, foot } = useMemo(() => partsOf(table), [table]);
  const isSortable = useMemo(() => isRegular(head, body), [head, body]);
  const sorted = useMemo(() => sortedRows(body, sort), [body, sort]);
  const visible = isWhole || allRows ? sorted : sorted.slice(0, firstRows);
  const left = sorted.length - visible.length;
  return (
    <ScrollBox isSideways name={caption ? textOf(caption) : translate('viewer.ccda.table')}>
      <table>
        {caption && <caption>{inside(caption)}</caption>}
        {head.length > 0 && (
          <thead>
            {isSortable && head[0] ? (
              <SortableHead row={head[0]} sort={sort} onSort={setSort} inside={inside} />
            ) : (
              <Rows rows={head} inside={inside} isHead />
            )}
          </thead>
        )}
        <tbody>
          <Rows rows={visible} inside={inside} />
        </tbody>
        {foot.length > 0 && (
          <tfoot>
            <Rows rows={foot} inside={inside} />
          </tfoot>
        )}
      </table>
      {left > 0 && (
        <Button size="small" onClick={() => setWhole(true)}>
          {translate('viewer.ccda.moreRows', { smart_count: left })}
        </Button>
      )}
    </ScrollBox>
  );
};

interface RowsProps {
  rows: readonly Element[];
  inside: (element: Element) => ReactNode;
  isHead?: boolean;
}

const Rows = ({ rows, inside, isHead = false }: RowsProps) =>
  rows.map((row, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- rows have no id and no state
    <tr key={at}>
      {cellsOf(row).map((cell, column) => {
        const Cell = isHead || cell.localName === 'th' ? 'th' : 'td';
        return (
          // oxlint-disable-next-line react/no-array-index-key -- cells have no id
          <Cell key={column} colSpan={spanOf(cell, 'colspan')} rowSpan={spanOf(cell, 'rowspan')} align={alignOf(cell)}>
            {inside(cell)}
          </Cell>
        );
      })}
    </tr>
  ));

interface SortableHeadProps {
  row: Element;
  sort: TableSort | undefined;
  onSort: (sort: TableSort | undefined) => void;
  inside: (element: Element) => ReactNode;
}

/** Column headings as buttons: ascending, descending, then the order of the document. */
const SortableHead = ({ row, sort, onSort, inside }: SortableHeadProps) => {
  const translate = useTranslate();
  return (
    <tr>
      {cellsOf(row).map((cell, column) => {
        const direction = sort?.column === column ? sort.direction : undefined;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- cells have no id
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
