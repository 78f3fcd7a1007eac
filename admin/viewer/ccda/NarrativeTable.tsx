import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { type ReactNode, useContext, useMemo, useState } from 'react';
import { textOf } from './ccdaElements.ts';
import { NarrativeContext } from './narrativeContext.ts';
import { alignOf, cellsOf, isRegular, partsOf, sortedRows, spanOf, type TableSort } from './narrativeRows.ts';
import { ScrollBox } from '../ScrollBox.tsx';
import { SortableHead } from './SortableHead.tsx';

interface NarrativeTableProps {
  table: Element;
  /** Draws what is in an element. */
  inside: (element: Element) => ReactNode;
}

/** Rows of one table that are drawn before somebody asks for the rest. */
const firstRows = 100;

/** A table of the narrative: spans kept, blanks between rows left out, columns sorted by date, number or word where it is regular. */
export const NarrativeTable = ({ table, inside }: NarrativeTableProps) => {
  const translate = useTranslate();
  const { allRows } = useContext(NarrativeContext);
  const [sort, setSort] = useState<TableSort>();
  const [isWhole, setWhole] = useState(false);
  const { caption, head, body, foot } = useMemo(() => partsOf(table), [table]);
  const isSortable = useMemo(() => isRegular(head, body), [head, body]);
  const sorted = useMemo(() => sortedRows(body, sort), [body, sort]);
  const shown = isWhole || allRows ? sorted : sorted.slice(0, firstRows);
  const left = sorted.length - shown.length;
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
          <Rows rows={shown} inside={inside} />
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
    // oxlint-disable-next-line react/no-array-index-key -- rows have no name, and nothing in them has a state
    <tr key={at}>
      {cellsOf(row).map((cell, column) => {
        const Cell = isHead || cell.localName === 'th' ? 'th' : 'td';
        return (
          // oxlint-disable-next-line react/no-array-index-key -- cells have no name
          <Cell key={column} colSpan={spanOf(cell, 'colspan')} rowSpan={spanOf(cell, 'rowspan')} align={alignOf(cell)}>
            {inside(cell)}
          </Cell>
        );
      })}
    </tr>
  ));
