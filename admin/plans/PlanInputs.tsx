import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { FormNumber } from '../components/FormNumber.tsx';
import { FormSection } from '../components/FormSection.tsx';
import { FormSwitch } from '../components/FormSwitch.tsx';
import { FormText } from '../components/FormText.tsx';
import { maxAllowedUsers } from './planModel.ts';

/** Fields of a plan; without a limit there is no number to give. */
export const PlanInputs = () => {
  const translate = useTranslate();
  const isUnlimited = useWatch({ name: 'isUnlimited' }) === true;
  return (
    <FormSection title={translate('plans.section')}>
      <FormText source="name" label="plans.fields.name" required maxLength={255} />
      <FormText
        source="tierCode"
        label="plans.fields.tierCode"
        required
        maxLength={50}
        helperText={translate('plans.tierHint')}
      />
      <FormNumber
        source="allowedUsers"
        label="plans.fields.allowedUsers"
        required={!isUnlimited}
        disabled={isUnlimited}
        min={1}
        max={maxAllowedUsers}
        helperText={translate('plans.usersHint')}
      />
      <FormSwitch source="isUnlimited" label="plans.fields.isUnlimited" />
    </FormSection>
  );
};
