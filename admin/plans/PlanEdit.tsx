import type { Plan } from '../../shared/contract/plans.ts';
import { LabeledValues } from '../components/LabeledValue.tsx';
import { OrganizationsLink } from '../components/OrganizationsLink.tsx';
import { RecordForm } from '../components/RecordForm.tsx';
import { RecordCreate, RecordEdit } from '../components/RecordPages.tsx';
import { PlanInputs } from './PlanInputs.tsx';
import { planModel } from './planModel.ts';

export const PlanEdit = () => (
  <RecordEdit<Plan>
    render={(plan) => (
      <RecordForm model={planModel} stored={plan}>
        <PlanInputs />
        <LabeledValues>
          <OrganizationsLink filterBy="planId" />
        </LabeledValues>
      </RecordForm>
    )}
  />
);

export const PlanCreate = () => (
  <RecordCreate>
    <RecordForm model={planModel}>
      <PlanInputs />
    </RecordForm>
  </RecordCreate>
);
