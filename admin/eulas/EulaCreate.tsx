import { RecordForm } from '../components/RecordForm.tsx';
import { RecordCreate } from '../components/RecordPages.tsx';
import { EulaInputs } from './EulaInputs.tsx';
import { eulaModel } from './eulaModel.ts';

/** A new agreement; a new text of an agreement is a new version. */
export const EulaCreate = () => (
  <RecordCreate>
    <RecordForm model={eulaModel} opensWhenCreated>
      <EulaInputs />
    </RecordForm>
  </RecordCreate>
);
