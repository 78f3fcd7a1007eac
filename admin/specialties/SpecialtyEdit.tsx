import type { Specialty } from '../../shared/contract/specialties.ts';
import { LabeledValues } from '../components/LabeledValue.tsx';
import { OrganizationsLink } from '../components/OrganizationsLink.tsx';
import { RecordForm } from '../components/RecordForm.tsx';
import { RecordCreate, RecordEdit } from '../components/RecordPages.tsx';
import { type FieldText, type RecordModel, textOf } from '../components/recordModel.ts';
import { SpecialtyInputs } from './SpecialtyInputs.tsx';

const specialtyModel: RecordModel<Specialty, { readonly name: FieldText }> = {
  empty: { name: '' },
  toForm: ({ name }) => ({ name }),
  toBody: ({ name }) => ({ name: textOf(name) }),
};

export const SpecialtyEdit = () => (
  <RecordEdit<Specialty>
    render={(specialty) => (
      <RecordForm model={specialtyModel} stored={specialty}>
        <SpecialtyInputs />
        <LabeledValues>
          <OrganizationsLink filterBy="specialtyId" />
        </LabeledValues>
      </RecordForm>
    )}
  />
);

export const SpecialtyCreate = () => (
  <RecordCreate>
    <RecordForm model={specialtyModel}>
      <SpecialtyInputs />
    </RecordForm>
  </RecordCreate>
);
