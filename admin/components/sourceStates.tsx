import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Hourglass from '@mui/icons-material/HourglassEmpty';
import RemoveCircle from '@mui/icons-material/RemoveCircleOutlineOutlined';
import { faxStatusOf } from '../../shared/rules/documentSource.ts';
import { StateChip, stateField } from './StateChip.tsx';

const activated = 1;
const ended = [3, 4];
const failed = 5;
const label = (name: string) => `addresses.source.${name}`;
export const statusKey = (status: number): string => label(`statuses.${faxStatusOf(status)}`);

/** Whether a document source may be used. */
export const UseField = stateField(
  { icon: CheckCircle, severity: 'good', label: label('enabled') },
  { icon: RemoveCircle, label: label('disabled') },
);

/** Status of a fax number by text and icon (spec 3 section 3). */
export const FaxStatus = ({ status }: { status: number }) => {
  const text = statusKey(status);
  if (status === activated) return <StateChip icon={CheckCircle} severity="good" label={text} />;
  if (status === failed) return <StateChip icon={ErrorOutlined} severity="bad" label={text} />;
  if (ended.includes(status)) return <StateChip icon={RemoveCircle} label={text} />;
  return <StateChip icon={Hourglass} severity="warning" label={text} />;
};
