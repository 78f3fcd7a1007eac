import type { eulas } from '../../../shared/contract/eulas.ts';
import { audit } from '../../database/audit.ts';
import type { Database } from '../../database/openDatabase.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { acceptEula, activeAgreement, brandNameOf } from '../../terms/activeAgreement.ts';
import { countAcceptances, deleteEula, findEula, holdKind, lockEula, replaceActive } from './eulasStore.ts';

const locked = async (tx: Transaction, id: string, strength: 'update' | 'share') => {
  const found = await lockEula(tx, id, strength);
  if (!found) throw new ApiProblem('E-NOT-FOUND');
  return found;
};

/** What becomes of an agreement after it was added. */
export const eulaActions = (database: Database): Pick<Handlers<typeof eulas>, 'activate' | 'delete' | 'accept'> => ({
  activate: ({ params: { id } }, context) =>
    inTransaction(database, async (tx) => {
      const known = await findEula(tx, id);
      if (!known) throw new ApiProblem('E-NOT-FOUND');
      await holdKind(tx, known);
      const before = await locked(tx, id, 'update');
      const ended = before.isActive ? null : await replaceActive(tx, id, before);
      const changes = before.isActive
        ? {}
        : {
            isActive: { before: false, after: true },
            ...(ended === null ? {} : { activeVersion: { before: ended, after: before.version } }),
          };
      await audit(tx, context, { action: 'eulas.activate', targetType: 'eula', targetId: id, changes });
      const after = await findEula(tx, id);
      if (!after) throw new ApiProblem('E-NOT-FOUND');
      return after;
    }),

  delete: ({ params: { id } }, context) =>
    inTransaction(database, async (tx) => {
      const before = await locked(tx, id, 'update');
      const named = `Version ${before.version}`;
      if (before.isActive)
        throw new ApiProblem('E-IN-USE', { message: `${named} cannot be deleted: it is the active agreement.` });
      const count = await countAcceptances(tx, id);
      if (count > 0) {
        const who = count === 1 ? '1 organization has' : `${count} organizations have`;
        throw new ApiProblem('E-IN-USE', { message: `${named} cannot be deleted: ${who} accepted it.` });
      }
      await deleteEula(tx, id);
      const { version, brandName, type } = before;
      const changes = Object.fromEntries(
        Object.entries({ version, brandName, type }).map(([name, value]) => [name, { before: value, after: null }]),
      );
      await audit(tx, context, { action: 'eulas.delete', targetType: 'eula', targetId: id, changes });
      return undefined;
    }),

  accept: ({ params: { id } }, context) =>
    inTransaction(database, async (tx) => {
      const { organizationId, id: userId } = context.actor;
      const eula = await locked(tx, id, 'share');
      const applies = await activeAgreement(tx, await brandNameOf(tx, organizationId), eula.type);
      if (!organizationId || applies?.id !== id) throw new ApiProblem('E-EULA-INACTIVE');
      const isNew = await acceptEula(tx, { eulaId: id, organizationId, userId });
      await audit(tx, context, {
        action: 'eulas.accept',
        targetType: 'organization',
        targetId: organizationId,
        changes: isNew ? { [`${eula.type} ${eula.version}`]: { before: null, after: 'accepted' } } : {},
        isRead: !isNew,
      });
      return undefined;
    }),
});
