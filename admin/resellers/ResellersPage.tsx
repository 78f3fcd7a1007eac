import { useParams, useTranslate } from 'react-admin';
import { Facts } from '../components/Fact.tsx';
import { OrganizationsLink } from '../components/OrganizationsLink.tsx';
import { RecordForm } from '../components/records/RecordForm.tsx';
import { RecordPage } from '../components/records/RecordPage.tsx';
import { ResellerInputs } from './ResellerInputs.tsx';
import { ResellerList } from './ResellerList.tsx';
import { resellerDesk } from './resellerModel.ts';

/** Resellers: the list, and one reseller below it. */
export const ResellersPage = () => {
  const translate = useTranslate();
  const { '*': id = '' } = useParams();
  if (id === '') return <ResellerList />;
  return (
    <RecordPage key={id} desk={resellerDesk} id={id}>
      {(stored) => (
        <RecordForm desk={resellerDesk} stored={stored}>
          <ResellerInputs stored={stored} />
          {stored && (
            <Facts>
              <OrganizationsLink
                label={translate('resellers.usage')}
                count={stored.organizationCount}
                filter={{ resellerId: stored.id }}
              />
            </Facts>
          )}
        </RecordForm>
      )}
    </RecordPage>
  );
};
