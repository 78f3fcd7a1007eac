import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import EventBusy from '@mui/icons-material/EventBusy';
import HourglassEmpty from '@mui/icons-material/HourglassEmpty';
import LinkOff from '@mui/icons-material/LinkOff';
import LockOpen from '@mui/icons-material/LockOpen';
import { useTranslate } from 'react-admin';
import { useState } from 'react';
import type { OrganizationIntegration } from '../../shared/contract/organizationSchemas.ts';
import { cancellationOf } from '../../shared/rules/organization.ts';
import { dateText } from '../components/DateTime.tsx';
import { StateChip, stateField } from '../components/StateChip.tsx';

/** States of an organization as icon and text (spec 1 sections 2 and 4). */

export const ActivationField = stateField(
  { icon: CheckCircle, severity: 'good', label: 'organizations.states.activated' },
  { icon: HourglassEmpty, severity: 'warning', label: 'organizations.states.notActivated' },
);

export const LoginField = stateField(
  { icon: LockOpen, severity: 'good', label: 'organizations.states.enabled' },
  { icon: Block, severity: 'bad', label: 'organizations.states.disabled' },
);

/** Of an integration: whether the record system is connected, or the whitelist of integrations blocks it. */
export const ConnectionChip = ({
  isAllowed,
  isConnected,
}: Pick<OrganizationIntegration, 'isAllowed' | 'isConnected'>) => {
  if (!isAllowed) return <StateChip icon={Block} severity="warning" label="organizations.info.blocked" />;
  if (isConnected) return <StateChip icon={CheckCircle} severity="good" label="organizations.info.connected" />;
  return <StateChip icon={LinkOff} label="organizations.info.notConnected" />;
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
    <StateChip icon={EventBusy} severity="warning" label="organizations.states.canceling" />
  ) : null;
};
