import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { resellerColors } from '../../shared/rules/reseller.ts';
import { useFormField } from '../components/useFormField.ts';

/** The ground of the logo: three colours, each as a swatch with its name (spec 2 section 9). */
export const ResellerColorField = () => {
  const { input, ref, shared } = useFormField({ source: 'color', label: 'resellers.fields.color', required: true });
  const { id, label, required, error, helperText } = shared;
  return (
    <FormControl required={required} error={error} sx={{ gridColumn: '1 / -1' }}>
      <FormLabel id={`${id}-label`} sx={{ fontSize: 13 }}>
        {label}
      </FormLabel>
      <RadioGroup
        row
        aria-labelledby={`${id}-label`}
        name={input.name}
        value={input.value}
        onChange={(_event, color) => input.onChange(color)}
        onBlur={() => input.onBlur()}
      >
        {resellerColors.map(({ name, value }, index) => (
          <FormControlLabel
            key={value}
            value={value}
            control={
              <Radio
                size="small"
                id={index === 0 ? id : undefined}
                slotProps={{ input: { ref: index === 0 ? ref : undefined } }}
              />
            }
            label={
              <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
                <ColorSwatch color={value} />
                {name}
              </Box>
            }
          />
        ))}
      </RadioGroup>
      {helperText && <FormHelperText sx={{ marginLeft: 0 }}>{helperText}</FormHelperText>}
    </FormControl>
  );
};

/** A colour to see; its name stands beside it. */
export const ColorSwatch = ({ color }: { color: string }) => (
  <Box
    component="span"
    aria-hidden
    sx={{ width: 16, height: 16, borderRadius: 0.5, border: 1, borderColor: 'divider', bgcolor: color, flexShrink: 0 }}
  />
);
