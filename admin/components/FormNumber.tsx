import TextField from '@mui/material/TextField';
import { blankLine, type FormFieldProps, useFormField } from './useFormField.ts';

/** A whole number; an emptied box is null, and what is no number stays as typed for the rules to refuse. */
export const FormNumber = ({ min, max, ...props }: FormFieldProps & { min?: number; max?: number }) => {
  const { input, ref, shared } = useFormField(props);
  const { value, onChange, ...rest } = input;
  return (
    <TextField
      {...shared}
      helperText={shared.helperText ?? blankLine}
      {...rest}
      value={typeof value === 'string' || typeof value === 'number' ? value : ''}
      onChange={(event) => {
        const typed = event.target.value;
        onChange(typed === '' || Number.isNaN(Number(typed)) ? typed : Number(typed));
      }}
      type="number"
      slotProps={{ htmlInput: { ref, min, max, step: 1 } }}
    />
  );
};
