import { randomBytes } from 'node:crypto';
import type { NetworkServiceAccount, networks } from '../../../shared/contract/networks.ts';
import { serviceAddressProblems, serviceClientPrefix } from '../../../shared/rules/network.ts';
import { audit } from '../../database/audit.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { RequestContext } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { findNetwork, lockNetwork, type NetworkRecord, updateServiceAccount } from './networksStore.ts';

type ServiceAccountHandlers = Pick<
  Handlers<typeof networks>,
  | 'serviceAccount'
  | 'createServiceAccount'
  | 'deleteServiceAccount'
  | 'enableServiceAccount'
  | 'disableServiceAccount'
  | 'setServiceAddresses'
>;

type Columns = Parameters<typeof updateServiceAccount>[2];

const accountOf = (network: NetworkRecord): NetworkServiceAccount | null =>
  network.serviceClientId === null
    ? null
    : {
        clientId: network.serviceClientId,
        isEnabled: network.serviceEnabled,
        ipAddresses: network.serviceAddresses,
      };

/** The contract's name of each column, for the audit row. */
const fieldOf: Readonly<Record<keyof Columns, string>> = {
  serviceClientId: 'serviceAccount.clientId',
  serviceEnabled: 'serviceAccount.isEnabled',
  serviceAddresses: 'serviceAccount.ipAddresses',
};

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Writes what differs and its audit row; the record as it stands then. */
async function write(
  tx: Transaction,
  context: RequestContext,
  action: string,
  { before, columns }: { readonly before: NetworkRecord; readonly columns: Columns },
): Promise<NetworkRecord> {
  const changed = (Object.keys(fieldOf) as (keyof Columns)[]).filter(
    (column) => columns[column] !== undefined && !same(columns[column], before[column]),
  );
  if (changed.length > 0) await updateServiceAccount(tx, before.id, columns);
  const changes = Object.fromEntries(
    changed.map((column) => [fieldOf[column], { before: before[column], after: columns[column] }]),
  );
  await audit(tx, context, { action: `networks.${action}`, targetType: 'network', targetId: before.id, changes });
  return { ...before, ...columns };
}

/** The service account of a network (spec 2 section 7); it has one at most. */
export const networkServiceAccountHandlers = ({ database }: Services): ServiceAccountHandlers => {
  /** A change of the account that is there; writers of one network wait for each other. */
  const change = (id: string, context: RequestContext, action: string, columns: Columns) =>
    inTransaction(database, async (tx) => {
      const before = await lockNetwork(tx, id);
      if (!before) throw new ApiProblem('E-NOT-FOUND');
      if (!accountOf(before)) throw new ApiProblem('E-NETWORK-NO-ACCOUNT');
      return write(tx, context, action, { before, columns });
    });
  const changed = async (...args: Parameters<typeof change>) => {
    const account = accountOf(await change(...args));
    if (!account) throw new ApiProblem('E-NETWORK-NO-ACCOUNT');
    return account;
  };

  return {
    serviceAccount: async ({ params }) => {
      const network = await findNetwork(database.db, params.id);
      if (!network) throw new ApiProblem('E-NOT-FOUND');
      return accountOf(network);
    },

    createServiceAccount: ({ params }, context) =>
      inTransaction(database, async (tx) => {
        const before = await lockNetwork(tx, params.id);
        if (!before) throw new ApiProblem('E-NOT-FOUND');
        const existing = accountOf(before);
        const clientId = `${serviceClientPrefix(before.name)}-${randomBytes(5).toString('hex')}`;
        const columns = existing ? {} : { serviceClientId: clientId, serviceEnabled: true, serviceAddresses: [] };
        await write(tx, context, 'createServiceAccount', { before, columns });
        return existing ?? { clientId, isEnabled: true, ipAddresses: [] };
      }),

    deleteServiceAccount: async ({ params }, context) => {
      const columns = { serviceClientId: null, serviceEnabled: false, serviceAddresses: [] };
      await change(params.id, context, 'deleteServiceAccount', columns);
      return undefined;
    },

    enableServiceAccount: ({ params }, context) =>
      changed(params.id, context, 'enableServiceAccount', { serviceEnabled: true }),

    disableServiceAccount: ({ params }, context) =>
      changed(params.id, context, 'disableServiceAccount', { serviceEnabled: false }),

    setServiceAddresses: async ({ params, body }, context) => {
      const modelState = serviceAddressProblems(body.ipAddresses);
      if (Object.keys(modelState).length > 0) throw new ApiProblem('E-REQUEST-INVALID', { modelState });
      return changed(params.id, context, 'setServiceAddresses', { serviceAddresses: body.ipAddresses });
    },
  };
};
