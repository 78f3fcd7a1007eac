import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { isBrandColor } from '../../shared/rules/brand.ts';
import { useFormField } from '../components/useFormField.ts';

/** A colour by its hexadecimal digits, or picked from the browser's own palette. */
export const BrandColorField = () => {
  const translate = useTranslate();
  const { input, ref, shared } = useFormField({
    source: 'primaryColor',
    label: 'brands.fields.primaryColor',
    required: true,
    helperText: translate('brands.colorHint'),
  });
  const { value, onChange, ...rest } = input;
  const text = typeof value === 'string' ? value : '';
  return (
    <TextField
      {...shared}
      {...rest}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      autoComplete="off"
      slotProps={{
        htmlInput: { ref, maxLength: 7, spellCheck: false },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <Box
                component="input"
                type="color"
                aria-label={translate('brands.colorPicker')}
                value={isBrandColor(text.trim()) ? text.trim().toLowerCase() : '#000000'}
                onChange={(event: React.ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
                sx={{ width: 32, height: 24, padding: 0, border: 0, background: 'none', cursor: 'pointer' }}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  );
};
