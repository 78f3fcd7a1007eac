import type { carequality } from '../../../shared/contract/carequality.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { entryHandlers } from './entries/entryHandlers.ts';
import { importHandlers } from './imports/importHandlers.ts';
import { oidHandlers } from './oids/oidHandlers.ts';

export const carequalityHandlers = (services: Services): Handlers<typeof carequality> => ({
  ...oidHandlers(services),
  ...entryHandlers(services),
  ...importHandlers(services),
});
