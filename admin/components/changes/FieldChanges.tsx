import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { fieldWords, valueText } from './changeText.ts';

interface FieldChangesProps {
  /** Accessible name of the table. */
  label: string;
  changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
}

/** The fields that an action changed, before and after. */
export const FieldChanges = ({ label, changes }: FieldChangesProps) => {
  const translate = useTranslate();
  const heading = (name: string) => `activity.history.${name}`;
  if (changes.length === 0) return <Typography color="textSecondary">{translate(heading('nothing'))}</Typography>;
  return (
    <ChangesTable
      label={label}
      headings={{ field: heading('field'), before: heading('before'), after: heading('after') }}
      rows={changes.map(({ field, before, after }) => ({
        field: fieldWords(field, translate),
        before: valueText(before, translate),
        after: valueText(after, translate),
      }))}
    />
  );
};

type Column = 'field' | 'before' | 'after';

interface ChangesTableProps {
  label: string;
  /** Message keys; a column without heading is left out. */
  headings: Readonly<Partial<Record<Column, string>>>;
  rows: readonly Readonly<Record<Column, string>>[];
}

/** Plain MUI: a list may have a hundred of these small tables. */
export const ChangesTable = ({ label, headings, rows }: ChangesTableProps) => {
  const translate = useTranslate();
  const columns = Object.entries(headings) as [Column, string][];
  return (
    <TableContainer>
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            {columns.map(([column, heading]) => (
              <TableCell key={column}>{translate(heading)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.field}>
              {columns.map(([column]) => (
                <TableCell key={column} sx={{ overflowWrap: 'anywhere', minWidth: 72 }}>
                  {row[column]}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
};
