import Dialog, { type DialogProps } from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'react-admin';
import { type ReactNode, useId } from 'react';
import { useClosedByRoute } from './useClosedByRoute.ts';

interface DialogFrameProps extends Pick<DialogProps, 'maxWidth' | 'fullScreen' | 'slotProps'> {
  /** Text, or its message key. */
  title: string;
  /** The user cannot close it meanwhile. */
  working?: boolean;
  /** The user has to answer it: no key closes it. */
  isModalOnly?: boolean;
  /** Asked before Escape closes it. */
  mayEscape?: () => boolean;
  /** At the top of the window with lines round its content, as modals with inputs are (spec 2 section 2). */
  isAtTop?: boolean;
  /** Wraps a form round content and buttons. */
  renderForm?: (parts: ReactNode) => ReactNode;
  /** Between the content, which scrolls, and the buttons. */
  footer?: ReactNode;
  actions: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A modal: heading, content, buttons. */
export const DialogFrame = (props: DialogFrameProps) => {
  const {
    title,
    working = false,
    isModalOnly = false,
    isAtTop = false,
    mayEscape = () => true,
    renderForm,
    footer,
    actions,
    onClose,
    children,
    ...dialog
  } = props;
  const titleId = useId();
  useClosedByRoute(onClose);
  const parts = (
    <>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {useTranslate()(title)}
      </DialogTitle>
      <DialogContent dividers={isAtTop} sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        {children}
      </DialogContent>
      {footer}
      <DialogActions sx={{ flexWrap: 'wrap' }}>{actions}</DialogActions>
    </>
  );
  return (
    <Dialog
      open
      fullWidth
      {...dialog}
      // A click beside the dialog may be the second of a double click, and would lose what was typed.
      onClose={(_event, reason) => reason !== 'backdropClick' && !working && !isModalOnly && mayEscape() && onClose()}
      aria-labelledby={titleId}
      sx={isAtTop ? { '& .MuiDialog-container': { alignItems: 'flex-start' } } : {}}
    >
      {renderForm ? renderForm(parts) : parts}
    </Dialog>
  );
};
