import type { home } from '../../../shared/contract/home.ts';
import { dayIn } from '../../../shared/rules/dates.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { faultOf } from '../../jobs/faultOf.ts';
import { readNumbers } from './homeStore.ts';

/** Home of the platform administrators. */
export const homeHandlers = ({ config, database }: Services): Handlers<typeof home> => ({
  numbers: (_input, { log }) =>
    readNumbers(database, dayIn(new Date(), config.timeZone), (names, error) =>
      log.warn({ fault: faultOf(error), names }, 'numbers of the home page could not be read'),
    ),
});
