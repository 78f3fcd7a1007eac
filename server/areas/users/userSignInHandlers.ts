import type { users as contract } from '../../../shared/contract/users.ts';
import { audit } from '../../database/audit.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { Actor, RequestContext } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { mailNotice } from '../../identity/noticeMail.ts';
import { ownAccount, requireProof } from '../../identity/ownAccount.ts';
import { endSessions, sessionsOf } from '../../identity/sessions.ts';
import { type LinkPurpose, mailPasswordLink } from '../../identity/passwordLinks/passwordLinks.ts';
import { recordStepUp, requireStepUp } from '../../identity/stepUp.ts';
import { confirmAuthenticator, startAuthenticator } from '../../identity/twoFactor/authenticators.ts';
import { acceptMailedCode, hasMailedCodes, mailCode, setMailedCodes } from '../../identity/twoFactor/mailedCodes.ts';
import { countRecoveryCodes, newRecoveryCodes } from '../../identity/twoFactor/recoveryCodes.ts';
import { removeSecondFactor } from '../../identity/twoFactor/secondFactor.ts';
import { lockPresentUser, refuseOwnSignIn } from '../../people/userChanges.ts';
import { readUser } from './userRecordHandlers.ts';
import { signInPage } from './userSignInStore.ts';
import { findUser } from './usersStore.ts';

type SignInHandlers = Pick<
  Handlers<typeof contract>,
  | 'resetPassword'
  | 'resendInvitation'
  | 'disableTwoFactor'
  | 'startTwoFactor'
  | 'enableTwoFactor'
  | 'sendCode'
  | 'enableMailedCodes'
  | 'verifyCode'
  | 'sessions'
  | 'signOut'
  | 'signIns'
>;

/** How users sign in: passwords, one-time codes, sessions. */
export const userSignInHandlers = (services: Services): SignInHandlers => {
  const { config, database, secrets } = services;
  /** Mails a link to a user that the caller may administer; users of other organizations are not found (AZ-3). */
  const mailLink = (id: string, context: RequestContext, purpose: LinkPurpose) =>
    inTransaction(database, async (tx) => {
      if (!(await findUser(tx, context.actor, { id }))) throw new ApiProblem('E-NOT-FOUND');
      const user = await lockPresentUser(tx, id).catch(() => {
        throw new ApiProblem('E-NOT-FOUND');
      });
      refuseOwnSignIn(context.actor, user);
      if (config.externalIssuer !== null) throw new ApiProblem('E-USER-EXTERNAL');
      if (!user.isEnabled) throw new ApiProblem('E-USER-DISABLED');
      if (purpose === 'Invitation' && user.hasPassword) throw new ApiProblem('E-USER-HAS-PASSWORD');
      // A link for another password would replace the one of the invitation.
      if (purpose === 'Reset' && !user.hasPassword) throw new ApiProblem('E-USER-NO-PASSWORD');
      const expiresAt = (await mailPasswordLink(tx, config, user, purpose)).toISOString();
      await audit(tx, context, {
        action: purpose === 'Reset' ? 'users.resetPassword' : 'users.resendInvitation',
        targetType: 'user',
        targetId: id,
        changes: { 'mailed link.expiresAt': { before: null, after: expiresAt } },
      });
      return { id, expiresAt };
    });

  const codeOwner = (actor: Actor) => ownAccount(services, actor, 'E-TWO-FACTOR-CLIENT');

  /** The codes for the day when phone or mailbox is lost come with the first kind of one-time codes. */
  const firstRecoveryCodes = async (tx: Transaction, id: string) => ({
    recoveryCodes: (await countRecoveryCodes(tx, id)) > 0 ? [] : await newRecoveryCodes(tx, id),
  });

  const wrongCode = () => new ApiProblem('E-TWO-FACTOR-CODE', { modelState: { code: ['The code is not right.'] } });

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
        const user = await lockPresentUser(tx, id);
        refuseOwnSignIn(context.actor, user);
        const wasOn = await removeSecondFactor(tx, id);
        if (wasOn) {
          await mailNotice(tx, config, user, 'codesOff');
          await auditTwoFactor(tx, context, 'users.disableTwoFactor', id, false);
        } else
          await audit(tx, context, {
            action: 'users.disableTwoFactor',
            targetType: 'user',
            targetId: id,
            changes: {},
          });
        return readUser(tx, id);
      }),

    startTwoFactor: async (_input, { actor }) => {
      const account = await codeOwner(actor);
      const started = await inTransaction(database, async (tx) => {
        await requireStepUp(tx, actor);
        return startAuthenticator(tx, secrets, account, config.brand.name);
      });
      if (!started) throw new ApiProblem('E-TWO-FACTOR-ON');
      return started;
    },

    enableTwoFactor: async ({ body: { code } }, context) => {
      const account = await codeOwner(context.actor);
      const { id } = account;
      return inTransaction(database, async (tx) => {
        await requireStepUp(tx, context.actor);
        const outcome = await confirmAuthenticator(tx, secrets, id, code);
        if (outcome === 'on already') throw new ApiProblem('E-TWO-FACTOR-ON');
        if (outcome === 'wrong code') throw wrongCode();
        await mailNotice(tx, config, account, 'codesOn');
        await auditTwoFactor(tx, context, 'users.enableTwoFactor', id, true);
        return firstRecoveryCodes(tx, id);
      });
    },

    sendCode: async (_input, { actor }) => {
      const account = await codeOwner(actor);
      const expiresAt = await inTransaction(database, (tx) => mailCode(tx, services, account));
      if (!expiresAt) throw new ApiProblem('E-CODES-SENT');
      return { expiresAt: expiresAt.toISOString() };
    },

    enableMailedCodes: async ({ query: { code } }, context) => {
      const account = await codeOwner(context.actor);
      const { id } = account;
      await inTransaction(database, (tx) => requireStepUp(tx, context.actor));
      if (await hasMailedCodes(database.db, id)) throw new ApiProblem('E-TWO-FACTOR-ON');
      if (!(await acceptMailedCode(database, secrets, id, code))) throw wrongCode();
      return inTransaction(database, async (tx) => {
        await setMailedCodes(tx, id, true);
        await mailNotice(tx, config, account, 'codesOn');
        await auditTwoFactor(tx, context, 'users.enableMailedCodes', id, true);
        return firstRecoveryCodes(tx, id);
      });
    },

    verifyCode: async ({ params: { id }, body }, context) => {
      if (id !== context.actor.id) throw new ApiProblem('E-NOT-FOUND');
      const account = await ownAccount(services, context.actor, 'E-TWO-FACTOR-CLIENT');
      await requireProof(services, account, body);
      return inTransaction(database, async (tx) => {
        const until = (await recordStepUp(tx, context.actor)).toISOString();
        const changes = { 'confirmed.until': { before: null, after: until } };
        await audit(tx, context, { action: 'users.verifyCode', targetType: 'user', targetId: id, changes });
        return { verifiedUntil: until };
      });
    },

    sessions: async ({ params: { id } }, { actor }) => {
      await readUser(database.db, id);
      return { items: await sessionsOf(database.db, id, actor.session) };
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
