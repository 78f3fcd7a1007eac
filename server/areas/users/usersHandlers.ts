import type { users } from '../../../shared/contract/users.ts';
import { ownUnlockText } from '../../../shared/rules/user.ts';
import { audit } from '../../database/audit.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { unlock } from '../../identity/login/lockout.ts';
import { invitationHandlers } from './invitationHandlers.ts';
import { userPartsHandlers } from './userPartsHandlers.ts';
import { userRecordHandlers } from './userRecordHandlers.ts';
import { userSignInHandlers } from './userSignInHandlers.ts';
import { findUser, lockedPage } from './usersStore.ts';

/** Users of the platform; locked accounts, and ending their locks. */
export const usersHandlers = (services: Services): Handlers<typeof users> => ({
  ...userRecordHandlers(services),
  ...userPartsHandlers(services),
  ...userSignInHandlers(services),
  ...invitationHandlers(services),

  locked: ({ query }, { actor }) => lockedPage(services.database, actor, query),

  unlock: ({ body }, context) => {
    if (body.id === undefined && body.userName === undefined)
      throw new ApiProblem('E-REQUEST-INVALID', { modelState: { userName: ['is required'] } });
    return inTransaction(services.database, async (tx) => {
      const user = await findUser(tx, context.actor, body);
      if (!user) throw new ApiProblem('E-NOT-FOUND');
      if (user.id === context.actor.id) throw new ApiProblem('E-USER-OWN-ACCOUNT', { message: ownUnlockText });
      const lockedUntil = await unlock(tx, { kind: 'user', userName: user.userName.toLowerCase() });
      const ended = { lockedUntil: { before: lockedUntil?.toISOString(), after: null } };
      const changes = lockedUntil ? ended : {};
      await audit(tx, context, { action: 'users.unlock', targetType: 'user', targetId: user.id, changes });
      return { ...user, wasLocked: lockedUntil !== null };
    });
  },
});
