import type { organizations } from '../../../../shared/contract/organizations.ts';
import { planAllows } from '../../../../shared/rules/plan.ts';
import { audit } from '../../../database/audit.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { ApiProblem } from '../../../http/problem.ts';
import type { Handlers } from '../../../http/registerArea.ts';
import type { Services } from '../../../http/areaEntry.ts';
import { lockOrganization } from '../record/organizationStore.ts';
import { addMembership, fallBackFrom, lockPerson, membersOf, removeMembership, startIn } from './peopleStore.ts';

/** Who works in an organization (spec 1 section 7, users). */
export const peopleHandlers = ({
  database,
}: Services): Pick<Handlers<typeof organizations>, 'addUser' | 'removeUser'> => ({
  addUser: ({ params, body }, context) =>
    inTransaction(database, async (tx) => {
      const organization = await lockOrganization(tx, params.id);
      if (!organization) throw new ApiProblem('E-NOT-FOUND');
      const found = await lockPerson(tx, body.userId);
      if (!found) throw new ApiProblem('E-NOT-FOUND', { modelState: { userId: ['There is no such user.'] } });
      if (!(await addMembership(tx, { organizationId: params.id, ...body }))) throw new ApiProblem('E-USER-ASSIGNED');
      // Counted while the organization is held, so that of many who are added at once no more come in than fit (CO-3).
      if (!planAllows(organization.plan, await membersOf(tx, params.id))) throw new ApiProblem('E-ORG-USER-LIMIT');
      await startIn(tx, body.userId, params.id);
      await audit(tx, context, {
        action: 'organizations.addUser',
        targetType: 'organization',
        targetId: params.id,
        changes: {
          userId: { before: null, after: body.userId },
          isAdministrator: { before: null, after: body.isAdministrator },
        },
      });
      const { organizationId: _current, ...person } = found;
      return person;
    }),

  removeUser: ({ params }, context) =>
    inTransaction(database, async (tx) => {
      // The same order of locks as addUser, so that the two never wait for each other.
      if (!(await lockOrganization(tx, params.id))) throw new ApiProblem('E-NOT-FOUND');
      if (!(await lockPerson(tx, params.userId))) throw new ApiProblem('E-NOT-FOUND');
      const removed = await removeMembership(tx, params.id, params.userId);
      if (!removed) throw new ApiProblem('E-NOT-FOUND');
      await fallBackFrom(tx, params.userId, params.id);
      await audit(tx, context, {
        action: 'organizations.removeUser',
        targetType: 'organization',
        targetId: params.id,
        changes: {
          userId: { before: params.userId, after: null },
          isAdministrator: { before: removed.isAdministrator, after: null },
        },
      });
      return undefined;
    }),
});
