import { plans } from '../../../shared/contract/plans.ts';
import { plans as table } from '../../database/schema/lookups.ts';
import { organizations } from '../../database/schema/organizations.ts';
import type { Services } from '../../http/areaEntry.ts';
import { namedRecordHandlers } from '../../http/namedRecordHandlers.ts';
import type { Handlers } from '../../http/registerArea.ts';

export const plansHandlers = (services: Services): Handlers<typeof plans> =>
  namedRecordHandlers(services, {
    area: 'plans',
    one: 'plan',
    table,
    saves: plans.update,
    usedBy: organizations.planId,
  });
