import type { Reseller } from '../../shared/contract/resellers.ts';
import { LabeledValues } from '../components/LabeledValue.tsx';
import { OrganizationsLink } from '../components/OrganizationsLink.tsx';
import { RecordForm } from '../components/RecordForm.tsx';
import { RecordCreate, RecordEdit } from '../components/RecordPages.tsx';
import { ResellerInputs } from './ResellerInputs.tsx';
import { resellerModel } from './resellerModel.ts';

export const ResellerEdit = () => (
  <RecordEdit<Reseller>
    render={(reseller) => (
      <RecordForm model={resellerModel} stored={reseller}>
        <ResellerInputs stored={reseller} />
        <LabeledValues>
          <OrganizationsLink filterBy="resellerId" />
        </LabeledValues>
      </RecordForm>
    )}
  />
);

export const ResellerCreate = () => (
  <RecordCreate>
    <RecordForm model={resellerModel}>
      <ResellerInputs stored={undefined} />
    </RecordForm>
  </RecordCreate>
);
