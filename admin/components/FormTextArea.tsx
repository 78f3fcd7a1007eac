import TextField from '@mui/material/TextField';
import { blankLine, type FormFieldProps, useFormField } from './useFormField.ts';

interface FormTextAreaProps extends FormFieldProps {
  rows?: number;
  maxLength?: number;
  /** For text that is code, such as HTML. */
  monospace?: boolean;
}

/** Several lines of text, over the whole width of its section. */
export const FormTextArea = ({ rows = 4, maxLength, monospace = false, ...props }: FormTextAreaProps) => {
  const { input, ref, shared } = useFormField(props);
  const { value, ...rest } = input;
  return (
    <TextField
      {...shared}
      helperText={shared.helperText ?? blankLine}
      {...rest}
      value={typeof value === 'string' ? value : ''}
      multiline
      rows={rows}
      autoComplete="off"
      slotProps={{
        htmlInput: {
          ref,
          maxLength,
          spellCheck: !monospace,
          style: { resize: 'vertical', ...(monospace ? { fontFamily: 'monospace' } : {}) },
        },
      }}
      sx={{ gridColumn: '1 / -1' }}
    />
  );
};
