import type { audit } from '../../../shared/contract/audit.ts';
import { inOneSnapshot } from '../../database/oneSnapshot.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { auditPage } from './auditStore.ts';
import { runFacts } from './runStore.ts';

/** The audit rows as they were written. */
export const auditHandlers = ({ database }: Services): Handlers<typeof audit> => ({
  list: ({ query }) => inOneSnapshot(database, (tx) => auditPage(tx, query)),

  run: async ({ params: { runId } }) => {
    const facts = await inOneSnapshot(database, (tx) => runFacts(tx, runId));
    if (facts === undefined)
      throw new ApiProblem('E-NOT-FOUND', { message: `Nothing was done under the run ${runId}.` });
    return facts;
  },
});
