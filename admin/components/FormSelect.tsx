import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import type { Choice } from './ColumnFilterBox.tsx';
import { blankLine, type FormFieldProps, useFormField } from './useFormField.ts';

/** One of a few; an empty choice is null and shows where the field may be empty or still is. */
export const FormSelect = ({ options, ...props }: FormFieldProps & { options: readonly Choice[] }) => {
  const translate = useTranslate();
  const { input, ref, shared } = useFormField(props);
  const { value, onChange, ...rest } = input;
  const chosen = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const known = options.some(({ id }) => id === chosen);
  return (
    <TextField
      {...shared}
      helperText={shared.helperText ?? blankLine}
      {...rest}
      select
      value={chosen}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { native: true }, htmlInput: { ref }, inputLabel: { shrink: true } }}
    >
      {(!shared.required || chosen === '') && (
        <option value="">{shared.required ? translate('components.form.choose') : '-'}</option>
      )}
      {chosen !== '' && !known && <option value={chosen}>{chosen}</option>}
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </TextField>
  );
};
