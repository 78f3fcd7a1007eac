import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Form, useLocation, useTranslate } from 'react-admin';
import { type ReactNode, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { get, useFormContext, useFormState } from 'react-hook-form';
import { faultOf, formProblemsOf } from './formErrors.ts';
import { DialogFrame } from './DialogFrame.tsx';
import { DialogForm, FormDraft, formNameOf, mayKeep } from './FormDraft.tsx';
import { fieldErrorsOf, serverMessages, withSubject } from './serverError.ts';

export interface FormDialogProps<Values extends object> {
  /** Texts, or their message keys. */
  title: string;
  submitLabel: string;
  /** Of a failure in the specification; the server's texts follow. */
  failureText?: string;
  /** For forms with many fields. */
  wide?: boolean;
  defaultValues: Values;
  /** Sends the values; the dialog closes when it succeeds and shows the server's texts when it throws. */
  onSubmit: (values: Values) => Promise<void>;
  /** After a save it stays so long with its values, in milliseconds. */
  closesAfterMs?: number;
  /** Saving is possible with valid values only. */
  needsValidValues?: true;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a modal (spec 2 section 2: 700 px, at the top). It closes by itself only after the server has accepted the values. */
export const FormDialog = <Values extends object>(props: FormDialogProps<Values>) => {
  const { title, submitLabel, wide = false, defaultValues, onSubmit, onClose, children, failureText } = props;
  const { closesAfterMs = 0, needsValidValues = false } = props;
  const translate = useTranslate();
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<readonly string[]>([]);
  const [isSaved, setIsSaved] = useState(false);
  const [hasEntries, setHasEntries] = useState(false);
  useClosedLater(isSaved, closesAfterMs, onClose);
  // A list that is loaded again behind the dialog must not reset the form.
  const [start] = useState(defaultValues);
  const { pathname } = useLocation();
  const [page] = useState(pathname);
  const named = use(DialogForm);
  const form = named ?? formNameOf(title);

  const submit = async (values: object) => {
    setWorking(true);
    setFailure([]);
    try {
      await onSubmit(values as Values);
    } catch (error) {
      const errors = Object.entries(fieldErrorsOf(error));
      const hasInput = (field: string) => get(start, field) !== undefined;
      const atInputs = errors.filter(([field]) => hasInput(field));
      const others = errors.filter(([field]) => !hasInput(field)).map((one) => withSubject(one));
      const details = atInputs.length > 0 ? others : serverMessages(error);
      setFailure([...(failureText === undefined ? [] : [translate(failureText)]), ...details]);
      setWorking(false);
      return Object.fromEntries(atInputs);
    }
    if (closesAfterMs === 0) onClose();
    else {
      setWorking(false);
      setIsSaved(true);
    }
    return undefined;
  };

  return (
    <DialogFrame
      title={title}
      working={working}
      mayEscape={() => !hasEntries || isSaved || window.confirm(translate('ra.message.unsaved_changes'))}
      isAtTop
      maxWidth={wide ? 'lg' : false}
      slotProps={{ paper: { sx: wide ? {} : { maxWidth: 700 } } }}
      renderForm={(parts) => (
        // React lets events of a portal bubble to the page's own form, which must not be saved by this one.
        <Box onSubmit={(event) => event.stopPropagation()} sx={column}>
          <Form
            defaultValues={start}
            record={{}}
            onSubmit={submit}
            mode="onTouched"
            noValidate
            disableInvalidFormNotification
          >
            {mayKeep(start) && <FormDraft page={page} form={form} />}
            <EntriesWatch onChange={setHasEntries} />
            {parts}
          </Form>
        </Box>
      )}
      footer={<FailureAlert failure={failure} />}
      actions={
        <>
          <Button onClick={onClose} disabled={working}>
            {translate(isSaved ? 'ra.action.close' : 'components.confirm.cancel')}
          </Button>
          <SubmitButton
            label={isSaved ? 'components.form.saved' : working ? 'components.confirm.working' : submitLabel}
            disabled={working || isSaved}
            needsValidValues={needsValidValues}
          />
        </>
      }
      onClose={onClose}
    >
      <DialogFields>
        {/* A dialog over this one has another form. */}
        <DialogForm value={undefined}>{children}</DialogForm>
      </DialogFields>
    </DialogFrame>
  );
};

/** Tells the frame, which is outside the form, whether something was typed. */
const EntriesWatch = ({ onChange }: { onChange: (hasEntries: boolean) => void }) => {
  const { dirtyFields } = useFormState();
  const hasEntries = Object.keys(dirtyFields).length > 0;
  useEffect(() => onChange(hasEntries), [onChange, hasEntries]);
  return null;
};

/** Closes a dialog that was saved, unless the user has closed it before. */
const useClosedLater = (isSaved: boolean, ms: number, onClose: () => void): void => {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);
  useEffect(() => {
    if (!isSaved) return undefined;
    const timer = setTimeout(() => close.current(), ms);
    return () => clearTimeout(timer);
  }, [isSaved, ms]);
};

const SubmitButton = (props: { label: string; disabled: boolean; needsValidValues: boolean }) => {
  const { label, disabled, needsValidValues } = props;
  const { isValid } = useFormState();
  return (
    <Button type="submit" variant="contained" disabled={disabled || (needsValidValues && !isValid)}>
      {useTranslate()(label)}
    </Button>
  );
};

/** The fields scroll between title and buttons. */
const flexColumn = { display: 'flex', flexDirection: 'column', minHeight: 0 } as const;
const column = { ...flexColumn, '& > form': flexColumn };

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
    <Box ref={box} sx={{ display: 'flex', flexDirection: 'column', gap: 2, paddingTop: 0.5 }}>
      {children}
    </Box>
  );
};

const FailureAlert = ({ failure }: { failure: readonly string[] }) => {
  const translate = useTranslate();
  const { getValues } = useFormContext();
  const { submitCount, isValid, isSubmitting, errors } = useFormState();
  const fault = faultOf(formProblemsOf(errors), getValues);
  const invalid = submitCount > 0 && !isValid && !isSubmitting ? [translate(`components.form.${fault}`)] : [];
  const texts = failure.length > 0 ? failure : invalid;
  return (
    <Box aria-live="polite" sx={{ paddingX: 3, paddingTop: texts.length > 0 ? 2 : 0 }}>
      {texts.length > 0 && (
        <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
          {texts.map((text) => (
            <div key={text}>{text}</div>
          ))}
        </Alert>
      )}
    </Box>
  );
};
