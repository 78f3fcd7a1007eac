import type { account as contract } from '../../../shared/contract/account.ts';
import { isJobTitle } from '../../../shared/rules/jobTitles.ts';
import { audit, type AuditEvent } from '../../database/audit.ts';
import { changesBetween } from '../../database/namedRecords.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { RequestContext } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { checkVersion } from '../../http/versionCheck.ts';
import { findAccountById, setPasswordHash } from '../../identity/accounts.ts';
import { idleSecondsLeft } from '../../identity/idle.ts';
import { mailEmailLink } from '../../identity/emailLinks/emailLinks.ts';
import { mailNotice } from '../../identity/noticeMail.ts';
import { newPasswordProblem } from '../../identity/newPassword.ts';
import { ownAccount, proveOwner } from '../../identity/ownAccount.ts';
import { dropPasswordLinks } from '../../identity/passwordLinks/passwordLinks.ts';
import { hashPassword } from '../../identity/passwords.ts';
import { endOtherSessions, sessionsOf } from '../../identity/sessions.ts';
import { requireStepUp } from '../../identity/stepUp.ts';
import { hasAuthenticator } from '../../identity/twoFactor/authenticators.ts';
import { hasMailedCodes } from '../../identity/twoFactor/mailedCodes.ts';
import { countRecoveryCodes, newRecoveryCodes } from '../../identity/twoFactor/recoveryCodes.ts';
import { codeSource, removeSecondFactor } from '../../identity/twoFactor/secondFactor.ts';
import { lockUser, updateUser } from '../../people/userStore.ts';

const targetType = 'user';

interface Change {
  readonly userName: string;
  readonly currentPassword: string;
  readonly newPassword: string;
}

async function newHash({ userName, currentPassword, newPassword: password }: Change): Promise<string> {
  const problem =
    password.normalize('NFKC') === currentPassword.normalize('NFKC')
      ? 'must differ from the current password'
      : await newPasswordProblem(password, userName);
  if (problem !== null) throw new ApiProblem('E-REQUEST-INVALID', { modelState: { newPassword: [problem] } });
  return hashPassword(password);
}

/** A machine client has neither password nor sessions. */
function refuseClient({ actor }: RequestContext): void {
  if (actor.kind !== 'user') throw new ApiProblem('E-ACCOUNT-CLIENT');
}

/** The sign-in of the caller (quality AU-4, AU-5, SS-3). */
export const accountHandlers = (services: Services): Handlers<typeof contract> => {
  const { config, database } = services;
  return {
    signIn: async (_input, context) => {
      refuseClient(context);
      const { db } = database;
      const { id } = context.actor;
      return {
        hasPassword: typeof (await findAccountById(database, config, id))?.passwordHash === 'string',
        hasAuthenticator: await hasAuthenticator(db, id),
        hasMailedCodes: await hasMailedCodes(db, id),
        recoveryCodesLeft: await countRecoveryCodes(db, id),
      };
    },

    updateProfile: ({ body: { version, ...fields } }, context) =>
      inTransaction(database, async (tx) => {
        refuseClient(context);
        const { id } = context.actor;
        const before = await lockUser(tx, id);
        if (!before) throw new ApiProblem('E-ACCOUNT-CLIENT');
        const versionChecked = checkVersion(before.version, context, version);
        const { jobTitle } = fields;
        if (jobTitle && jobTitle !== before.jobTitle && !isJobTitle(jobTitle))
          throw new ApiProblem('E-REQUEST-INVALID', {
            modelState: { jobTitle: ['must be one of GET /api/users/jobs'] },
          });
        const changes = changesBetween(before, fields);
        if (Object.keys(changes).length > 0) await updateUser(tx, id, fields);
        await audit(tx, context, {
          action: 'account.updateProfile',
          targetType,
          targetId: id,
          changes,
          versionChecked,
        });
        return (await lockUser(tx, id)) ?? before;
      }),

    changeEmail: async ({ body: { email } }, context) => {
      const account = await ownAccount(services, context.actor);
      if (email.toLowerCase() === account.userName.toLowerCase())
        throw new ApiProblem('E-REQUEST-INVALID', { modelState: { email: ['is your present address'] } });
      return inTransaction(database, async (tx) => {
        await requireStepUp(tx, context.actor);
        const user = await lockUser(tx, account.id);
        if (!user) throw new ApiProblem('E-ACCOUNT-CLIENT');
        const expiresAt = await mailEmailLink(tx, config, user, email);
        if (!expiresAt) throw new ApiProblem('E-EMAIL-LINKS-SENT');
        const changes = { 'mailed link.email': { before: null, after: email } };
        await audit(tx, context, { action: 'account.changeEmail', targetType, targetId: account.id, changes });
        return { expiresAt: expiresAt.toISOString() };
      });
    },

    changePassword: async ({ body }, context) => {
      const account = await ownAccount(services, context.actor);
      await proveOwner(services, account, { password: body.currentPassword }).catch(atField('currentPassword'));
      const passwordHash = await newHash({ ...body, userName: account.userName });
      return inTransaction(database, async (tx) => {
        await setPasswordHash(tx, account.id, passwordHash);
        await dropPasswordLinks(tx, account.id);
        const ended = await endOthers(tx, context);
        const changes = { password: { before: null, after: 'changed' }, ...endedSessions(ended) };
        await mailNotice(tx, config, account, 'password');
        await audit(tx, context, { action: 'account.changePassword', targetType, targetId: account.id, changes });
        return { ended };
      });
    },

    disableTwoFactor: async (_input, context) => {
      const account = await ownAccount(services, context.actor);
      const { id } = account;
      return inTransaction(database, async (tx) => {
        await requireStepUp(tx, context.actor);
        const wasOn = await removeSecondFactor(tx, id);
        if (wasOn) await mailNotice(tx, config, account, 'codesOff');
        const changes: AuditEvent['changes'] = wasOn ? { hasTwoFactor: { before: true, after: false } } : {};
        await audit(tx, context, { action: 'account.disableTwoFactor', targetType, targetId: id, changes });
        return undefined;
      });
    },

    recoveryCodes: async (_input, context) => {
      const account = await ownAccount(services, context.actor);
      const { id } = account;
      return inTransaction(database, async (tx) => {
        await requireStepUp(tx, context.actor);
        if ((await codeSource(tx, id)) === null) throw new ApiProblem('E-TWO-FACTOR-OFF');
        const before = await countRecoveryCodes(tx, id);
        const codes = await newRecoveryCodes(tx, id);
        await mailNotice(tx, config, account, 'recoveryCodes');
        const changes = { recoveryCodes: { before, after: codes.length } };
        await audit(tx, context, { action: 'account.recoveryCodes', targetType, targetId: id, changes });
        return { recoveryCodes: codes };
      });
    },

    sessions: async (_input, context) => {
      refuseClient(context);
      return { items: await sessionsOf(database.db, context.actor.id, context.actor.session) };
    },

    session: async (_input, { actor }) => ({ idleSecondsLeft: idleSecondsLeft(actor, config) }),

    signOutOthers: (_input, context) =>
      inTransaction(database, async (tx) => {
        refuseClient(context);
        const ended = await endOthers(tx, context);
        const changes = endedSessions(ended);
        await audit(tx, context, { action: 'account.signOutOthers', targetType, targetId: context.actor.id, changes });
        return { ended };
      }),
  };
};

const endOthers = (tx: Transaction, { actor }: RequestContext) => endOtherSessions(tx, actor.id, actor.session ?? '');

const endedSessions = (ended: number): AuditEvent['changes'] =>
  ended === 0 ? {} : { sessions: { before: ended + 1, after: 1 } };

/** The rule of the sign-in names the password; here the caller has two. */
const atField = (field: string) => (error: unknown) => {
  if (!(error instanceof ApiProblem) || error.code !== 'E-PASSWORD-WRONG') throw error;
  throw new ApiProblem('E-PASSWORD-WRONG', { modelState: { [field]: ['The password is not right.'] }, cause: error });
};
