import type { organizations } from '../../../shared/contract/organizations.ts';
import type { Handlers } from '../../http/registerArea.ts';
import type { Services } from '../../http/areaEntry.ts';
import { addressHandlers } from './addresses/addressHandlers.ts';
import { activityHandlers } from './activity/activityHandlers.ts';
import { listHandlers } from './list/listHandlers.ts';
import { partsHandlers } from './parts/partsHandlers.ts';
import { peopleHandlers } from './parts/peopleHandlers.ts';
import { lookupHandlers } from './record/lookupHandlers.ts';
import { recordHandlers } from './record/recordHandlers.ts';
import { stateHandlers } from './states/stateHandlers.ts';

export const organizationsHandlers = (services: Services): Handlers<typeof organizations> => ({
  ...listHandlers(services),
  ...recordHandlers(services),
  ...lookupHandlers(services),
  ...stateHandlers(services),
  ...partsHandlers(services),
  ...peopleHandlers(services),
  ...activityHandlers(services),
  ...addressHandlers(services),
});
