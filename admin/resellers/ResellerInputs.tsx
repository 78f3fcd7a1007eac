import { BooleanInput, required, SelectInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Reseller } from '../../shared/contract/resellers.ts';
import { termsMaxCharacters } from '../../shared/contract/uploadSizes.ts';
import { HtmlInput } from '../components/HtmlInput.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { inputAt } from '../components/RecordForm.tsx';
import { ResellerColorInput } from './ResellerColorInput.tsx';
import { ResellerLogoField } from './ResellerLogoField.tsx';
import { ResellerUrlCodeField } from './ResellerUrlCodeField.tsx';
import { typeChoices } from './resellerModel.ts';

export const ResellerInputs = ({ stored }: { stored: Reseller | undefined }) => {
  const bypasses = useWatch({ name: 'bypassTos' }) === true;
  const isFixed = stored !== undefined && stored.organizationCount > 0;
  return (
    <>
      <FormSection title="resellers.section">
        <TextInput {...inputAt('name')} validate={required()} slotProps={{ htmlInput: { maxLength: 255 } }} />
        <SelectInput
          {...inputAt('type')}
          margin="none"
          validate={required()}
          disabled={isFixed}
          choices={typeChoices}
          helperText={isFixed && 'resellers.typeFixed'}
        />
        <ResellerUrlCodeField storedId={stored?.id} />
        <ResellerColorInput />
      </FormSection>
      <FormSection title="resellers.logoSection">
        <ResellerLogoField stored={stored} />
      </FormSection>
      <FormSection title="resellers.eulaSection">
        <BooleanInput {...inputAt('bypassTos')} />
        {bypasses && <HtmlInput source="termsHtml" maxLength={termsMaxCharacters} />}
      </FormSection>
    </>
  );
};
