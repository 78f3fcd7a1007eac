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
  type PlanFacts,
  claimBulkPlan,
} from './bulkplansStore.ts';
import { refuseAltered, refuseExpired, refuseLongLife, refuseUnapproved } from './planRules.ts';

interface Given {
  readonly sha256: string;
  readonly action: string;
  readonly rows: number;
  readonly createdBy: string;
  readonly expiresAt: string;
}

const factsOf = (id: string, { sha256, action, rows, createdBy, expiresAt }: Given): PlanFacts => ({
  id,
  sha256,
  action,
  rowCount: rows,
  createdBy,
  expiresAt: new Date(expiresAt),
});

const read = async (db: Drizzle, id: string) => {
  const found = await findBulkPlan(db, id);
  if (!found) throw new ApiProblem('E-NOT-FOUND');
  return bulkPlanOf(found);
};

/** Single use and four eyes for plans of bulk changes (design of the bulk engine, "four-eyes on protected profiles"). */
export const bulkplansHandlers = ({ database }: Services): Handlers<typeof bulkplans> => ({
  get: ({ params }) => read(database.db, params.planId),

  approve: ({ params: { planId }, body }, context) =>
    inTransaction(database, async (tx) => {
      const { actor } = context;
      const now = new Date();
      const facts = factsOf(planId, body);
      if (body.createdBy === actor.id) throw new ApiProblem('E-PLAN-SELF-APPROVED');
      refuseLongLife(facts, now.getTime());
      const known = await lockBulkPlan(tx, facts);
      refuseAltered(known, facts);
      refuseExpired(known, now.getTime());
      if (known.runId !== null) throw new ApiProblem('E-PLAN-USED');
      const isNew = known.approvedBy === null;
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
      const facts = factsOf(planId, body);
      refuseLongLife(facts, now.getTime());
      const known = await lockBulkPlan(tx, facts);
      refuseAltered(known, facts);
      if (known.runId !== null && known.runId !== runId) {
        throw new ApiProblem('E-PLAN-USED', { message: `The plan was used already, by the run ${known.runId}.` });
      }
      if (needsApproval) refuseUnapproved(known, actor.id);
      const isNew = known.runId === null;
      // A run that was begun in time may be gone on with later.
      if (isNew) {
        refuseExpired(known, now.getTime());
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
