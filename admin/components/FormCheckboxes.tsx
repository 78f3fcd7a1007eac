import Checkbox from '@mui/material/Checkbox';
import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Typography from '@mui/material/Typography';
import { type FormFieldProps, useFormField } from './useFormField.ts';

export interface CheckboxOption {
  readonly id: string;
  readonly name: string;
  readonly description?: string | null;
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

/** Any number of several; the form keeps the ids chosen, in the order of the options, and those it does not know as well. */
export const FormCheckboxes = ({ options, ...props }: FormFieldProps & { options: readonly CheckboxOption[] }) => {
  const { input, ref, shared } = useFormField(props);
  const { id: fieldId, label, helperText, disabled, error, required } = shared;
  const chosen = textsOf(input.value);
  const hintId = helperText ? `${fieldId}-helper-text` : undefined;
  const turn = (id: string, on: boolean) => {
    const wanted = on ? [...chosen, id] : chosen.filter((one) => one !== id);
    const known = options.map((option) => option.id);
    input.onChange([...known.filter((one) => wanted.includes(one)), ...wanted.filter((one) => !known.includes(one))]);
  };
  return (
    <FormControl
      component="fieldset"
      error={error}
      disabled={disabled}
      required={required}
      fullWidth
      aria-describedby={hintId}
      sx={{ gridColumn: '1 / -1' }}
    >
      <FormLabel component="legend" sx={{ fontSize: 13 }}>
        {label}
      </FormLabel>
      <Box
        sx={{ display: 'grid', columnGap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))' }}
      >
        {options.map(({ id, name, description }, index) => (
          <FormControlLabel
            key={id}
            label={
              <>
                {name}
                {description && (
                  <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
                    {description}
                  </Typography>
                )}
              </>
            }
            control={
              <Checkbox
                size="small"
                id={index === 0 ? fieldId : undefined}
                checked={chosen.includes(id)}
                onChange={(_event, checked) => turn(id, checked)}
                onBlur={() => input.onBlur()}
                slotProps={{ input: { ref: index === 0 ? ref : undefined } }}
              />
            }
            sx={{ alignItems: description ? 'flex-start' : 'center', minWidth: 0, overflowWrap: 'anywhere' }}
          />
        ))}
      </Box>
      {helperText && (
        <FormHelperText id={hintId} sx={{ marginLeft: 0 }}>
          {helperText}
        </FormHelperText>
      )}
    </FormControl>
  );
};
