import TextField from '@mui/material/TextField';
import { blankLine, type FormFieldProps, useFormField } from './useFormField.ts';

interface FormTextProps extends FormFieldProps {
  type?: 'text' | 'email' | 'tel' | 'url';
  maxLength?: number;
  autoComplete?: string;
}

/** One line of text. MUI's own field, because react-admin's input still speaks an older MUI. */
export const FormText = ({ type = 'text', maxLength, autoComplete = 'off', ...props }: FormTextProps) => {
  const { input, ref, shared } = useFormField(props);
  const { value, ...rest } = input;
  return (
    <TextField
      {...shared}
      helperText={shared.helperText ?? blankLine}
      {...rest}
      value={typeof value === 'string' || typeof value === 'number' ? value : ''}
      type={type}
      autoComplete={autoComplete}
      slotProps={{ htmlInput: { ref, maxLength }, formHelperText: { sx: { minHeight: '1.66em' } } }}
    />
  );
};
