import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import { required, TextInput, useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { termsMaxCharacters } from '../../shared/contract/uploadSizes.ts';
import { isBrandColor } from '../../shared/rules/brand.ts';
import { HtmlInput } from '../components/HtmlInput.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { inputAt } from '../components/RecordForm.tsx';
import { validateBrand } from './brandModel.ts';

const atMost = (maxLength: number) => ({ htmlInput: { maxLength } });

export const BrandInputs = () => {
  return (
    <>
      <FormSection title="brands.section">
        <TextInput {...inputAt('name')} validate={required()} slotProps={atMost(255)} />
        <TextInput
          {...inputAt('appUrl')}
          type="url"
          validate={[required(), validateBrand('appUrl')]}
          slotProps={atMost(2048)}
        />
        <TextInput
          {...inputAt('supportEmail')}
          type="email"
          validate={[required(), validateBrand('supportEmail')]}
          slotProps={atMost(255)}
        />
        <ColorInput />
        <TextInput
          {...inputAt('identityProvider.connectionName')}
          slotProps={atMost(100)}
          helperText="brands.connectionHint"
        />
      </FormSection>
      <FormSection title="brands.termsSection">
        <HtmlInput source="termsHtml" maxLength={termsMaxCharacters} helperText="brands.termsHint" />
      </FormSection>
    </>
  );
};

/** A color by its hexadecimal digits, or picked from the browser's palette. */
const ColorInput = () => {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const value: unknown = useWatch({ name: 'primaryColor' });
  const color = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return (
    <TextInput
      {...inputAt('primaryColor')}
      validate={[required(), validateBrand('primaryColor')]}
      autoComplete="off"
      helperText="brands.colorHint"
      slotProps={{
        htmlInput: { maxLength: 7, spellCheck: false },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <Box
                component="input"
                type="color"
                aria-label={translate('brands.colorPicker')}
                value={isBrandColor(color) ? color : '#000000'}
                onChange={(event: React.ChangeEvent<HTMLInputElement>) =>
                  setValue('primaryColor', event.target.value, { shouldDirty: true, shouldValidate: true })
                }
                sx={{ width: 32, height: 24, padding: 0, border: 0, background: 'none', cursor: 'pointer' }}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  );
};
