import { useParams, useTranslate } from 'react-admin';
import { Facts } from '../components/Fact.tsx';
import { OrganizationsLink } from '../components/OrganizationsLink.tsx';
import { RecordForm } from '../components/records/RecordForm.tsx';
import { RecordPage } from '../components/records/RecordPage.tsx';
import { BrandInputs } from './BrandInputs.tsx';
import { BrandList } from './BrandList.tsx';
import { brandDesk } from './brandModel.ts';

/** Brands of the platform: the list, and one brand below it. */
export const BrandsPage = () => {
  const translate = useTranslate();
  const { '*': id = '' } = useParams();
  if (id === '') return <BrandList />;
  return (
    <RecordPage key={id} desk={brandDesk} id={id}>
      {(stored) => (
        <RecordForm desk={brandDesk} stored={stored}>
          <BrandInputs />
          {stored && (
            <Facts>
              <OrganizationsLink
                label={translate('brands.usage')}
                count={stored.organizationCount}
                filter={{ brandId: stored.id }}
              />
            </Facts>
          )}
        </RecordForm>
      )}
    </RecordPage>
  );
};
