import { integrationwhitelist } from '../../../shared/contract/integrationwhitelist.ts';
import { audit } from '../../database/audit.ts';
import { changesBetween } from '../../database/namedRecords.ts';
import { newId } from '../../database/newId.ts';
import { violatedConstraint } from '../../database/sqlState.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { refuseServerSetChanges } from '../../http/serverSetFields.ts';
import { checkVersion } from '../../http/versionCheck.ts';
import {
  deleteEntry,
  findEntry,
  holdReferences,
  insertEntry,
  lockEntry,
  updateEntry,
  whitelistPage,
} from './integrationwhitelistStore.ts';

const existing = <T>(value: T | undefined): T => {
  if (value === undefined) throw new ApiProblem('E-NOT-FOUND');
  return value;
};

const unknown = (field: 'integrationId' | 'organizationId') =>
  new ApiProblem('E-REQUEST-INVALID', {
    modelState: { [field]: [`There is no such ${field === 'integrationId' ? 'integration' : 'organization'}.`] },
  });

const targetType = 'whitelist entry';

/** Which organizations may use which integration. */
export const integrationwhitelistHandlers = ({ database }: Services): Handlers<typeof integrationwhitelist> => ({
  list: ({ query }) => whitelistPage(database, query),

  get: async ({ params }) => existing(await findEntry(database.db, params.id)),

  create: ({ body: { integrationId, organizationId = null, note = null, isEnabled } }, context) =>
    inTransaction(database, async (tx) => {
      const { hasIntegration, hasOrganization } = await holdReferences(tx, integrationId, organizationId);
      if (!hasIntegration) throw unknown('integrationId');
      if (!hasOrganization) throw unknown('organizationId');
      const id = newId();
      const fields = { integrationId, organizationId, note, isEnabled };
      const { name: author } = context.actor;
      await insertEntry(tx, { id, ...fields, createdBy: author, modifiedBy: author });
      const changes = changesBetween({}, fields);
      await audit(tx, context, { action: 'integrationwhitelist.create', targetType, targetId: id, changes });
      return existing(await findEntry(tx, id));
    }).catch((error: unknown) => {
      throw violatedConstraint(error) === 'integration_whitelist_pair'
        ? new ApiProblem('E-WHITELIST-EXISTS', { cause: error })
        : error;
    }),

  update: ({ params: { id }, body }, context) =>
    inTransaction(database, async (tx) => {
      const before = existing(await lockEntry(tx, id));
      const versionChecked = checkVersion(before.version, context, body.version);
      await refuseServerSetChanges(integrationwhitelist.update, body, () => findEntry(tx, id));
      const { note, isEnabled } = body;
      const changes = changesBetween({ ...before }, { note, isEnabled });
      if (Object.keys(changes).length > 0) await updateEntry(tx, id, { note, isEnabled }, context.actor.name);
      await audit(tx, context, {
        action: 'integrationwhitelist.update',
        targetType,
        targetId: id,
        changes,
        versionChecked,
      });
      return existing(await findEntry(tx, id));
    }),

  delete: ({ params: { id } }, context) =>
    inTransaction(database, async (tx) => {
      const { integrationId, organizationId, note, isEnabled, version } = existing(await lockEntry(tx, id));
      const versionChecked = checkVersion(version, context);
      await deleteEntry(tx, id);
      const changes = Object.fromEntries(
        Object.entries({ integrationId, organizationId, note, isEnabled }).map(([field, before]) => [
          field,
          { before, after: null },
        ]),
      );
      await audit(tx, context, {
        action: 'integrationwhitelist.delete',
        targetType,
        targetId: id,
        changes,
        versionChecked,
      });
      return undefined;
    }),
});
