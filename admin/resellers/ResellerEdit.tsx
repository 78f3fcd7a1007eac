import { useTranslate } from 'react-admin';
import type { Reseller } from '../../shared/contract/resellers.ts';
import { Facts } from '../components/Fact.tsx';
import { OrganizationsLink } from '../components/OrganizationsLink.tsx';
import { RecordForm } from '../components/RecordForm.tsx';
import { RecordCreate, RecordEdit } from '../components/RecordPages.tsx';
import { ResellerInputs } from './ResellerInputs.tsx';
import { resellerModel } from './resellerModel.ts';

export const ResellerEdit = () => {
  const translate = useTranslate();
  return (
    <RecordEdit<Reseller>
      render={(reseller) => (
        <RecordForm model={resellerModel} stored={reseller}>
          <ResellerInputs stored={reseller} />
          <Facts>
            <OrganizationsLink
              label={translate('resellers.usage')}
              count={reseller.organizationCount}
              filter={{ resellerId: reseller.id }}
            />
          </Facts>
        </RecordForm>
      )}
    />
  );
};

export const ResellerCreate = () => (
  <RecordCreate>
    <RecordForm model={resellerModel}>
      <ResellerInputs stored={undefined} />
    </RecordForm>
  </RecordCreate>
);
