import { useInput, useTranslate } from 'react-admin';
import { useCallback, useContext } from 'react';
import { InputsValidateContext, isEmptyValue, useFieldCheck } from './formRules.ts';

export interface FormFieldProps {
  source: string;
  label: string;
  required?: boolean;
  helperText?: React.ReactNode;
  disabled?: boolean;
}

interface FormFieldRules extends FormFieldProps {
  /** What is wrong with a value that is there; a dialog asks before it sends. */
  problemOf?: ((value: unknown) => string | undefined) | undefined;
}

/** DOM id of a field, the target of the links in the summary of errors. */
export const fieldId = (source: string) => `field-${source.replaceAll('.', '-')}`;

/** Stands where an error will: a line that appears when a field is left would move the button somebody is about to press. */
export const blankLine = ' ';

/** What all our inputs share: react-admin's form state in the form MUI's TextField takes, the error before the hint. */
export const useFormField = (props: FormFieldRules) => {
  const { source, label, required = false, helperText, disabled = false, problemOf } = props;
  const translate = useTranslate();
  const name = translate(label);
  const check = useCallback(
    (value: unknown) => {
      if (!isEmptyValue(value)) return problemOf?.(value);
      return required ? translate('components.form.required', { label: name }) : undefined;
    },
    [problemOf, required, name, translate],
  );
  useFieldCheck(source, check);
  const validates = useContext(InputsValidateContext);
  const { field, fieldState } = useInput<unknown>({ source, ...(validates && { validate: check }) });
  const message: unknown = fieldState.error?.message;
  const text = typeof message === 'object' && message !== null && 'message' in message ? message.message : message;
  const error = typeof text === 'string' ? translate(text, { _: text }) : undefined;
  const { ref, ...input } = field;
  return {
    input,
    ref,
    shared: {
      id: fieldId(source),
      label: name,
      required,
      disabled,
      error: fieldState.invalid,
      helperText: error ?? helperText,
      fullWidth: true,
      size: 'small' as const,
    },
  };
};
