import { organizations } from '../../../../shared/contract/organizations.ts';
import { audit } from '../../../database/audit.ts';
import { newId } from '../../../database/newId.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { refuseServerSetChanges } from '../../../http/serverSetFields.ts';
import { ApiProblem } from '../../../http/problem.ts';
import type { Handlers } from '../../../http/registerArea.ts';
import type { Services } from '../../../http/areaEntry.ts';
import { changeOrganization, type Notes, readOrganization } from './changeOrganization.ts';
import { keepFormerDomain } from './formerDomain.ts';
import { columnsOf, differenceTo } from './organizationFields.ts';
import {
  problemOfConstraint,
  refuseProblems,
  refuseSubdomain,
  refuseUnknownReferences,
  subscriptionAfter,
} from './organizationRules.ts';
import {
  deleteOrganization,
  findOrganization,
  insertOrganization,
  lockOrganization,
  toOrganization,
} from './organizationStore.ts';
import { findResellerChoice } from './referenceStore.ts';
import { checkVersion } from '../../../http/versionCheck.ts';

type RecordHandlers = Pick<Handlers<typeof organizations>, 'create' | 'get' | 'update' | 'delete'>;

const named = (error: unknown): never => {
  throw problemOfConstraint(error);
};

export const recordHandlers = ({ config, database }: Services): RecordHandlers => ({
  get: async ({ params }) => {
    const record = await findOrganization(database.db, params.id);
    if (!record) throw new ApiProblem('E-NOT-FOUND');
    return toOrganization(record);
  },

  create: ({ body }, context) =>
    inTransaction(database, async (tx) => {
      refuseProblems(body);
      const difference = differenceTo(undefined, columnsOf(body));
      await refuseUnknownReferences(tx, difference);
      await refuseSubdomain(tx, config, difference);
      const numberOfUsers = difference.columns.numberOfUsers ?? 1;
      const holder = { planId: null, resellerId: null, reseller: null, numberOfUsers };
      const subscription = await subscriptionAfter(tx, holder, difference.columns);
      const id = newId();
      const author = context.actor.name;
      const values = { ...difference.columns, ...subscription, name: body.name, createdBy: author, modifiedBy: author };
      await insertOrganization(tx, { ...values, id });
      const { changes } = differenceTo(undefined, { ...difference.columns, ...subscription });
      await audit(tx, context, { action: 'organizations.create', targetType: 'organization', targetId: id, changes });
      return readOrganization(tx, id);
    }).catch(named),

  update: ({ params, body }, context) => {
    let notes: Notes = {};
    return changeOrganization(database, {
      id: params.id,
      action: 'organizations.update',
      context,
      notes: () => notes,
      version: body.version,
      decide: async (before, tx) => {
        await refuseServerSetChanges(organizations.update, body, () => readOrganization(tx, params.id));
        refuseProblems(body, before);
        const difference = differenceTo(before, columnsOf(body));
        await refuseUnknownReferences(tx, difference, before);
        await refuseSubdomain(tx, config, difference, before.id);
        const { subdomain } = difference.columns;
        if (subdomain !== undefined) {
          const move = { organizationId: before.id, from: before.subdomain, to: subdomain };
          notes = await keepFormerDomain(tx, config, move);
        }
        const { numberOfUsers, planId, resellerId } = difference.columns;
        if (numberOfUsers === undefined && planId === undefined && resellerId === undefined) return difference.columns;
        const reseller = before.resellerId ? await findResellerChoice(tx, before.resellerId) : null;
        const holder = {
          planId: before.planId,
          resellerId: before.resellerId,
          reseller,
          numberOfUsers: numberOfUsers ?? before.numberOfUsers,
        };
        return { ...difference.columns, ...(await subscriptionAfter(tx, holder, difference.columns)) };
      },
    }).catch(named);
  },

  delete: ({ params }, context) =>
    inTransaction(database, async (tx) => {
      const record = await lockOrganization(tx, params.id);
      if (!record) throw new ApiProblem('E-NOT-FOUND');
      const versionChecked = checkVersion(record.organization.version, context);
      const { orgId, name, subdomain } = record.organization;
      await deleteOrganization(tx, params.id);
      await audit(tx, context, {
        action: 'organizations.delete',
        targetType: 'organization',
        targetId: params.id,
        changes: {
          orgId: { before: orgId, after: null },
          name: { before: name, after: null },
          subdomain: { before: subdomain, after: null },
        },
        versionChecked,
      });
      return undefined;
    }),
});
