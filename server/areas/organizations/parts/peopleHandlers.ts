import type { organizations } from '../../../../shared/contract/organizations.ts';
import { audit } from '../../../database/audit.ts';
import { addMember, removeMember } from '../../../database/memberships.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Handlers } from '../../../http/registerArea.ts';
import type { Services } from '../../../http/areaEntry.ts';
import { endProofing } from '../../../people/endProofing.ts';

/** Who works in an organization (spec 1 section 7, users). */
export const peopleHandlers = ({
  database,
}: Services): Pick<Handlers<typeof organizations>, 'addUser' | 'removeUser'> => ({
  addUser: ({ params, body }, context) =>
    inTransaction(database, async (tx) => {
      const user = await addMember(tx, { organizationId: params.id, ...body });
      await audit(tx, context, {
        action: 'organizations.addUser',
        targetType: 'organization',
        targetId: params.id,
        changes: {
          userId: { before: null, after: body.userId },
          isAdministrator: { before: null, after: body.isAdministrator },
        },
      });
      return user;
    }),

  removeUser: ({ params: { id: organizationId, userId } }, context) =>
    inTransaction(database, async (tx) => {
      const removed = await removeMember(tx, { organizationId, userId });
      const reviews = await endProofing(tx, { organizationId, userId }, context.actor.name);
      await audit(tx, context, {
        action: 'organizations.removeUser',
        targetType: 'organization',
        targetId: organizationId,
        changes: {
          userId: { before: userId, after: null },
          isAdministrator: { before: removed.isAdministrator, after: null },
          ...reviews,
        },
      });
      return undefined;
    }),
});
