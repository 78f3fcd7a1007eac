import { useTranslate } from 'react-admin';
import type { Brand } from '../../shared/contract/brands.ts';
import { Facts } from '../components/Fact.tsx';
import { OrganizationsLink } from '../components/OrganizationsLink.tsx';
import { RecordForm } from '../components/RecordForm.tsx';
import { RecordCreate, RecordEdit } from '../components/RecordPages.tsx';
import { BrandInputs } from './BrandInputs.tsx';
import { brandModel } from './brandModel.ts';

export const BrandEdit = () => {
  const translate = useTranslate();
  return (
    <RecordEdit<Brand>
      render={(brand) => (
        <RecordForm model={brandModel} stored={brand}>
          <BrandInputs />
          <Facts>
            <OrganizationsLink
              label={translate('brands.usage')}
              count={brand.organizationCount}
              filter={{ brandId: brand.id }}
            />
          </Facts>
        </RecordForm>
      )}
    />
  );
};

export const BrandCreate = () => (
  <RecordCreate>
    <RecordForm model={brandModel}>
      <BrandInputs />
    </RecordForm>
  </RecordCreate>
);
