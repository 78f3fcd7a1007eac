import { useParams } from 'react-admin';
import type { Network } from '../../shared/contract/networks.ts';
import { RecordForm } from '../components/RecordForm.tsx';
import { RecordCreate, RecordEdit } from '../components/RecordPages.tsx';
import { NetworkInputs } from './NetworkInputs.tsx';
import { NetworkSections } from './NetworkSections.tsx';
import { networkModel } from './networkModel.ts';
import { tabOf } from './networkTabs.ts';

/** One network in sections by sub-path. */
export const NetworkEdit = () => {
  const { '*': tab } = useParams();
  return <RecordEdit<Network> render={(network) => <NetworkSections network={network} tab={tabOf(tab)} />} />;
};

export const NetworkCreate = () => (
  <RecordCreate>
    <RecordForm model={networkModel} opensWhenCreated>
      <NetworkInputs />
    </RecordForm>
  </RecordCreate>
);
