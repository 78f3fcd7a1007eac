import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { type FormFieldProps, useFormField } from './useFormField.ts';

/** On or off; the form keeps a boolean. */
export const FormSwitch = (props: FormFieldProps) => {
  const { input, ref, shared } = useFormField(props);
  const { id, label, helperText, disabled, error, required } = shared;
  const hintId = helperText ? `${id}-helper-text` : undefined;
  return (
    <FormControl error={error} disabled={disabled} required={required}>
      <FormControlLabel
        label={label}
        control={
          <Switch
            size="small"
            id={id}
            name={input.name}
            checked={input.value === true}
            onChange={(_event, checked) => input.onChange(checked)}
            onBlur={() => input.onBlur()}
            slotProps={{ input: { ref, 'aria-describedby': hintId } }}
          />
        }
        sx={{ marginLeft: 0, gap: 1 }}
      />
      {helperText && (
        <FormHelperText id={hintId} sx={{ marginLeft: 0 }}>
          {helperText}
        </FormHelperText>
      )}
    </FormControl>
  );
};
