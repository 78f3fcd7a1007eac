import { useInput, useTranslate } from 'ra-core';

export interface FormFieldProps {
  source: string;
  label: string;
  required?: boolean;
  helperText?: React.ReactNode;
  disabled?: boolean;
}

/** DOM id of a field, the target of the links in the summary of errors. */
export const fieldId = (source: string) => `field-${source.replaceAll('.', '-')}`;

/** What all our inputs share: react-admin's form state in the form MUI's TextField takes, the error before the hint. */
export const useFormField = ({ source, label, required = false, helperText, disabled = false }: FormFieldProps) => {
  const translate = useTranslate();
  const { field, fieldState } = useInput<unknown>({ source });
  const message: unknown = fieldState.error?.message;
  const text = typeof message === 'object' && message !== null && 'message' in message ? message.message : message;
  const error = typeof text === 'string' ? translate(text, { _: text }) : undefined;
  const { ref, ...input } = field;
  return {
    input,
    ref,
    shared: {
      id: fieldId(source),
      label: translate(label),
      required,
      disabled,
      error: fieldState.invalid,
      helperText: error ?? helperText,
      fullWidth: true,
      size: 'small' as const,
    },
  };
};
