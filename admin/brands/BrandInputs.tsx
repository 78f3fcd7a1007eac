import { useTranslate } from 'react-admin';
import { termsMaxCharacters } from '../../shared/contract/uploadSizes.ts';
import { FormHtml } from '../components/FormHtml.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { FormText } from '../components/FormText.tsx';
import { BrandColorField } from './BrandColorField.tsx';

export const BrandInputs = () => {
  const translate = useTranslate();
  return (
    <>
      <FormSection title={translate('brands.section')}>
        <FormText source="name" label="brands.fields.name" required maxLength={255} />
        <FormText source="appUrl" label="brands.fields.appUrl" type="url" required maxLength={2048} />
        <FormText source="supportEmail" label="brands.fields.supportEmail" type="email" required maxLength={255} />
        <BrandColorField />
        <FormText
          source="identityProvider.connectionName"
          label="brands.fields.identityProvider.connectionName"
          maxLength={100}
          helperText={translate('brands.connectionHint')}
        />
      </FormSection>
      <FormSection title={translate('brands.termsSection')}>
        <FormHtml
          source="termsHtml"
          label="brands.fields.termsHtml"
          maxLength={termsMaxCharacters}
          helperText={translate('brands.termsHint')}
        />
      </FormSection>
    </>
  );
};
