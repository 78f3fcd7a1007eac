import type { plans } from '../../../shared/contract/lookups.ts';
import type { Handlers } from '../../http/registerArea.ts';
import type { Services } from '../../http/areaEntry.ts';
import { planPage } from './plansStore.ts';

export const plansHandlers = ({ database }: Services): Handlers<typeof plans> => ({
  list: ({ query }) => planPage(database, query),
});
