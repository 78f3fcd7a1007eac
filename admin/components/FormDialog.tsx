import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { Form, useTranslate } from 'react-admin';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { get, useFormState } from 'react-hook-form';
import { fieldErrorsOf, serverMessages } from './serverError.ts';
import { useClosedByRoute } from './useClosedByRoute.ts';

export interface FormDialogProps<Values extends object> {
  title: string;
  submitLabel: string;
  /** For forms with many fields. */
  wide?: boolean;
  defaultValues: Values;
  /** Sends the values; the dialog closes when it succeeds and shows the server's texts when it throws. */
  onSubmit: (values: Values) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
  /** Text of a failure in the specification; the server's texts follow. */
  failureText?: string;
}

/** A form in a modal (spec 2 section 2: 700 px, at the top). It closes by itself only after the server has accepted the values. */
export const FormDialog = <Values extends object>(props: FormDialogProps<Values>) => {
  const { title, submitLabel, wide = false, defaultValues } = props;
  const { onSubmit, onClose, children, failureText } = props;
  const titleId = useId();
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<readonly string[]>([]);
  // A list that is loaded again behind the dialog must not reset the form.
  const [start] = useState(defaultValues);
  useClosedByRoute(onClose);

  const submit = async (values: object) => {
    setWorking(true);
    setFailure([]);
    try {
      await onSubmit(values as Values);
    } catch (error) {
      const errors = fieldErrorsOf(error);
      const hasInput = (field: string) => get(start, field) !== undefined;
      const atInputs = Object.entries(errors).filter(([field]) => hasInput(field));
      const others = Object.entries(errors).filter(([field]) => !hasInput(field));
      const details = atInputs.length > 0 ? others.map(([, text]) => text) : serverMessages(error);
      setFailure([...(failureText === undefined ? [] : [failureText]), ...details]);
      setWorking(false);
      return Object.fromEntries(atInputs);
    }
    onClose();
    return undefined;
  };

  return (
    <Dialog
      open
      onClose={() => !working && onClose()}
      aria-labelledby={titleId}
      fullWidth
      maxWidth={wide ? 'lg' : false}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{ paper: { sx: wide ? {} : { maxWidth: 700 } } }}
    >
      {/* React lets events of a portal bubble to the page's own form, which must not be saved by this one. */}
      <Box onSubmit={(event) => event.stopPropagation()} sx={column}>
        <Form
          defaultValues={start}
          record={{}}
          onSubmit={submit}
          mode="onTouched"
          noValidate
          disableInvalidFormNotification
        >
          <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
            {title}
          </DialogTitle>
          <DialogFields>{children}</DialogFields>
          <DialogFooter failure={failure} working={working} submitLabel={submitLabel} onClose={onClose} />
        </Form>
      </Box>
    </Dialog>
  );
};

/** The fields scroll between title and buttons. */
const column = {
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  '& > form': { display: 'flex', flexDirection: 'column', minHeight: 0 },
} as const;

/** The first input has the focus when the dialog opens. */
const DialogFields = ({ children }: { children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current
      ?.querySelector<HTMLElement>(
        'input:not([type=hidden]):not([disabled]), select:not([disabled]), textarea:not([disabled])',
      )
      ?.focus();
  }, []);
  return (
    <DialogContent ref={box} dividers>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, paddingTop: 0.5 }}>{children}</Box>
    </DialogContent>
  );
};

interface DialogFooterProps {
  failure: readonly string[];
  working: boolean;
  submitLabel: string;
  onClose: () => void;
}

const DialogFooter = ({ failure, working, submitLabel, onClose }: DialogFooterProps) => {
  const translate = useTranslate();
  const { submitCount, isValid, isSubmitting } = useFormState();
  const incomplete = failure.length === 0 && submitCount > 0 && !isValid && !isSubmitting;
  return (
    <>
      <Box aria-live="polite" sx={{ paddingX: 3, paddingTop: failure.length > 0 || incomplete ? 2 : 0 }}>
        {failure.length > 0 && (
          <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
            {failure.map((text) => (
              <div key={text}>{text}</div>
            ))}
          </Alert>
        )}
        {incomplete && <Alert severity="error">{translate('components.form.incomplete')}</Alert>}
      </Box>
      <DialogActions>
        <Button onClick={onClose} disabled={working}>
          {translate('components.confirm.cancel')}
        </Button>
        <Button type="submit" variant="contained" disabled={working}>
          {working ? translate('components.confirm.working') : submitLabel}
        </Button>
      </DialogActions>
    </>
  );
};
