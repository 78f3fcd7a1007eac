import { useTranslate } from 'react-admin';
import type { Plan } from '../../shared/contract/plans.ts';
import { Facts } from '../components/Fact.tsx';
import { OrganizationsLink } from '../components/OrganizationsLink.tsx';
import { RecordForm } from '../components/RecordForm.tsx';
import { RecordCreate, RecordEdit } from '../components/RecordPages.tsx';
import { PlanInputs } from './PlanInputs.tsx';
import { planModel } from './planModel.ts';

export const PlanEdit = () => {
  const translate = useTranslate();
  return (
    <RecordEdit<Plan>
      render={(plan) => (
        <RecordForm model={planModel} stored={plan}>
          <PlanInputs />
          <Facts>
            <OrganizationsLink
              label={translate('plans.usage')}
              count={plan.organizationCount}
              filter={{ tierCode: plan.tierCode }}
            />
          </Facts>
        </RecordForm>
      )}
    />
  );
};

export const PlanCreate = () => (
  <RecordCreate>
    <RecordForm model={planModel}>
      <PlanInputs />
    </RecordForm>
  </RecordCreate>
);
