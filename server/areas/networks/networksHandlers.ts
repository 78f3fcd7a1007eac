import type { networks } from '../../../shared/contract/networks.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { networkPeopleHandlers } from './networkPeopleHandlers.ts';
import { networkRecordHandlers } from './networkRecordHandlers.ts';
import { networkServiceAccountHandlers } from './networkServiceAccountHandlers.ts';

export const networksHandlers = (services: Services): Handlers<typeof networks> => ({
  ...networkRecordHandlers(services),
  ...networkServiceAccountHandlers(services),
  ...networkPeopleHandlers(services),
});
