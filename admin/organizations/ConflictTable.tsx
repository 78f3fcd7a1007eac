import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useTranslate } from 'ra-core';
import type { FieldDifference, Side } from './organizationConflict.ts';
import { useFieldText } from './useFieldText.ts';

interface ConflictTableProps {
  conflicts: readonly FieldDifference[];
  choices: Readonly<Record<string, Side>>;
  onChoose: (field: string, side: Side) => void;
}

/** Each field both changed, with the two values to choose from. */
export const ConflictTable = ({ conflicts, choices, onChoose }: ConflictTableProps) => {
  const translate = useTranslate();
  const fieldText = useFieldText();
  return (
    <TableContainer>
      <Table size="small">
        <TableHead>
          <TableRow>
            {['field', 'theirs', 'mine'].map((column) => (
              <TableCell key={column}>{translate(`organizations.conflict.${column}`)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {conflicts.map((difference) => {
            const { field } = difference;
            const label = translate(`organizations.fields.${field}`);
            return (
              <TableRow key={field}>
                <TableCell component="th" scope="row">
                  {label}
                </TableCell>
                {(['theirs', 'mine'] as const).map((side) => (
                  <TableCell key={side} sx={{ overflowWrap: 'anywhere' }}>
                    <FormControlLabel
                      control={
                        <Radio
                          size="small"
                          name={`conflict-${field}`}
                          checked={choices[field] === side}
                          onChange={() => onChoose(field, side)}
                          slotProps={{
                            input: {
                              'aria-label': translate(
                                `organizations.conflict.${side === 'mine' ? 'keepMine' : 'takeTheirs'}`,
                                { field: label },
                              ),
                            },
                          }}
                        />
                      }
                      label={fieldText(field, difference[side])}
                    />
                  </TableCell>
                ))}
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </TableContainer>
  );
};
