import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { useTranslate } from 'react-admin';
import { useId } from 'react';

const shortcuts = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['x', 'select'],
  ['+', 'expand'],
  ['-', 'collapse'],
  ['/', 'search'],
  ['?', 'help'],
  ['Esc', 'escape'],
] as const;

interface KeyboardHelpProps {
  /** Rows of the list can be selected. */
  selects?: boolean;
  /** Rows of the list open in place, all at once. */
  expands?: boolean;
  onClose: () => void;
}

/** The keys of a list with their actions. */
const KeyboardHelp = ({ selects = false, expands = false, onClose }: KeyboardHelpProps) => {
  const translate = useTranslate();
  const titleId = useId();
  const offered = { x: selects, '+': expands, '-': expands };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{translate('components.keyboard.title')}</DialogTitle>
      <DialogContent>
        <Table size="small">
          <TableBody>
            {shortcuts
              .filter(([key]) => !Object.hasOwn(offered, key) || offered[key as keyof typeof offered])
              .map(([key, action]) => (
                <TableRow key={key}>
                  <TableCell component="th" scope="row">
                    <kbd>{key}</kbd>
                  </TableCell>
                  <TableCell>{translate(`components.keyboard.${action}`)}</TableCell>
                </TableRow>
              ))}
          </TableBody>
        </Table>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('components.keyboard.close')}</Button>
      </DialogActions>
    </Dialog>
  );
};

export default KeyboardHelp;
