import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlined';
import Schedule from '@mui/icons-material/Schedule';
import Sync from '@mui/icons-material/Sync';
import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import type { ComponentProps } from 'react';
import type { Webhook, WebhookDelivery } from '../../shared/contract/webhooks.ts';
import { StateChip } from '../components/StateChip.tsx';

type State = 'enabled' | 'disabled' | 'failing' | 'disabledByFailures';
type Chip = Omit<ComponentProps<typeof StateChip>, 'label'>;

export const webhookStateOf = (webhook: Webhook): State => {
  if (!webhook.isEnabled) return webhook.disabledByFailuresAt === null ? 'disabled' : 'disabledByFailures';
  return webhook.failingSince === null ? 'enabled' : 'failing';
};

const states: Readonly<Record<State, Chip>> = {
  enabled: { icon: CheckCircle, severity: 'good' },
  disabled: { icon: Block },
  failing: { icon: WarningAmber, severity: 'warning' },
  disabledByFailures: { icon: ErrorOutline, severity: 'bad' },
};

export const WebhookStateChip = (webhook: Webhook) => {
  const state = webhookStateOf(webhook);
  return <StateChip {...states[state]} label={`webhooks.states.${state}`} />;
};

const statuses: Readonly<Record<WebhookDelivery['status'], Chip>> = {
  Pending: { icon: Schedule, severity: 'info' },
  'In Progress': { icon: Sync, severity: 'info' },
  Retrying: { icon: WarningAmber, severity: 'warning' },
  Delivered: { icon: CheckCircle, severity: 'good' },
  Failed: { icon: ErrorOutline, severity: 'bad' },
};

export const DeliveryStatusChip = ({ status }: Pick<WebhookDelivery, 'status'>) => (
  <StateChip {...statuses[status]} label={`webhooks.deliveries.statuses.${status}`} />
);

/** Whether nothing more happens to the delivery by itself. */
export const isOver = ({ status }: Pick<WebhookDelivery, 'status'>): boolean =>
  status === 'Delivered' || status === 'Failed';
