import type { Brand } from '../../shared/contract/brands.ts';
import { LabeledValues } from '../components/LabeledValue.tsx';
import { OrganizationsLink } from '../components/OrganizationsLink.tsx';
import { RecordForm } from '../components/RecordForm.tsx';
import { RecordCreate, RecordEdit } from '../components/RecordPages.tsx';
import { BrandInputs } from './BrandInputs.tsx';
import { brandModel } from './brandModel.ts';

export const BrandEdit = () => (
  <RecordEdit<Brand>
    render={(brand) => (
      <RecordForm model={brandModel} stored={brand}>
        <BrandInputs />
        <LabeledValues>
          <OrganizationsLink filterBy="brandId" />
        </LabeledValues>
      </RecordForm>
    )}
  />
);

export const BrandCreate = () => (
  <RecordCreate>
    <RecordForm model={brandModel}>
      <BrandInputs />
    </RecordForm>
  </RecordCreate>
);
