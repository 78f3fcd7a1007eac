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
import type { WorkflowRow } from '../../../shared/contract/exchangeSchemas.ts';
import { denseTable, longCell } from '../../components/denseTable.ts';
import { ExpandButton } from '../../components/ExpandButton.tsx';
import { opensRow } from '../../components/opensRow.ts';
import { SelectBox } from '../../components/SelectBox.tsx';
import { HeadingFilter } from './HeadingFilter.tsx';
import type { OpenRows } from './useOpenRows.ts';
import type { WorkflowGrid } from './useWorkflowGrid.ts';
import type { WorkflowSelection } from './useWorkflowSelection.ts';
import type { WorkflowColumn } from './workflowColumns.tsx';
import { WorkflowSteps } from './WorkflowSteps.tsx';

export interface WorkflowRowsProps {
  grid: WorkflowGrid;
  rows: readonly WorkflowRow[];
  columns: readonly WorkflowColumn[];
  opened: OpenRows;
  selection: WorkflowSelection;
  label: string;
  onOpen: (row: WorkflowRow) => void;
}

/** The grid on a wide screen; a row opened shows its steps below it. */
export const WorkflowTable = ({ grid, rows, columns, opened, selection, label, onOpen }: WorkflowRowsProps) => {
  const translate = useTranslate();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group, no region: the page has the grid in a section of its own
    <TableContainer role="group" tabIndex={0} aria-label={label}>
      <Table size="small" sx={denseTable}>
        <TableHead>
          <TableRow>
            {/* No heading: it names nothing, the box in it does. */}
            <TableCell component="td" padding="none" sx={{ width: 72 }}>
              <SelectBox
                label={translate('workflows.selection.page')}
                checked={selection.page === 'all'}
                mixed={selection.page === 'some'}
                onChange={selection.togglePage}
              />
            </TableCell>
            {columns.map((column) => (
              <WorkflowHeading key={column.name} column={column} grid={grid} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => {
            const isOpen = opened.isOpen(row.id);
            const stepsId = `steps-${row.id}`;
            return (
              <Fragment key={row.id}>
                <TableRow hover selected={selection.isSelected(row)} {...opensRow(row, onOpen)}>
                  {/* A click beside the box is meant for it, not for the row. */}
                  <TableCell padding="none" onClick={(event) => event.stopPropagation()}>
                    <Box sx={{ display: 'flex', alignItems: 'center' }}>
                      <SelectBox
                        ofRow
                        label={translate('workflows.selection.row', { number: row.mailMessage.mailMessageId })}
                        checked={selection.isSelected(row)}
                        onChange={() => selection.toggle(row)}
                      />
                      <ExpandButton
                        name={translate('workflows.steps.toggle', { number: row.mailMessage.mailMessageId })}
                        controls={stepsId}
                        open={isOpen}
                        onToggle={() => opened.toggle(row.id)}
                      />
                    </Box>
                  </TableCell>
                  {columns.map(({ name, numeric, cell }) => (
                    <TableCell
                      key={name}
                      align={numeric ? 'right' : 'left'}
                      sx={name === 'hispMessageId' || name === 'organizationName' ? longCell : free}
                    >
                      {cell(row, translate)}
                    </TableCell>
                  ))}
                </TableRow>
                {isOpen && (
                  <TableRow id={stepsId}>
                    <TableCell colSpan={columns.length + 1} sx={{ bgcolor: 'background.default' }}>
                      <WorkflowSteps row={row} />
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

const free = { overflowWrap: 'anywhere' } as const;

const WorkflowHeading = ({ column, grid }: { column: WorkflowColumn; grid: WorkflowGrid }) => {
  const translate = useTranslate();
  const { name, sort, numeric } = column;
  const direction = grid.descending ? 'desc' : 'asc';
  const sorted = sort !== undefined && grid.sort === sort;
  const heading = translate(`workflows.columns.${name}`);
  return (
    <TableCell align={numeric ? 'right' : 'left'} sortDirection={sorted ? direction : false}>
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.25 }}>
        {sort ? (
          <TableSortLabel
            active={sorted}
            direction={sorted ? direction : 'desc'}
            onClick={() => grid.setSort(sort, sorted && grid.descending ? 'asc' : 'desc')}
          >
            {heading}
          </TableSortLabel>
        ) : (
          heading
        )}
        <HeadingFilter column={column} grid={grid} />
      </Box>
    </TableCell>
  );
};
