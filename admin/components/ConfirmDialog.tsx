import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { type ReactNode, useState } from 'react';
import { DialogFrame } from './DialogFrame.tsx';

export interface ConfirmDialogProps {
  /** Texts, or their message keys. */
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
  const match = typedName === undefined ? 'match' : matchOf(typed, typedName);
  const named = match === 'match';
  return (
    <DialogFrame
      title={title}
      working={working}
      maxWidth="sm"
      renderForm={(parts) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            // React's events bubble through portals: a form round the dialog must not be submitted.
            event.stopPropagation();
            if (named && !working) onConfirm();
          }}
        >
          {parts}
        </form>
      )}
      actions={
        <>
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
            {translate(working ? 'components.confirm.working' : confirmLabel)}
          </Button>
        </>
      }
      onClose={onClose}
    >
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
    </DialogFrame>
  );
};
