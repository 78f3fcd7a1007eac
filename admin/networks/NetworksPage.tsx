import { useParams } from 'react-admin';
import { RecordForm } from '../components/records/RecordForm.tsx';
import { RecordPage } from '../components/records/RecordPage.tsx';
import { NetworkInputs } from './NetworkInputs.tsx';
import { NetworkList } from './NetworkList.tsx';
import { NetworkSections } from './NetworkSections.tsx';
import { networkDesk } from './networkModel.ts';
import { tabOf } from './networkTabs.ts';

/** Networks organizations belong to: the list, and one network below it with its sections by sub-path. */
export const NetworksPage = () => {
  const { '*': rest = '' } = useParams();
  const [id = '', tab] = rest.split('/');
  if (id === '') return <NetworkList />;
  return (
    <RecordPage key={id} desk={networkDesk} id={id}>
      {(stored) =>
        stored ? (
          <NetworkSections network={stored} tab={tabOf(tab)} />
        ) : (
          <RecordForm desk={networkDesk} stored={stored}>
            <NetworkInputs />
          </RecordForm>
        )
      }
    </RecordPage>
  );
};
