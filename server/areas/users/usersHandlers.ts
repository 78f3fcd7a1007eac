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
import { findLockable, lockedPage } from './usersStore.ts';

/** Users of the platform; locked accounts and machine clients, and ending their locks. */
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
      const account = await findLockable(tx, context.actor, body);
      if (!account) throw new ApiProblem('E-NOT-FOUND');
      if (account.id === context.actor.id) throw new ApiProblem('E-USER-OWN-ACCOUNT', { message: ownUnlockText });
      const name =
        account.kind === 'User'
          ? ({ kind: 'user', userName: account.userName.toLowerCase() } as const)
          : ({ kind: 'client', userName: account.id } as const);
      const lockedUntil = await unlock(tx, name);
      const ended = { lockedUntil: { before: lockedUntil?.toISOString(), after: null } };
      const changes = lockedUntil ? ended : {};
      await audit(tx, context, { action: 'users.unlock', targetType: name.kind, targetId: account.id, changes });
      return { ...account, wasLocked: lockedUntil !== null };
    });
  },
});
