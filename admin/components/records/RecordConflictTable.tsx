import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useTranslate } from 'react-admin';
import type { FieldDifference, Side } from './recordConflict.ts';
import type { FieldWords } from './useFieldWords.ts';

interface RecordConflictTableProps {
  words: FieldWords;
  conflicts: readonly FieldDifference[];
  choices: Readonly<Record<string, Side>>;
  onChoose: (field: string, side: Side) => void;
}

/** Each field both changed, with the two values to choose from. */
export const RecordConflictTable = ({ words, conflicts, choices, onChoose }: RecordConflictTableProps) => {
  const translate = useTranslate();
  const { labelOf, textOf } = words;
  const choice = (difference: FieldDifference, side: Side) => {
    const { field } = difference;
    const deed = side === 'mine' ? 'records.conflict.keepMine' : 'records.conflict.takeTheirs';
    return (
      <FormControlLabel
        control={
          <Radio
            size="small"
            name={`conflict-${field}`}
            checked={choices[field] === side}
            onChange={() => onChoose(field, side)}
            slotProps={{ input: { 'aria-label': translate(deed, { field: labelOf(field) }) } }}
          />
        }
        label={textOf(field, difference[side])}
        sx={{ marginRight: 0 }}
      />
    );
  };
  return (
    <TableContainer>
      <Table size="small" sx={{ '& .MuiTableCell-root': { paddingX: { xs: 0.5, sm: 1.25 } } }}>
        <TableHead>
          <TableRow>
            {['field', 'theirs', 'mine'].map((column) => (
              <TableCell key={column}>{translate(`records.conflict.${column}`)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {conflicts.map((difference) => (
            <TableRow key={difference.field}>
              <TableCell component="th" scope="row" sx={{ overflowWrap: 'break-word' }}>
                {labelOf(difference.field)}
              </TableCell>
              {(['theirs', 'mine'] as const).map((side) => (
                <TableCell key={side} sx={{ overflowWrap: 'anywhere' }}>
                  {choice(difference, side)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
};
