import { required, TextInput, useTranslate } from 'react-admin';
import { FormSection } from '../components/FormSection.tsx';
import { inputAt } from '../components/RecordForm.tsx';

export const SpecialtyInputs = () => (
  <FormSection title={useTranslate()('specialties.section')}>
    <TextInput {...inputAt('name')} validate={required()} slotProps={{ htmlInput: { maxLength: 255 } }} />
  </FormSection>
);
