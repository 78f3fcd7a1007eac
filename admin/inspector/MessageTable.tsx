import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { useTranslate } from 'react-admin';
import { Fragment } from 'react';
import { denseTable, longCell } from '../components/denseTable.ts';
import { ExpandButton } from '../components/ExpandButton.tsx';
import { opensRow } from '../components/opensRow.ts';
import { SelectBox } from '../components/SelectBox.tsx';
import { HeadingFilter } from './HeadingFilter.tsx';
import { messageCells } from './messageColumns.tsx';
import { MessageDetail } from './MessageDetail.tsx';
import type { ColumnName } from './messageFilters.ts';
import type { MessageRow } from './messageRow.ts';
import { isOpen } from './openRows.ts';
import type { MessageAddress } from './useMessageAddress.ts';
import type { MessageColumn } from './useMessageColumns.ts';
import type { MessageSelection } from './useMessageSelection.ts';

export interface MessageRowsProps {
  rows: readonly MessageRow[];
  columns: readonly MessageColumn[];
  address: MessageAddress;
  selection: MessageSelection;
  onOpen: (row: MessageRow) => void;
  onExpand: (row: MessageRow) => void;
}

/** The grid on a wide screen; an open row shows its detail below it. */
export const MessageTable = ({ rows, columns, address, selection, onOpen, onExpand }: MessageRowsProps) => {
  const translate = useTranslate();
  const direction = address.descending ? 'desc' : 'asc';
  return (
    <TableContainer component="section" tabIndex={0} aria-label={translate('inspector.table')}>
      <Table size="small" sx={denseTable}>
        <TableHead>
          <TableRow>
            <TableCell component="td" padding="none">
              <SelectBox
                label={translate('inspector.selectPage')}
                checked={selection.page === 'all'}
                mixed={selection.page === 'some'}
                onChange={selection.togglePage}
              />
            </TableCell>
            <TableCell component="td" padding="none" />
            {columns.map(({ name }) => (
              <TableCell key={name} sortDirection={address.sort === name ? direction : false}>
                <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.25 }}>
                  <TableSortLabel
                    active={address.sort === name}
                    direction={address.sort === name ? direction : 'asc'}
                    onClick={() => address.setSort(name, address.sort === name && !address.descending)}
                  >
                    {translate(`inspector.fields.${name}`)}
                  </TableSortLabel>
                  <HeadingFilter name={name} address={address} />
                </Box>
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => {
            const open = isOpen(address.open, row.id);
            return (
              <Fragment key={row.id}>
                <TableRow hover selected={selection.isSelected(row)} {...opensRow(row, onOpen)}>
                  {/* A click beside the box is meant for it, not for the row. */}
                  <TableCell padding="none" onClick={(event) => event.stopPropagation()}>
                    <SelectBox
                      ofRow
                      label={translate('inspector.select', { id: row.id })}
                      checked={selection.isSelected(row)}
                      onChange={() => selection.toggle(row)}
                    />
                  </TableCell>
                  <TableCell padding="none">
                    <ExpandButton
                      name={translate(open ? 'inspector.collapse' : 'inspector.expand', { id: row.id })}
                      open={open}
                      onToggle={() => onExpand(row)}
                    />
                  </TableCell>
                  {columns.map(({ name }) => (
                    <TableCell key={name} sx={isLong.has(name) ? longCell : undefined}>
                      {messageCells[name](row, address.query)}
                    </TableCell>
                  ))}
                </TableRow>
                {open && (
                  <TableRow>
                    <TableCell colSpan={columns.length + 2} sx={{ bgcolor: 'background.default' }}>
                      <Box sx={{ padding: 1 }}>
                        <MessageDetail message={row} />
                      </Box>
                    </TableCell>
                  </TableRow>
                )}
              </Fragment>
            );
          })}
        </TableBody>
      </Table>
    </TableContainer>
  );
};

const isLong: ReadonlySet<ColumnName> = new Set(['Sender', 'MailTo', 'OrganizationName']);
