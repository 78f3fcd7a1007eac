import type { plans } from '../../../shared/contract/plans.ts';
import { audit } from '../../database/audit.ts';
import { changesBetween, inUseAfterAll, refuseInUse, refuseTakenName } from '../../database/namedRecords.ts';
import { newId } from '../../database/newId.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { plans as table } from '../../database/schema/lookups.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { checkVersion } from '../../http/versionCheck.ts';
import { deletePlan, findPlan, insertPlan, lockPlan, planPage, planUsers, updatePlan } from './plansStore.ts';

const read = async (db: Drizzle, id: string) => {
  const found = await findPlan(db, id);
  if (!found) throw new ApiProblem('E-NOT-FOUND');
  return found;
};

export const plansHandlers = ({ database }: Services): Handlers<typeof plans> => ({
  list: ({ query }) => planPage(database, query),

  get: ({ params }) => read(database.db, params.id),

  create: ({ body }, context) =>
    inTransaction(database, async (tx) => {
      await refuseTakenName(tx, table, body.name);
      const id = newId();
      await insertPlan(tx, { id, ...body });
      const changes = changesBetween({}, body);
      await audit(tx, context, { action: 'plans.create', targetType: 'plan', targetId: id, changes });
      return read(tx, id);
    }),

  update: ({ params: { id }, body }, context) =>
    inTransaction(database, async (tx) => {
      const before = await lockPlan(tx, id);
      if (!before) throw new ApiProblem('E-NOT-FOUND');
      const versionChecked = checkVersion(before.version, context, body.version);
      const { name, tierCode, allowedUsers } = body;
      if (name !== undefined && name !== before.name) await refuseTakenName(tx, table, name, id);
      const changes = changesBetween(before, { name, tierCode, allowedUsers });
      if (Object.keys(changes).length > 0) await updatePlan(tx, id, { name, tierCode, allowedUsers });
      await audit(tx, context, { action: 'plans.update', targetType: 'plan', targetId: id, changes, versionChecked });
      return read(tx, id);
    }),

  delete: ({ params: { id } }, context) =>
    inTransaction(database, async (tx) => {
      const before = await lockPlan(tx, id);
      if (!before) throw new ApiProblem('E-NOT-FOUND');
      const versionChecked = checkVersion(before.version, context);
      refuseInUse(before.name, await planUsers(tx, id));
      await deletePlan(tx, id);
      const changes = { name: { before: before.name, after: null } };
      await audit(tx, context, { action: 'plans.delete', targetType: 'plan', targetId: id, changes, versionChecked });
      return undefined;
    }).catch(inUseAfterAll),
});
