import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Hourglass from '@mui/icons-material/HourglassEmpty';
import RemoveCircle from '@mui/icons-material/RemoveCircleOutlineOutlined';
import { useTranslate } from 'react-admin';
import { StateChip } from '../../components/StateChip.tsx';
import { statusKey } from './sourceWords.ts';

const activated = 1;
const gone = [3, 4];
const failed = 5;

/** Status of a fax number by word and icon (spec 3 section 3). */
export const SourceStatus = ({ status }: { status: number }) => {
  const translate = useTranslate();
  const label = translate(statusKey(status));
  if (status === activated) return <StateChip icon={CheckCircle} tone="good" label={label} />;
  if (status === failed) return <StateChip icon={ErrorOutlined} tone="bad" label={label} />;
  return gone.includes(status) ? (
    <StateChip icon={RemoveCircle} label={label} />
  ) : (
    <StateChip icon={Hourglass} tone="warning" label={label} />
  );
};

/** Whether an address is in use. */
export const SourceUse = ({ isEnabled }: { isEnabled: boolean }) => {
  const translate = useTranslate();
  return isEnabled ? (
    <StateChip icon={CheckCircle} tone="good" label={translate('addresses.source.enabled')} />
  ) : (
    <StateChip icon={RemoveCircle} label={translate('addresses.source.disabled')} />
  );
};
