import { useInput, useTranslate } from 'react-admin';
import { useCallback, useContext } from 'react';
import { fieldId } from './fieldPaths.ts';
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

/** Stands where an error will: a line that appears when a field is left would move the button somebody is about to press. */
export const blankLine = ' ';

/** react-admin encodes the text of an input's own validation. */
const textIn = (message: string): string =>
  message.startsWith(encoded) ? String(JSON.parse(message.slice(encoded.length))) : message;
const encoded = '@@react-admin@@';

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
  const plain = typeof text === 'string' ? textIn(text) : undefined;
  const error = plain === undefined ? undefined : translate(plain, { _: plain });
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
