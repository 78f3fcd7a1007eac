import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import RemoveCircle from '@mui/icons-material/RemoveCircleOutlined';
import { useTranslate } from 'react-admin';
import type { NetworkItem } from '../../shared/contract/networks.ts';
import { RecordList } from '../components/records/RecordList.tsx';
import { pageQuery } from '../components/records/pageQuery.ts';
import { StateChip } from '../components/StateChip.tsx';
import { usePageAddress } from '../components/usePageAddress.ts';
import { useAnswer } from '../providers/useAnswer.ts';
import { networkDesk } from './networkModel.ts';

export const NetworkList = () => {
  const answer = useAnswer('networks', 'list', { query: pageQuery(usePageAddress()) }, { keepPrevious: true });
  return (
    <RecordList<NetworkItem>
      desk={networkDesk}
      answer={answer}
      columns={[
        {
          name: 'isEnabled',
          label: 'networks.fields.isEnabled',
          render: ({ isEnabled }) => <EnabledState isEnabled={isEnabled} />,
        },
      ]}
    />
  );
};

/** Enabled or disabled, as icon and word. */
export const EnabledState = ({ isEnabled }: { isEnabled: boolean }) => {
  const translate = useTranslate();
  return isEnabled ? (
    <StateChip icon={CheckCircle} tone="good" label={translate('networks.states.enabled')} />
  ) : (
    <StateChip icon={RemoveCircle} tone="bad" label={translate('networks.states.disabled')} />
  );
};
