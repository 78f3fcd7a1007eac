import { alpha, type SxProps, type Theme } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { useTranslate } from 'react-admin';
import type { OrganizationRow } from '../../shared/contract/organizationSchemas.ts';
import { opensRow } from '../components/opensRow.ts';
import { SelectBox } from '../components/SelectBox.tsx';
import type { OrganizationSelection } from './bulk/useOrganizationSelection.ts';
import { OrganizationHeadingFilter } from './list/OrganizationHeadingFilter.tsx';
import type { OrganizationColumns } from './list/useOrganizationColumns.ts';
import type { DialogName } from './organizationDeeds.ts';
import { OrganizationRowActions } from './OrganizationRowActions.tsx';
import type { OrganizationListState } from './useOrganizationList.ts';

interface OrganizationTableProps {
  rows: readonly OrganizationRow[];
  list: OrganizationListState;
  columns: OrganizationColumns['columns'];
  selection: OrganizationSelection;
  onOpen: (row: OrganizationRow) => void;
  onDialog: (name: DialogName, row: OrganizationRow) => void;
}

/** The list on a wide screen. A plain table: react-admin's DataTable weighs more than the whole page. */
export const OrganizationTable = (props: OrganizationTableProps) => {
  const { rows, list, columns, selection, onOpen, onDialog } = props;
  const translate = useTranslate();
  const direction = list.descending ? 'desc' : 'asc';
  return (
    <TableContainer component="section" tabIndex={0} aria-label={translate('organizations.list.table')}>
      <Table size="small" sx={{ '& td, & th': { paddingX: 0.75 } }}>
        <TableHead>
          <TableRow>
            {selection.maySelect && (
              // No heading: it names nothing, the box in it does.
              <TableCell component="td" padding="none">
                <SelectBox
                  label={translate('selection.page')}
                  checked={selection.page === 'all'}
                  mixed={selection.page === 'some'}
                  onChange={selection.togglePage}
                />
              </TableCell>
            )}
            {columns.map(({ name, sortable, numeric }) => (
              <TableCell
                key={name}
                align={numeric ? 'right' : 'left'}
                sortDirection={sortable ? direction : false}
                sx={{ whiteSpace: 'normal' }}
              >
                {sortable ? (
                  <TableSortLabel active direction={direction} onClick={() => list.setDescending(!list.descending)}>
                    {translate(`organizations.columns.${name}`)}
                  </TableSortLabel>
                ) : (
                  translate(`organizations.columns.${name}`)
                )}
                <OrganizationHeadingFilter column={name} list={list} />
              </TableCell>
            ))}
            <TableCell align="right" sx={pinned}>
              {translate('organizations.list.actionsColumn')}
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id} hover selected={selection.isSelected(row)} {...opensRow(row, onOpen)}>
              {selection.maySelect && (
                // A click beside the box is meant for it, not for the row.
                <TableCell padding="none" onClick={(event) => event.stopPropagation()}>
                  <SelectBox
                    ofRow
                    label={translate('selection.row', { name: row.name })}
                    checked={selection.isSelected(row)}
                    onChange={() => selection.toggle(row)}
                  />
                </TableCell>
              )}
              {columns.map(({ name, numeric, shortened: long, cell }) => (
                <TableCell
                  key={name}
                  align={numeric ? 'right' : 'left'}
                  sx={long ? shortened : name === 'name' ? wide : undefined}
                  title={long ? String(row[name] ?? '') : undefined}
                >
                  {cell(row)}
                </TableCell>
              ))}
              <TableCell align="right" padding="none" sx={pinned}>
                <OrganizationRowActions row={row} onDialog={onDialog} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
};

/** The deeds of a row stay in sight when the table is wider than the screen. */
const pinned: SxProps<Theme> = {
  position: 'sticky',
  right: 0,
  bgcolor: 'background.paper',
  'tr:hover > &': ({ palette }) => ({
    backgroundImage: `linear-gradient(${palette.action.hover}, ${palette.action.hover})`,
  }),
  'tr.Mui-selected > &': ({ palette }) => {
    const tint = alpha(palette.primary.main, palette.action.selectedOpacity);
    return { backgroundImage: `linear-gradient(${tint}, ${tint})` };
  },
};
/** Drawn inside the row, where neither its neighbours nor the pinned cell cover more than a part of it. */
/** A name without blanks breaks anywhere, so that it cannot push the other columns off the screen. */
const wide = { minWidth: 176, overflowWrap: 'anywhere' } as const;
const shortened = { maxWidth: 100, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
