import type { resellers } from '../../../shared/contract/lookups.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import type { Services } from '../../http/areaEntry.ts';
import { findReseller, resellerPage } from './resellersStore.ts';

export const resellersHandlers = ({ database }: Services): Handlers<typeof resellers> => ({
  list: ({ query }) => resellerPage(database, query),
  get: async ({ params }) => {
    const reseller = await findReseller(database, params.id);
    if (!reseller) throw new ApiProblem('E-NOT-FOUND');
    return reseller;
  },
});
