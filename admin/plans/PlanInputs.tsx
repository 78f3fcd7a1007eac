import { BooleanInput, NumberInput, required, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { FormSection } from '../components/FormSection.tsx';
import { inputAt } from '../components/RecordForm.tsx';
import { maxAllowedUsers, validateAllowedUsers } from './planModel.ts';

/** Fields of a plan; an unlimited one has no number of users. */
export const PlanInputs = () => {
  const isUnlimited = useWatch({ name: 'isUnlimited' }) === true;
  return (
    <FormSection title="plans.section">
      <TextInput {...inputAt('name')} validate={required()} slotProps={{ htmlInput: { maxLength: 255 } }} />
      <TextInput
        {...inputAt('tierCode')}
        validate={required()}
        slotProps={{ htmlInput: { maxLength: 50 } }}
        helperText="plans.tierHint"
      />
      <NumberInput
        {...inputAt('allowedUsers')}
        validate={validateAllowedUsers}
        required={!isUnlimited}
        disabled={isUnlimited}
        min={1}
        max={maxAllowedUsers}
        helperText="plans.usersHint"
      />
      <BooleanInput {...inputAt('isUnlimited')} />
    </FormSection>
  );
};
