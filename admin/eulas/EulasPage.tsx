import { useParams } from 'react-admin';
import { RecordForm } from '../components/records/RecordForm.tsx';
import { newRecordId, RecordPage } from '../components/records/RecordPage.tsx';
import { EulaInputs } from './EulaInputs.tsx';
import { EulaList } from './EulaList.tsx';
import { EulaShow } from './EulaShow.tsx';
import { eulaDesk } from './eulaModel.ts';

/** License agreements: the list, a new one, and one of them to read. */
export const EulasPage = () => {
  const { '*': id = '' } = useParams();
  if (id === '') return <EulaList />;
  if (id !== newRecordId) return <EulaShow key={id} id={id} />;
  return (
    <RecordPage desk={eulaDesk} id={id}>
      {(stored) => (
        <RecordForm desk={eulaDesk} stored={stored}>
          <EulaInputs />
        </RecordForm>
      )}
    </RecordPage>
  );
};
