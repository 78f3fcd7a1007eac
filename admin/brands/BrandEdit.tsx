import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import { required, SelectInput, TextInput, useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { termsMaxCharacters } from '../../shared/contract/uploadSizes.ts';
import { onboardingFlows } from '../../shared/rules/legacyProofing.ts';
import { isBrandColor } from '../../shared/rules/brand.ts';
import { FormSection } from '../components/FormSection.tsx';
import { HtmlInput } from '../components/HtmlInput.tsx';
import { inputAt, notBlank, textAt, useInputText } from '../components/RecordForm.tsx';
import { CatalogCreate, CatalogEdit } from '../components/RecordPages.tsx';
import { brandModel, validateBrand } from './brandModel.ts';

export const BrandEdit = () => <CatalogEdit model={brandModel} inputs={BrandInputs} usage="brandId" />;

export const BrandCreate = () => <CatalogCreate model={brandModel} inputs={BrandInputs} />;

const BrandInputs = () => (
  <>
    <FormSection title="brands.section">
      <TextInput {...textAt('name', 255, notBlank)} />
      <TextInput {...textAt('appUrl', 2048, notBlank, validateBrand('appUrl'))} type="url" />
      <TextInput {...textAt('supportEmail', 255, notBlank, validateBrand('supportEmail'))} type="email" />
      <ColorInput />
      <TextInput {...textAt('identityProvider.connectionName', 100)} helperText="brands.connectionHint" />
      <SelectInput
        {...inputAt('onboardingFlow')}
        choices={onboardingFlows.map((id) => ({ id, name: `brands.flows.${id}` }))}
        validate={required()}
        helperText="brands.flowHint"
      />
    </FormSection>
    <FormSection title="brands.termsSection">
      <HtmlInput source="termsHtml" maxLength={termsMaxCharacters} helperText="brands.termsHint" />
    </FormSection>
  </>
);

/** A color by its hexadecimal digits, or picked from the browser's palette. */
const ColorInput = () => {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const color = useInputText('primaryColor').toLowerCase();
  return (
    <TextInput
      {...inputAt('primaryColor')}
      validate={[notBlank, validateBrand('primaryColor')]}
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
