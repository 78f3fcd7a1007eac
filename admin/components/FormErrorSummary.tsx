import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { LinkBase, useLocation, useNotify, useTranslate, ValidationError } from 'react-admin';
import { useEffect, useRef } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { faultOf, formProblemsOf } from './formErrors.ts';
import { fieldId } from './fieldPaths.ts';

interface FormErrorSummaryProps {
  /** Message key of a field's label. */
  labelOf: (field: string) => string;
  /** Address of the page or tab a field is on. */
  addressOf: (field: string) => string;
  /** Notification of a submit that is not valid, whatever its fault; without it the fault is named. */
  invalidText?: string;
}

/** After a submit attempt: a link to every field to correct, on any tab, and the errors of the server. */
export const FormErrorSummary = ({ labelOf, addressOf, invalidText }: FormErrorSummaryProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const { getValues } = useFormContext();
  const { errors, submitCount, isSubmitting } = useFormState();
  useFocusByHash();
  const box = useRef<HTMLDivElement>(null);
  const problems = formProblemsOf(errors);
  const fromServer = errors.root?.['serverError']?.message;
  const isInvalid = problems.length > 0 && !fromServer && problems.every((problem) => !problem.fromServer);

  useEffect(() => {
    if (submitCount > 0 && !isSubmitting && isInvalid)
      notify(invalidText ?? `components.form.${faultOf(problems, getValues)}`, { type: 'error' });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each attempt, not for each correction
  }, [submitCount, isSubmitting]);

  // The list gets the focus when none of the fields is on screen.
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    if (!problems.some(({ field }) => document.getElementById(fieldId(field)))) box.current?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each attempt, not for each correction
  }, [submitCount, isSubmitting]);

  if (submitCount === 0 || isSubmitting || (problems.length === 0 && !fromServer)) return null;
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      severity="error"
      sx={{ marginBottom: 2, overflowWrap: 'anywhere', scrollMarginTop: 80 }}
    >
      {fromServer && <div>{fromServer}</div>}
      {problems.length > 0 && (
        <>
          <strong>{translate('components.form.summary', { smart_count: problems.length })}</strong>
          <ul>
            {problems.map(({ field, text }) => (
              <li key={field}>
                <Link component={LinkBase} to={`${addressOf(field)}#${fieldId(field)}`} color="inherit">
                  {translate(labelOf(field), { _: field })}
                </Link>
                {': '}
                <ValidationError error={text} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  );
};

/** Focuses the field that the hash names as soon as it can be focused: its tab may have to be opened, and loaded, first. */
const useFocusByHash = (): void => {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!hash.startsWith('#field-')) return undefined;
    const focusField = () => {
      const field = document.getElementById(hash.slice(1));
      // A group of checkboxes takes no focus, its first checkbox does.
      const input = field?.matches('fieldset, div') ? field.querySelector<HTMLElement>('input') : field;
      input?.focus();
      return input !== null && input !== undefined && document.activeElement === input;
    };
    if (focusField()) return undefined;
    const watch = new MutationObserver(() => {
      if (focusField()) watch.disconnect();
    });
    watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => watch.disconnect();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the same link followed twice has the same hash: only the key differs
  }, [hash, key]);
};
