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

interface ConfirmDialogProps {
  title: string;
  confirmLabel: string;
  children: ReactNode;
  /** When set, the name has to be typed first: for what cannot be undone. */
  typedName?: string;
  working?: boolean;
  failure?: string | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Typing can start at once where a name is wanted; otherwise the focus stays on the dialog, so that Enter decides nothing. */
const focusOnArrival = (box: HTMLInputElement | null) => box?.focus();

/** Asks before a deed; it stays open while the deed runs and when it fails, so that nothing said gets lost. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { title, confirmLabel, children, typedName, working = false, failure, onConfirm, onClose } = props;
  const translate = useTranslate();
  const [typed, setTyped] = useState('');
  const titleId = useId();
  useClosedByRoute(onClose);
  const named = typedName === undefined || typed.trim() === typedName.trim();
  return (
    <Dialog open onClose={() => !working && onClose()} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog may stand inside a form, which hears of this one although it is drawn elsewhere.
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
