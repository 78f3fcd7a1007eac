import type { organizations } from '../../../../shared/contract/organizations.ts';
import type { Drizzle } from '../../../database/openDatabase.ts';
import type { Services } from '../../../http/areaEntry.ts';
import { ApiProblem } from '../../../http/problem.ts';
import type { Handlers } from '../../../http/registerArea.ts';
import { organizationExists } from '../record/organizationStore.ts';
import { capturePage, deleteImpactOf, historyPage, jobPage, usageOf } from './activityStore.ts';

type ActivityHandlers = Pick<
  Handlers<typeof organizations>,
  'apiCaptures' | 'deleteImpact' | 'history' | 'jobs' | 'usage'
>;

/** What happened to an organization, and what it has beside its record. */
export const activityHandlers = ({ database }: Services): ActivityHandlers => {
  const refuseUnknown = async (id: string) => {
    if (!(await organizationExists(database.db, id))) throw new ApiProblem('E-NOT-FOUND');
  };
  type Read<Q, T> = (db: Drizzle, organizationId: string, query: Q) => Promise<T>;
  /** A history outlives its organization in the audit rows, but is not shown under an address that no longer exists. */
  const pageOf =
    <Q, T>(read: Read<Q, T>) =>
    async ({ params, query }: { readonly params: { readonly id: string }; readonly query: Q }) => {
      await refuseUnknown(params.id);
      return read(database.db, params.id, query);
    };
  return {
    history: pageOf(historyPage),
    apiCaptures: pageOf(capturePage),
    jobs: pageOf(jobPage),
    usage: async ({ params }) => {
      await refuseUnknown(params.id);
      return { items: await usageOf(database.db, params.id) };
    },
    deleteImpact: async ({ params }) => {
      await refuseUnknown(params.id);
      return deleteImpactOf(database.db, params.id);
    },
  };
};
