import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Reseller } from '../../shared/contract/resellers.ts';
import { termsMaxCharacters } from '../../shared/contract/uploadSizes.ts';
import { FormHtml } from '../components/FormHtml.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { FormSelect } from '../components/FormSelect.tsx';
import { FormSwitch } from '../components/FormSwitch.tsx';
import { FormText } from '../components/FormText.tsx';
import { ResellerColorField } from './ResellerColorField.tsx';
import { ResellerLogoField } from './ResellerLogoField.tsx';
import { ResellerUrlCodeField } from './ResellerUrlCodeField.tsx';
import { typeChoices } from './resellerModel.ts';

export const ResellerInputs = ({ stored }: { stored: Reseller | undefined }) => {
  const translate = useTranslate();
  const bypasses = useWatch({ name: 'bypassTos' }) === true;
  const isFixed = stored !== undefined && stored.organizationCount > 0;
  return (
    <>
      <FormSection title={translate('resellers.section')}>
        <FormText source="name" label="resellers.fields.name" required maxLength={255} />
        <FormSelect
          source="type"
          label="resellers.fields.type"
          required
          disabled={isFixed}
          options={typeChoices.map(({ id, name }) => ({ id, name: translate(name) }))}
          helperText={isFixed ? translate('resellers.typeFixed') : undefined}
        />
        <ResellerUrlCodeField storedId={stored?.id} />
        <ResellerColorField />
      </FormSection>
      <FormSection title={translate('resellers.logoSection')}>
        <ResellerLogoField stored={stored} />
      </FormSection>
      <FormSection title={translate('resellers.eulaSection')}>
        <FormSwitch source="bypassTos" label="resellers.fields.bypassTos" />
        {bypasses && <FormHtml source="termsHtml" label="resellers.fields.termsHtml" maxLength={termsMaxCharacters} />}
      </FormSection>
    </>
  );
};
