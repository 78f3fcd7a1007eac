import { useParams, useTranslate } from 'react-admin';
import { Facts } from '../components/Fact.tsx';
import { OrganizationsLink } from '../components/OrganizationsLink.tsx';
import { RecordForm } from '../components/records/RecordForm.tsx';
import { RecordPage } from '../components/records/RecordPage.tsx';
import { PlanInputs } from './PlanInputs.tsx';
import { PlanList } from './PlanList.tsx';
import { planDesk } from './planModel.ts';

/** Plans an organization can have: the list, and one plan below it. */
export const PlansPage = () => {
  const translate = useTranslate();
  const { '*': id = '' } = useParams();
  if (id === '') return <PlanList />;
  return (
    <RecordPage key={id} desk={planDesk} id={id}>
      {(stored) => (
        <RecordForm desk={planDesk} stored={stored}>
          <PlanInputs />
          {stored && (
            <Facts>
              <OrganizationsLink
                label={translate('plans.usage')}
                count={stored.organizationCount}
                filter={{ tierCode: stored.tierCode }}
              />
            </Facts>
          )}
        </RecordForm>
      )}
    </RecordPage>
  );
};
