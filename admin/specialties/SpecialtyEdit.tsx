import { TextInput } from 'react-admin';
import type { Specialty } from '../../shared/contract/specialties.ts';
import { FormSection } from '../components/FormSection.tsx';
import { notBlank, textAt } from '../components/RecordForm.tsx';
import { CatalogCreate, CatalogEdit } from '../components/RecordPages.tsx';
import { type FieldText, type RecordModel, textOf } from '../components/recordModel.ts';

const specialtyModel: RecordModel<Specialty, { readonly name: FieldText }> = {
  empty: { name: '' },
  toForm: ({ name }) => ({ name }),
  toBody: ({ name }) => ({ name: textOf(name) }),
};

export const SpecialtyEdit = () => <CatalogEdit model={specialtyModel} inputs={SpecialtyInputs} usage="specialtyId" />;

export const SpecialtyCreate = () => <CatalogCreate model={specialtyModel} inputs={SpecialtyInputs} />;

const SpecialtyInputs = () => (
  <FormSection title="specialties.section">
    <TextInput {...textAt('name', 255, notBlank)} />
  </FormSection>
);
