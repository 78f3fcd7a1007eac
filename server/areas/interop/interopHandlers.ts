import type { interop } from '../../../shared/contract/interop.ts';
import { isOid } from '../../../shared/rules/carequality.ts';
import { audit } from '../../database/audit.ts';
import { changesBetween } from '../../database/namedRecords.ts';
import { inTransaction } from '../../database/transaction.ts';
import { FhirFailure } from '../../fhir/directory.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { checkVersion } from '../../http/versionCheck.ts';
import { allKnown, deleteKnown, findKnown, lockKnown, nameWithOid, saveKnown } from './interopStore.ts';

const targetType = 'emergency organization';

/**
 * The interoperability API of this server (spec 1 section 7). Where the installation uses another host, the calls are refused: a change here
 * would be lost to it.
 */
export const interopHandlers = ({ config, database, directory }: Services): Handlers<typeof interop> => {
  const refuseElsewhere = () => {
    if (config.interopUrl === null) return;
    const message = `This installation uses the interoperability API at ${config.interopUrl}.`;
    throw new ApiProblem('E-INTEROP-ELSEWHERE', { message });
  };

  const nameInDirectory = async (oid: string, signal: AbortSignal): Promise<string | undefined> => {
    if (directory === null || !isOid(oid)) return undefined;
    try {
      return (await directory.find(oid, signal))?.displayName;
    } catch (error) {
      throw error instanceof FhirFailure
        ? new ApiProblem('E-DIRECTORY-UNAVAILABLE', { message: error.message, cause: error })
        : error;
    }
  };

  return {
    lookUp: async ({ body }, { signal }) => {
      refuseElsewhere();
      const { orgId } = body;
      const displayName = (await nameWithOid(database.db, orgId)) ?? (await nameInDirectory(orgId, signal));
      return { value: displayName === undefined ? null : { orgId, displayName } };
    },

    list: async () => {
      refuseElsewhere();
      return { value: await allKnown(database.db) };
    },

    get: async ({ params }) => {
      refuseElsewhere();
      const value = await findKnown(database.db, params.oid);
      if (!value) throw new ApiProblem('E-NOT-FOUND');
      return { value };
    },

    save: ({ body: { oid, name, version } }, context) =>
      inTransaction(database, async (tx) => {
        refuseElsewhere();
        const before = await lockKnown(tx, oid);
        // Without a record the version is that of a deleted one.
        const versionChecked = checkVersion(before?.version ?? 0, context, version);
        const changes = changesBetween(before ? { name: before.name } : {}, before ? { name } : { oid, name });
        const value = before?.name === name ? before : await saveKnown(tx, { oid, name });
        await audit(tx, context, { action: 'interop.save', targetType, targetId: oid, changes, versionChecked });
        return { value };
      }),

    delete: ({ params: { oid } }, context) =>
      inTransaction(database, async (tx) => {
        refuseElsewhere();
        const before = await lockKnown(tx, oid);
        if (!before) throw new ApiProblem('E-NOT-FOUND');
        const versionChecked = checkVersion(before.version, context);
        await deleteKnown(tx, oid);
        const changes = { name: { before: before.name, after: null } };
        await audit(tx, context, { action: 'interop.delete', targetType, targetId: oid, changes, versionChecked });
        return undefined;
      }),
  };
};
