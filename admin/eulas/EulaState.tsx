import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import { useTranslate } from 'react-admin';
import { StateChip } from '../components/StateChip.tsx';

export const EulaState = ({ isActive }: { isActive: boolean }) => {
  const translate = useTranslate();
  return isActive ? (
    <StateChip icon={CheckCircle} tone="good" label={translate('eulas.states.active')} />
  ) : (
    <StateChip icon={RadioButtonUnchecked} label={translate('eulas.states.inactive')} />
  );
};
