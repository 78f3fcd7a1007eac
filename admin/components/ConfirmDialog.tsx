import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { type ReactNode, useId, useState } from 'react';
import { useClosedByRoute } from './useClosedByRoute.ts';

export interface ConfirmDialogProps {
  title: string;
  confirmLabel: string;
  children: ReactNode;
  /** The name to type first, for actions that cannot be undone. */
  typedName?: string;
  working?: boolean;
  failure?: string | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Without a name to type the focus stays on the dialog, so that Enter confirms nothing. */
const focusOnArrival = (box: HTMLInputElement | null) => box?.focus();

/** Match validator of a typed name (spec 1 section 5); the beginning of the name is no mismatch yet. */
const matchOf = (typed: string, name: string): 'match' | 'partial' | 'mismatch' => {
  if (typed.trim() === name.trim()) return 'match';
  return name.trim().startsWith(typed.trimStart()) ? 'partial' : 'mismatch';
};

/** Confirms an action; it stays open while the action runs, and with the error when it fails. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { title, confirmLabel, children, typedName, working = false, failure, onConfirm, onClose } = props;
  const translate = useTranslate();
  const [typed, setTyped] = useState('');
  const titleId = useId();
  useClosedByRoute(onClose);
  const match = typedName === undefined ? 'match' : matchOf(typed, typedName);
  const named = match === 'match';
  return (
    <Dialog open onClose={() => !working && onClose()} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // React's events bubble through portals: a form round the dialog must not be submitted.
          event.stopPropagation();
          if (named && !working) onConfirm();
        }}
      >
        <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </DialogTitle>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
          {children}
          {typedName !== undefined && (
            <TextField
              fullWidth
              size="small"
              margin="dense"
              autoComplete="off"
              inputRef={focusOnArrival}
              label={translate('components.confirm.typeName', { name: typedName })}
              value={typed}
              error={match === 'mismatch'}
              helperText={match === 'mismatch' ? translate('components.confirm.mismatch') : ' '}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
          {failure && <Alert severity="error">{failure}</Alert>}
        </DialogContent>
        <DialogActions>
          {/* Not disabled while it works: a disabled button that has the focus would swallow every key. */}
          <Button onClick={() => !working && onClose()} aria-disabled={working}>
            {translate('components.confirm.cancel')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={typedName === undefined ? 'primary' : 'error'}
            disabled={!named}
            aria-disabled={working || undefined}
          >
            {working ? translate('components.confirm.working') : confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
