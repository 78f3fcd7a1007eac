import type { networks } from '../../../shared/contract/lookups.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import type { Services } from '../../http/areaEntry.ts';
import { findNetwork, networkPage } from './networksStore.ts';

export const networksHandlers = ({ database }: Services): Handlers<typeof networks> => ({
  list: ({ query }) => networkPage(database, query),
  get: async ({ params }) => {
    const network = await findNetwork(database, params.id);
    if (!network) throw new ApiProblem('E-NOT-FOUND');
    return network;
  },
});
