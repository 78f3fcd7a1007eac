import type { networks } from '../../../shared/contract/networks.ts';
import { isSystemAdministrator } from '../../../shared/rules/landing.ts';
import { networkOrganizationsShown } from '../../../shared/rules/network.ts';
import { audit } from '../../database/audit.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { RequestContext } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import {
  administratorsOf,
  lockMember,
  lockPerson,
  moveTo,
  organizationPage,
  type RequestedPerson,
  setAdministration,
} from './networkPeopleStore.ts';
import { findNetwork, lockNetwork } from './networksStore.ts';

type PeopleHandlers = Pick<
  Handlers<typeof networks>,
  'adminView' | 'organizations' | 'addOrganization' | 'removeOrganization' | 'admins' | 'addAdmin' | 'removeAdmin'
>;

const firstOrganizations = { sortDir: 'asc', pageNumber: 1, pageSize: networkOrganizationsShown } as const;

interface Move {
  readonly action: string;
  readonly organization: { readonly id: string; readonly networkId: string | null };
  readonly networkId: string | null;
}

/** The move stands in the history of the organization, under the name its record has for the network. */
async function move(
  tx: Transaction,
  context: RequestContext,
  { action, organization, networkId }: Move,
): Promise<void> {
  const { id, networkId: before } = organization;
  const isMoved = before !== networkId;
  if (isMoved) await moveTo(tx, { id, networkId, author: context.actor.name });
  const event = { action, targetType: 'organization', targetId: id };
  await audit(tx, context, { ...event, changes: isMoved ? { networkDbId: { before, after: networkId } } : {} });
}

const unknownPerson = (field: 'userId' | 'userName', text: string) =>
  new ApiProblem('E-USER-UNKNOWN', { message: text, modelState: { [field]: [text] } });

/** Somebody of the organizations: platform administrators may do everything in every network already. */
async function findNewAdmin(tx: Transaction, requested: RequestedPerson) {
  const field = requested.userId === undefined ? 'userName' : 'userId';
  const record = await lockPerson(tx, requested);
  if (!record) throw unknownPerson(field, 'There is no such user.');
  if (isSystemAdministrator([record.role])) {
    throw unknownPerson(field, 'A platform administrator does not administer a single network.');
  }
  if (record.networkId !== null) throw new ApiProblem('E-NETWORK-ADMIN');
  const { role: _role, networkId: _network, ...person } = record;
  return person;
}

/** Organizations and administrators of a network (spec 1 section 7, spec 2 section 7). */
export const networkPeopleHandlers = ({ database }: Services): PeopleHandlers => {
  const existing = async (id: string) => {
    const network = await findNetwork(database.db, id);
    if (!network) throw new ApiProblem('E-NOT-FOUND');
    return network;
  };
  const held = async (tx: Transaction, id: string) => {
    if (!(await lockNetwork(tx, id, 'key share'))) throw new ApiProblem('E-NOT-FOUND');
  };

  return {
    adminView: async ({ params }) => {
      const { id, name, isEnabled, enabledFeatures, version } = await existing(params.id);
      const { items, totalCount } = await organizationPage(database, id, firstOrganizations);
      const admins = await administratorsOf(database.db, id);
      return {
        id,
        name,
        isEnabled,
        enabledFeatures,
        organizations: items,
        organizationCount: totalCount,
        admins,
        version,
      };
    },

    organizations: async ({ params, query }) => {
      await existing(params.id);
      return organizationPage(database, params.id, query);
    },

    addOrganization: ({ params, body }, context) =>
      inTransaction(database, async (tx) => {
        await held(tx, params.id);
        const record = await lockMember(tx, body.organizationId);
        if (!record) {
          throw new ApiProblem('E-ORG-REFERENCE', {
            modelState: { organizationId: ['There is no such organization.'] },
          });
        }
        await move(tx, context, { action: 'networks.addOrganization', organization: record, networkId: params.id });
        const { networkId: _before, ...organization } = record;
        return organization;
      }),

    removeOrganization: ({ params }, context) =>
      inTransaction(database, async (tx) => {
        const organization = await lockMember(tx, params.orgId);
        if (organization?.networkId !== params.id) throw new ApiProblem('E-NOT-FOUND');
        await move(tx, context, { action: 'networks.removeOrganization', organization, networkId: null });
        return undefined;
      }),

    admins: async ({ params, query }) => {
      await existing(params.id);
      return { items: await administratorsOf(database.db, params.id, query.search) };
    },

    addAdmin: ({ params, body }, context) =>
      inTransaction(database, async (tx) => {
        const requested = { userId: body.userId, userName: body.userName || undefined };
        if (requested.userId === undefined && requested.userName === undefined) {
          throw new ApiProblem('E-REQUEST-INVALID', { modelState: { userName: ['is required'] } });
        }
        await held(tx, params.id);
        const admin = await findNewAdmin(tx, requested);
        await setAdministration(tx, admin.id, params.id);
        const changes = { [`admin ${admin.userName}`]: { before: null, after: admin.id } };
        await audit(tx, context, { action: 'networks.addAdmin', targetType: 'network', targetId: params.id, changes });
        return admin;
      }),

    removeAdmin: ({ params }, context) =>
      inTransaction(database, async (tx) => {
        const record = await lockPerson(tx, { userId: params.adminId });
        if (record?.networkId !== params.id) throw new ApiProblem('E-NOT-FOUND');
        await setAdministration(tx, record.id, null);
        const changes = { [`admin ${record.userName}`]: { before: record.id, after: null } };
        await audit(tx, context, {
          action: 'networks.removeAdmin',
          targetType: 'network',
          targetId: params.id,
          changes,
        });
        return undefined;
      }),
  };
};
