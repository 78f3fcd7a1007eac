import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import LinkOff from '@mui/icons-material/LinkOff';
import PlaylistAddCheck from '@mui/icons-material/PlaylistAddCheck';
import type { Integration, IntegrationOrganization } from '../../shared/contract/integrations.ts';
import { StateChip } from '../components/StateChip.tsx';

/** Message key of who may use an integration. */
export const availabilityText = (availability: Integration['availability']): string =>
  `integrations.availabilities.${availability}`;

/** Who may use an integration. */
export const AvailabilityChip = ({ availability }: Pick<Integration, 'availability'>) => {
  const label = availabilityText(availability);
  if (availability === 'Everyone') return <StateChip icon={CheckCircle} severity="good" label={label} />;
  if (availability === 'Whitelist') return <StateChip icon={PlaylistAddCheck} severity="info" label={label} />;
  return <StateChip icon={Block} severity="warning" label={label} />;
};

/** Whether an organization uses its integration, or the whitelist blocks it. */
export const UseChip = ({ isAllowed, isConnected }: Pick<IntegrationOrganization, 'isAllowed' | 'isConnected'>) => {
  if (!isAllowed) return <StateChip icon={Block} severity="warning" label="integrations.uses.blocked" />;
  if (isConnected) return <StateChip icon={CheckCircle} severity="good" label="integrations.uses.connected" />;
  return <StateChip icon={LinkOff} label="integrations.uses.notConnected" />;
};
