import { networks } from '../../../shared/contract/networks.ts';
import { networkProblems } from '../../../shared/rules/network.ts';
import { audit } from '../../database/audit.ts';
import { changesBetween, inUseAfterAll, refuseInUse, refuseTakenName } from '../../database/namedRecords.ts';
import { newId } from '../../database/newId.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { networks as table } from '../../database/schema/lookups.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import { refuseServerSetChanges } from '../../http/serverSetFields.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { checkVersion } from '../../http/versionCheck.ts';
import {
  adminsOf,
  allFeatures,
  deleteNetwork,
  featuresOn,
  findNetwork,
  insertNetwork,
  lockNetwork,
  networkPage,
  organizationsIn,
  updateNetwork,
} from './networksStore.ts';

type RecordHandlers = Pick<Handlers<typeof networks>, 'list' | 'create' | 'get' | 'update' | 'delete' | 'features'>;

async function read(db: Drizzle, id: string) {
  const record = await findNetwork(db, id);
  if (!record) throw new ApiProblem('E-NOT-FOUND');
  const { name, isEnabled, enabledFeatures, createDate, version } = record;
  return {
    id,
    name,
    isEnabled,
    enabledFeatures,
    organizationCount: await organizationsIn(db, id),
    adminCount: await adminsOf(db, id),
    createDate: createDate.toISOString(),
    version,
  };
}

function refuseProblems(fields: Parameters<typeof networkProblems>[0]): void {
  const modelState = networkProblems(fields);
  if (Object.keys(modelState).length > 0) throw new ApiProblem('E-REQUEST-INVALID', { modelState });
}

/** The requested features, each once; undefined where nothing changes. Features of the network may stay, also when they were switched off. */
async function newFeatures(
  tx: Transaction,
  requested: readonly string[] | undefined,
  before: readonly string[],
): Promise<string[] | undefined> {
  if (requested === undefined) return undefined;
  const after = [...new Set(requested)];
  const added = after.filter((feature) => !before.includes(feature));
  const known = await featuresOn(tx, added);
  const unknown = added.filter((feature) => !known.has(feature));
  if (unknown.length > 0) {
    const texts = unknown.map((feature) => `${feature} is no feature that is on.`);
    throw new ApiProblem('E-FEATURE-UNKNOWN', { modelState: { enabledFeatures: texts } });
  }
  return after.length === before.length && added.length === 0 ? undefined : after;
}

/** Networks with their features (spec 2 section 7). */
export const networkRecordHandlers = ({ database }: Services): RecordHandlers => ({
  list: ({ query }) => networkPage(database, query),

  get: ({ params }) => read(database.db, params.id),

  create: ({ body }, context) =>
    inTransaction(database, async (tx) => {
      refuseProblems(body);
      const enabledFeatures = (await newFeatures(tx, body.enabledFeatures, [])) ?? [];
      await refuseTakenName(tx, table, body.name);
      const id = newId();
      const values = { name: body.name, isEnabled: body.isEnabled, enabledFeatures };
      await insertNetwork(tx, { id, ...values });
      const changes = changesBetween({}, values);
      await audit(tx, context, { action: 'networks.create', targetType: 'network', targetId: id, changes });
      return read(tx, id);
    }),

  update: ({ params: { id }, body }, context) =>
    inTransaction(database, async (tx) => {
      const before = await lockNetwork(tx, id);
      if (!before) throw new ApiProblem('E-NOT-FOUND');
      const versionChecked = checkVersion(before.version, context, body.version);
      await refuseServerSetChanges(networks.update, body, () => read(tx, id));
      refuseProblems(body);
      const { name, isEnabled } = body;
      const columns = {
        name,
        isEnabled,
        enabledFeatures: await newFeatures(tx, body.enabledFeatures, before.enabledFeatures),
      };
      if (name !== undefined && name !== before.name) await refuseTakenName(tx, table, name, id);
      const changes = changesBetween(before, columns);
      if (Object.keys(changes).length > 0) await updateNetwork(tx, id, columns);
      const event = { action: 'networks.update', targetType: 'network', targetId: id, changes, versionChecked };
      await audit(tx, context, event);
      return read(tx, id);
    }),

  delete: ({ params: { id } }, context) =>
    inTransaction(database, async (tx) => {
      const before = await lockNetwork(tx, id);
      if (!before) throw new ApiProblem('E-NOT-FOUND');
      const versionChecked = checkVersion(before.version, context);
      refuseInUse(before.name, await organizationsIn(tx, id));
      const admins = await adminsOf(tx, id);
      if (admins > 0) {
        const people = admins === 1 ? '1 person administers it' : `${admins} people administer it`;
        throw new ApiProblem('E-IN-USE', { message: `"${before.name}" cannot be deleted: ${people}.` });
      }
      await deleteNetwork(tx, id);
      const changes = { name: { before: before.name, after: null } };
      const event = { action: 'networks.delete', targetType: 'network', targetId: id, changes, versionChecked };
      await audit(tx, context, event);
      return undefined;
    }).catch(inUseAfterAll),

  features: async ({ params }) => {
    const record = await findNetwork(database.db, params.id);
    if (!record) throw new ApiProblem('E-NOT-FOUND');
    const on = new Set(record.enabledFeatures);
    return { items: (await allFeatures(database.db)).map((feature) => ({ ...feature, isOn: on.has(feature.id) })) };
  },
});
