import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import EventBusy from '@mui/icons-material/EventBusy';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import LinkOff from '@mui/icons-material/LinkOff';
import LockOpen from '@mui/icons-material/LockOpen';
import RadioButtonChecked from '@mui/icons-material/RadioButtonChecked';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import { cancellationOf } from '../../shared/rules/organization.ts';
import { dateText } from '../components/DateTime.tsx';
import { StateChip } from '../components/StateChip.tsx';

/** States of an organization as icon and word (spec 1 sections 2 and 4). */

export const ActivationState = ({ isActivated }: { isActivated: boolean }) => {
  const translate = useTranslate();
  return isActivated ? (
    <StateChip icon={CheckCircle} severity="good" label={translate('organizations.states.activated')} />
  ) : (
    <StateChip icon={HourglassEmpty} severity="warning" label={translate('organizations.states.notActivated')} />
  );
};

export const LoginState = ({ isEnabled }: { isEnabled: boolean }) => {
  const translate = useTranslate();
  return isEnabled ? (
    <StateChip icon={LockOpen} severity="good" label={translate('organizations.states.enabled')} />
  ) : (
    <StateChip icon={Block} severity="bad" label={translate('organizations.states.disabled')} />
  );
};

export const CaptureState = ({ apiCapture }: { apiCapture: boolean }) => {
  const translate = useTranslate();
  return apiCapture ? (
    <StateChip icon={RadioButtonChecked} severity="warning" label={translate('organizations.states.capturing')} />
  ) : (
    <>-</>
  );
};

/** Beside the name in the list, where only the flag is known; the date where the whole record is. */
export const CancellationState = (props: { isPendingCancellation: boolean; cancelAt?: string | null }) => {
  const translate = useTranslate();
  const { isPendingCancellation, cancelAt = null } = props;
  const [now] = useState(() => new Date());
  const state = cancellationOf({ cancelAt }, now);
  if (cancelAt !== null && state !== 'none') {
    const label = translate(`organizations.states.${state}On`, { date: dateText(cancelAt) });
    return <StateChip icon={EventBusy} severity={state === 'canceled' ? 'bad' : 'warning'} label={label} />;
  }
  return isPendingCancellation ? (
    <StateChip icon={EventBusy} severity="warning" label={translate('organizations.states.canceling')} />
  ) : null;
};

/** Of an integration: whether the record system is connected. */
export const ConnectionState = ({ isConnected }: { isConnected: boolean }) => {
  const translate = useTranslate();
  return isConnected ? (
    <StateChip icon={CheckCircle} severity="good" label={translate('organizations.info.connected')} />
  ) : (
    <StateChip icon={LinkOff} label={translate('organizations.info.notConnected')} />
  );
};
