import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'react-admin';
import type { ReactNode } from 'react';
import { rowClickProps } from './rowClickProps.ts';
import { RecordCards } from './RecordCards.tsx';

export interface RecordColumn<Row> {
  readonly name: string;
  /** The words, or their message key. */
  readonly label: string;
  readonly render: (row: Row) => ReactNode;
  readonly align?: 'left' | 'right';
  readonly sortable?: boolean;
  /** What stands beside the heading, such as a filter menu. */
  readonly menu?: ReactNode;
}

export interface TableSort {
  readonly name: string;
  readonly descending: boolean;
  readonly onSort: (name: string) => void;
}

export interface RecordTableProps<Row> {
  label: string;
  columns: readonly RecordColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  actions?: (row: Row) => ReactNode;
  onOpen?: (row: Row) => void;
  /** Which column the rows are sorted by; the sortable ones get a button. */
  sort?: TableSort;
}

/** Records in a dense table that scrolls within itself; cards on a narrow screen. */
export const RecordTable = <Row,>(props: RecordTableProps<Row>) => {
  const narrow = useMediaQuery(useTheme().breakpoints.down('sm'));
  return narrow ? <RecordCards {...props} /> : <WideTable {...props} />;
};

const WideTable = <Row,>({ label, columns, rows, rowId, actions, onOpen, sort }: RecordTableProps<Row>) => {
  const translate = useTranslate();
  const direction = sort?.descending ? 'desc' : 'asc';
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group, no region: a page may show several in sections of the same name
    <TableContainer role="group" tabIndex={0} aria-label={translate(label)}>
      <Table size="small">
        <TableHead>
          <TableRow>
            {columns.map(({ name, label: heading, align = 'left', sortable = false, menu }) => (
              <TableCell key={name} align={align} sortDirection={sortable && sort?.name === name ? direction : false}>
                <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
                  {sortable && sort ? (
                    <TableSortLabel
                      active={sort.name === name}
                      direction={sort.name === name ? direction : 'asc'}
                      onClick={() => sort.onSort(name)}
                    >
                      {translate(heading)}
                    </TableSortLabel>
                  ) : (
                    translate(heading)
                  )}
                  {menu}
                </Box>
              </TableCell>
            ))}
            {actions && <TableCell align="right">{translate('components.table.actions')}</TableCell>}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={rowId(row)} hover={onOpen !== undefined} {...(onOpen && rowClickProps(row, onOpen))}>
              {columns.map(({ name, align = 'left', render }) => (
                <TableCell key={name} align={align} sx={{ overflowWrap: 'anywhere', minWidth: 72 }}>
                  {render(row)}
                </TableCell>
              ))}
              {actions && (
                <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                  {actions(row)}
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
};
