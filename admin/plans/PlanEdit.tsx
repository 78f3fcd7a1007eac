import { BooleanInput, CheckboxGroupInput, NumberInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { planFeatures } from '../../shared/rules/plan.ts';
import { FormSection } from '../components/FormSection.tsx';
import { inputAt, notBlank, textAt } from '../components/RecordForm.tsx';
import { CatalogCreate, CatalogEdit } from '../components/RecordPages.tsx';
import { maxAllowedUsers, planModel, validateAllowedUsers, validateMonthlyPrice } from './planModel.ts';

export const PlanEdit = () => <CatalogEdit model={planModel} inputs={PlanInputs} usage="planId" />;

export const PlanCreate = () => <CatalogCreate model={planModel} inputs={PlanInputs} />;

/** Fields of a plan; an unlimited one has no number of users. */
const PlanInputs = () => {
  const isUnlimited = useWatch({ name: 'isUnlimited' }) === true;
  return (
    <FormSection title="plans.section">
      <TextInput {...textAt('name', 255, notBlank)} />
      <TextInput {...textAt('tierCode', 50, notBlank)} helperText="plans.tierHint" />
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
      <NumberInput
        {...inputAt('monthlyPrice')}
        validate={validateMonthlyPrice}
        min={0}
        step={0.01}
        helperText="plans.priceHint"
      />
      <CheckboxGroupInput
        {...inputAt('features')}
        choices={planFeatures.map((id) => ({ id, name: `plans.features.${id}` }))}
        helperText="plans.featuresHint"
        row={false}
      />
    </FormSection>
  );
};
