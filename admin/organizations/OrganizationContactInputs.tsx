import { useTranslate } from 'react-admin';
import { FormSection } from '../components/FormSection.tsx';
import { FormText } from '../components/FormText.tsx';

/** Primary Contact tab. */
export const OrganizationContactInputs = () => {
  const translate = useTranslate();
  return (
    <FormSection title={translate('organizations.sections.contact')}>
      <FormText source="contact.firstName" label="organizations.fields.contact.firstName" maxLength={255} />
      <FormText source="contact.lastName" label="organizations.fields.contact.lastName" maxLength={255} />
      <FormText source="contact.title" label="organizations.fields.contact.title" maxLength={255} />
      <FormText source="contact.email" label="organizations.fields.contact.email" type="email" maxLength={255} />
      <FormText source="contact.phone" label="organizations.fields.contact.phone" type="tel" maxLength={25} />
      <FormText source="contact.fax" label="organizations.fields.contact.fax" type="tel" maxLength={25} />
    </FormSection>
  );
};
