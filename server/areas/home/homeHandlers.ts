import type { home } from '../../../shared/contract/home.ts';
import { dayIn } from '../../../shared/rules/dates.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { faultOf } from '../../jobs/faultOf.ts';
import { ApiProblem } from '../../http/problem.ts';
import { readNumbers } from './homeStore.ts';
import { readOrganizationHome } from './organizationHomeStore.ts';

/** Home of the platform administrators, and of the administrators of organizations. */
export const homeHandlers = ({ config, database }: Services): Handlers<typeof home> => ({
  organization: async (_input, { actor }) => {
    const home = actor.organizationId === null ? undefined : await readOrganizationHome(database, actor.organizationId);
    if (!home) throw new ApiProblem('E-NOT-FOUND');
    return home;
  },

  numbers: (_input, { log }) =>
    readNumbers(database, dayIn(new Date(), config.timeZone), (names, error) =>
      log.warn({ fault: faultOf(error), names }, 'numbers of the home page could not be read'),
    ),
});
