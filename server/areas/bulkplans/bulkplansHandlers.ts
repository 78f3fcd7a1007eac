import type { bulkplans } from '../../../shared/contract/bulkplans.ts';
import { audit } from '../../database/audit.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import {
  approveBulkPlan,
  bulkPlanOf,
  findBulkPlan,
  lockBulkPlan,
  type PlanDescription,
  claimBulkPlan,
} from './bulkplansStore.ts';
import { refuseAltered, refuseExpired, refuseLongLifetime, refuseUnapproved } from './planRules.ts';

interface PlanBody {
  readonly sha256: string;
  readonly action: string;
  readonly rows: number;
  readonly createdBy: string;
  readonly expiresAt: string;
}

const descriptionOf = (id: string, { sha256, action, rows, createdBy, expiresAt }: PlanBody): PlanDescription => ({
  id,
  sha256,
  action,
  rowCount: rows,
  createdBy,
  expiresAt: new Date(expiresAt),
});

const read = async (db: Drizzle, id: string) => {
  const record = await findBulkPlan(db, id);
  if (!record) throw new ApiProblem('E-NOT-FOUND');
  return bulkPlanOf(record);
};

/** Single use and four eyes for plans of bulk changes (design of the bulk engine, "four-eyes on protected profiles"). */
export const bulkplansHandlers = ({ database }: Services): Handlers<typeof bulkplans> => ({
  get: ({ params }) => read(database.db, params.planId),

  approve: ({ params: { planId }, body }, context) =>
    inTransaction(database, async (tx) => {
      const { actor } = context;
      const now = new Date();
      const plan = descriptionOf(planId, body);
      if (body.createdBy === actor.id) throw new ApiProblem('E-PLAN-SELF-APPROVED');
      refuseLongLifetime(plan, now.getTime());
      const stored = await lockBulkPlan(tx, plan);
      refuseAltered(stored, plan);
      refuseExpired(stored, now.getTime());
      if (stored.runId !== null) throw new ApiProblem('E-PLAN-USED');
      const isNew = stored.approvedBy === null;
      if (isNew) await approveBulkPlan(tx, planId, { by: actor.id, byName: actor.name, at: now });
      await audit(tx, context, {
        action: 'bulkplans.approve',
        targetType: 'bulkplan',
        targetId: planId,
        changes: isNew
          ? { approvedBy: { before: null, after: actor.name }, sha256: { before: null, after: body.sha256 } }
          : {},
      });
      return read(tx, planId);
    }),

  use: ({ params: { planId }, body }, context) =>
    inTransaction(database, async (tx) => {
      const { actor } = context;
      const { runId, needsApproval } = body;
      const now = new Date();
      const plan = descriptionOf(planId, body);
      refuseLongLifetime(plan, now.getTime());
      const stored = await lockBulkPlan(tx, plan);
      refuseAltered(stored, plan);
      if (stored.runId !== null && stored.runId !== runId) {
        throw new ApiProblem('E-PLAN-USED', { message: `The plan was used already, by the run ${stored.runId}.` });
      }
      if (needsApproval) refuseUnapproved(stored, actor.id);
      const isNew = stored.runId === null;
      // A run that was begun in time may be gone on with later.
      if (isNew) {
        refuseExpired(stored, now.getTime());
        await claimBulkPlan(tx, planId, { by: actor.id, byName: actor.name, at: now }, runId);
      }
      await audit(tx, context, {
        action: 'bulkplans.use',
        targetType: 'bulkplan',
        targetId: planId,
        changes: isNew ? { runId: { before: null, after: runId } } : {},
      });
      return read(tx, planId);
    }),
});
