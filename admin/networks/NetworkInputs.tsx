import { BooleanInput, required, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { FeaturesInput } from '../components/FeaturesInput.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { inputAt, textAt } from '../components/RecordForm.tsx';

export const NetworkInputs = () => {
  const chosen: unknown = useWatch({ name: 'enabledFeatures' });
  return (
    <>
      <FormSection title="networks.section">
        <TextInput {...textAt('name', 255)} validate={required()} />
        <BooleanInput {...inputAt('isEnabled')} />
      </FormSection>
      <FormSection title="networks.featuresSection">
        <FeaturesInput
          isOffered={({ id, isEnabled }) => isEnabled || (Array.isArray(chosen) && chosen.includes(id))}
          present={[]}
          noneText="networks.features.none"
          failedText="networks.features.failed"
        />
      </FormSection>
    </>
  );
};
