import type { resellers } from '../../../shared/contract/resellers.ts';
import { isUrlCode, urlCodeOf } from '../../../shared/rules/reseller.ts';
import { audit } from '../../database/audit.ts';
import { inUseAfterAll, refuseInUse } from '../../database/namedRecords.ts';
import type { Database } from '../../database/openDatabase.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { checkVersion } from '../../http/versionCheck.ts';
import { readReseller, resellerWrites } from './resellerWrites.ts';
import {
  acceptTerms,
  codesLike,
  deleteReseller,
  findLogo,
  findTerms,
  isCodeTaken,
  lockReseller,
  resellerOf,
  resellerPage,
  resellerUsers,
} from './resellersStore.ts';

/** The code made from the name, or the next free one: `apex`, `apex-2`, `apex-3`. */
async function freeCode(database: Database, name: string): Promise<string> {
  const base = urlCodeOf(name);
  const taken = await codesLike(database, base);
  let code = base;
  for (let next = 2; taken.has(code); next++) code = `${base}-${next}`;
  return code;
}

export const resellersHandlers = ({ database }: Services): Handlers<typeof resellers> => ({
  list: ({ query }) => resellerPage(database, query),

  get: ({ params }) => readReseller(database.db, params.id),

  urlCode: async ({ query }) => {
    const { urlCode, name, id } = query;
    if (!urlCode) return { urlCode: await freeCode(database, name ?? ''), isAvailable: true };
    return { urlCode, isAvailable: isUrlCode(urlCode) && !(await isCodeTaken(database, urlCode, id)) };
  },

  ...resellerWrites(database),

  delete: ({ params: { id } }, context) =>
    inTransaction(database, async (tx) => {
      const before = await lockReseller(tx, id);
      if (!before) throw new ApiProblem('E-NOT-FOUND');
      const versionChecked = checkVersion(before.version, context);
      refuseInUse(before.name, await resellerUsers(tx, id));
      await deleteReseller(tx, id);
      const changes = { name: { before: before.name, after: null } };
      const target = { targetType: 'reseller', targetId: id };
      await audit(tx, context, { action: 'resellers.delete', ...target, changes, versionChecked });
      return undefined;
    }).catch(inUseAfterAll),

  file: async ({ params }) => {
    const logo = await findLogo(database, params.id);
    if (!logo) throw new ApiProblem('E-NOT-FOUND');
    return logo;
  },

  eula: async ({ params: { id } }, { actor: { organizationId } }) => {
    const terms = organizationId ? await findTerms(database.db, organizationId, id) : undefined;
    if (!terms) throw new ApiProblem('E-NOT-FOUND');
    return terms.termsHtml ?? '';
  },

  acceptEula: ({ params: { id } }, context) =>
    inTransaction(database, async (tx) => {
      const { organizationId, id: userId } = context.actor;
      const reseller = organizationId ? await resellerOf(tx, organizationId, id) : undefined;
      // Another organization's reseller looks like none at all (AZ-3).
      if (!organizationId || !reseller) throw new ApiProblem('E-NOT-FOUND');
      const isNew = await acceptTerms(tx, { resellerId: id, organizationId, userId });
      await audit(tx, context, {
        action: 'resellers.acceptEula',
        targetType: 'organization',
        targetId: organizationId,
        changes: isNew ? { [`terms of ${reseller.name}`]: { before: null, after: 'accepted' } } : {},
        isRead: !isNew,
      });
      return undefined;
    }),
});
