import type { users } from '../../../shared/contract/users.ts';
import { audit } from '../../database/audit.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { Actor, RequestContext } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { findAccountById } from '../../identity/accounts.ts';
import { endSessions } from '../../identity/endSessions.ts';
import { type LinkPurpose, mailPasswordLink } from '../../identity/passwordLinks/passwordLinks.ts';
import {
  confirmAuthenticator,
  removeAuthenticator,
  startAuthenticator,
} from '../../identity/twoFactor/authenticators.ts';
import { lockPresentUser } from '../../people/userChanges.ts';
import { readUser } from './userRecordHandlers.ts';
import { sessionsOf, signInPage } from './userSignInStore.ts';
import { findUser } from './usersStore.ts';

type SignInHandlers = Pick<
  Handlers<typeof users>,
  | 'resetPassword'
  | 'resendInvitation'
  | 'disableTwoFactor'
  | 'startTwoFactor'
  | 'enableTwoFactor'
  | 'sessions'
  | 'signOut'
  | 'signIns'
>;

/** How users sign in: passwords, one-time codes, sessions. */
export const userSignInHandlers = ({ config, database, secrets }: Services): SignInHandlers => {
  /** Mails a link to a user that the caller may administer; users of other organizations are not found (AZ-3). */
  const mailLink = (id: string, context: RequestContext, purpose: LinkPurpose) =>
    inTransaction(database, async (tx) => {
      if (!(await findUser(tx, context.actor, { id }))) throw new ApiProblem('E-NOT-FOUND');
      const user = await lockPresentUser(tx, id).catch(() => {
        throw new ApiProblem('E-NOT-FOUND');
      });
      if (config.externalIssuer !== null) throw new ApiProblem('E-USER-EXTERNAL');
      if (!user.isEnabled) throw new ApiProblem('E-USER-DISABLED');
      if (purpose === 'Invitation' && user.hasPassword) throw new ApiProblem('E-USER-HAS-PASSWORD');
      const expiresAt = (await mailPasswordLink(tx, config, user, purpose)).toISOString();
      await audit(tx, context, {
        action: purpose === 'Reset' ? 'users.resetPassword' : 'users.resendInvitation',
        targetType: 'user',
        targetId: id,
        changes: { 'mailed link.expiresAt': { before: null, after: expiresAt } },
      });
      return { id, expiresAt };
    });

  /** Codes belong to accounts of the embedded provider. */
  const ownAccount = async (actor: Actor) => {
    if (config.externalIssuer !== null) throw new ApiProblem('E-USER-EXTERNAL');
    const account = actor.kind === 'user' ? await findAccountById(database, config, actor.id) : undefined;
    if (!account) throw new ApiProblem('E-TWO-FACTOR-CLIENT');
    return account;
  };

  const auditTwoFactor = (tx: Transaction, context: RequestContext, action: string, id: string, after: boolean) =>
    audit(tx, context, {
      action,
      targetType: 'user',
      targetId: id,
      changes: { hasTwoFactor: { before: !after, after } },
    });

  return {
    resetPassword: ({ body: { id } }, context) => mailLink(id, context, 'Reset'),
    resendInvitation: ({ body: { id } }, context) => mailLink(id, context, 'Invitation'),

    disableTwoFactor: ({ params: { id } }, context) =>
      inTransaction(database, async (tx) => {
        await lockPresentUser(tx, id);
        const wasOn = await removeAuthenticator(tx, id);
        if (wasOn) await auditTwoFactor(tx, context, 'users.disableTwoFactor', id, false);
        else
          await audit(tx, context, {
            action: 'users.disableTwoFactor',
            targetType: 'user',
            targetId: id,
            changes: {},
          });
        return readUser(tx, id);
      }),

    startTwoFactor: async (_input, { actor }) => {
      const account = await ownAccount(actor);
      const started = await inTransaction(database, (tx) =>
        startAuthenticator(tx, secrets, account, config.brand.name),
      );
      if (!started) throw new ApiProblem('E-TWO-FACTOR-ON');
      return started;
    },

    enableTwoFactor: async ({ body: { code } }, context) => {
      const { id } = await ownAccount(context.actor);
      return inTransaction(database, async (tx) => {
        const outcome = await confirmAuthenticator(tx, secrets, id, code);
        if (outcome === 'on already') throw new ApiProblem('E-TWO-FACTOR-ON');
        if (outcome === 'wrong code')
          throw new ApiProblem('E-TWO-FACTOR-CODE', { modelState: { code: ['The code is not right.'] } });
        await auditTwoFactor(tx, context, 'users.enableTwoFactor', id, true);
        return undefined;
      });
    },

    sessions: async ({ params: { id } }) => {
      await readUser(database.db, id);
      return { items: await sessionsOf(database.db, id) };
    },

    signOut: ({ params: { id } }, context) =>
      inTransaction(database, async (tx) => {
        await readUser(tx, id);
        const ended = await endSessions(tx, id);
        await audit(tx, context, {
          action: 'users.signOut',
          targetType: 'user',
          targetId: id,
          changes: ended === 0 ? {} : { sessions: { before: ended, after: 0 } },
        });
        return { id, ended };
      }),

    signIns: async ({ params: { id }, query }) => {
      await readUser(database.db, id);
      return signInPage(database, id, query);
    },
  };
};
