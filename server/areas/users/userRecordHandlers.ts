import { users as contract } from '../../../shared/contract/users.ts';
import { isSystemAdministrator } from '../../../shared/rules/landing.ts';
import { audit } from '../../database/audit.ts';
import { addMember, setAdministrator } from '../../database/memberships.ts';
import { changesBetween } from '../../database/namedRecords.ts';
import { newId } from '../../database/newId.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { RequestContext } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { refuseServerSetChanges } from '../../http/serverSetFields.ts';
import { checkVersion } from '../../http/versionCheck.ts';
import { newPasswordProblem } from '../../identity/newPassword.ts';
import { endSessions } from '../../identity/sessions.ts';
import { dropPasswordLinks, mailPasswordLink } from '../../identity/passwordLinks/passwordLinks.ts';
import { hashPassword } from '../../identity/passwords.ts';
import { removeSecondFactor } from '../../identity/twoFactor/secondFactor.ts';
import {
  endAccess,
  fieldProblem,
  isOwnAccount,
  lockPresentUser,
  named,
  nameTaken,
  refuseOwnSignIn,
} from '../../people/userChanges.ts';
import { endProofing, lockProofing } from '../../people/endProofing.ts';
import { insertUser, isUserNameTaken, type LockedRow, markDeleted, updateUser } from '../../people/userStore.ts';
import { userPage } from './userListStore.ts';
import { administersOrganization, findUserRecord, hasOtherSystemAdministrator } from './userRecordStore.ts';

type RecordHandlers = Pick<
  Handlers<typeof contract>,
  'list' | 'get' | 'create' | 'update' | 'delete' | 'enable' | 'createSystemAdministrator' | 'setSystemAdministrator'
>;

export const readUser = async (db: Drizzle, id: string) => {
  const record = await findUserRecord(db, id);
  if (!record) throw new ApiProblem('E-NOT-FOUND');
  return record;
};

/** The hash of the password of a new user; null where a mail leads to the first one. */
async function firstPassword(password: string, userName: string, emailCreatePassword: boolean): Promise<string | null> {
  if (emailCreatePassword) {
    if (password === '') return null;
    throw fieldProblem('password', 'is created by the user with emailCreatePassword: leave one of the two out');
  }
  if (password === '') throw fieldProblem('password', 'is required, unless emailCreatePassword is true');
  const problem = await newPasswordProblem(password, userName);
  if (problem !== null) throw fieldProblem('password', problem);
  return hashPassword(password);
}

/** Users of the platform: records, login ability, system administrators (spec 1 sections 3 and 7). */
export const userRecordHandlers = ({ config, database }: Services): RecordHandlers => {
  /** A caller cannot take away their own access, and one system administrator who can sign in always remains. */
  const keepAdministrators = async (tx: Transaction, context: RequestContext, user: LockedRow) => {
    if (isOwnAccount(context.actor, user)) throw new ApiProblem('E-USER-OWN-ACCOUNT');
    if (user.roleName !== 'SysAdmin' || !user.isEnabled) return;
    if (!(await hasOtherSystemAdministrator(tx, user.id, config))) throw new ApiProblem('E-USER-LAST-ADMINISTRATOR');
  };

  /** System administrators are held before the user of the change, so that two changes never wait for each other. */
  const lockForLoss = async (tx: Transaction, context: RequestContext, id: string) => {
    await hasOtherSystemAdministrator(tx, id, config);
    const user = await lockPresentUser(tx, id);
    const versionChecked = checkVersion(user.version, context);
    await keepAdministrators(tx, context, user);
    return { user, versionChecked };
  };

  const addUser = async (
    tx: Transaction,
    context: RequestContext,
    fields: { firstName: string; lastName: string; userName: string; roleName: string } & {
      jobTitle?: string | null | undefined;
      phone?: string | null | undefined;
    },
    { passwordHash, action }: { passwordHash: string | null; action: string },
  ) => {
    if (await isUserNameTaken(tx, fields.userName)) throw nameTaken();
    const { roleName: role, ...columns } = fields;
    const id = newId();
    await insertUser(tx, { id, ...columns, role, passwordHash });
    return { id, audited: (more: object) => auditNew(tx, context, action, id, { ...fields, ...more }) };
  };

  /** With an external provider there is no password here: the user signs in there. */
  const invite = async (tx: Transaction, id: string, user: { firstName: string; userName: string }) => {
    if (config.externalIssuer === null) await mailPasswordLink(tx, config, { id, ...user }, 'Invitation');
  };

  return {
    list: ({ query }) => userPage(database, query),

    get: ({ params }) => readUser(database.db, params.id),

    create: async ({ body }, context) => {
      const { userDetails, organizationId, password = '', emailCreatePassword } = body;
      if (config.externalIssuer !== null && password !== '') throw new ApiProblem('E-USER-EXTERNAL');
      // Before the transaction, because it takes time.
      const byMail = emailCreatePassword || config.externalIssuer !== null;
      const passwordHash = await firstPassword(password, userDetails.userName, byMail);
      return inTransaction(database, async (tx) => {
        const { id, audited } = await addUser(tx, context, userDetails, { passwordHash, action: 'users.create' });
        const isAdministrator = userDetails.roleName === 'Administrator';
        await addMember(tx, { organizationId, userId: id, isAdministrator }).catch(unknownOrganization);
        if (passwordHash === null) await invite(tx, id, userDetails);
        await audited({ organizationId, emailCreatePassword });
        return readUser(tx, id);
      }).catch(named);
    },

    createSystemAdministrator: ({ body }, context) =>
      inTransaction(database, async (tx) => {
        const { id, audited } = await addUser(tx, context, body, {
          passwordHash: null,
          action: 'users.createSystemAdministrator',
        });
        await invite(tx, id, body);
        await audited({});
        return readUser(tx, id);
      }).catch(named),

    update: ({ params: { id }, body }, context) =>
      inTransaction(database, async (tx) => {
        const user = await lockPresentUser(tx, id);
        const versionChecked = checkVersion(user.version, context, body.version);
        await refuseServerSetChanges(contract.update, body, () => readUser(tx, id));
        const { firstName, lastName, userName, jobTitle, phone, roleName } = body;
        if (roleName !== undefined && roleName !== user.roleName && isSystemAdministrator([roleName, user.roleName]))
          throw fieldProblem('roleName', 'of a system administrator is changed by PUT /api/admin/sysadmin/{id}');
        const changes = changesBetween(user, { firstName, lastName, userName, jobTitle, phone, roleName });
        if ('userName' in changes) refuseOwnSignIn(context.actor, user);
        if (userName !== undefined && (await isUserNameTaken(tx, userName, id))) throw nameTaken();
        if (Object.keys(changes).length > 0) {
          await updateUser(tx, id, { firstName, lastName, userName, jobTitle, phone, role: roleName });
          if ('roleName' in changes) await setAdministrator(tx, id, roleName === 'Administrator');
          // Links were mailed to the former address.
          if ('userName' in changes) await dropPasswordLinks(tx, id);
        }
        await audit(tx, context, { action: 'users.update', targetType: 'user', targetId: id, changes, versionChecked });
        return readUser(tx, id);
      }).catch(named),

    delete: ({ params: { id } }, context) =>
      inTransaction(database, async (tx) => {
        await lockProofing(tx, id);
        const { user, versionChecked } = await lockForLoss(tx, context, id);
        const reviews = await endProofing(tx, { userId: id }, context.actor.name);
        const changes = { userName: { before: user.userName, after: null }, ...reviews };
        // While the user still belongs to organizations: their webhooks get the event.
        await audit(tx, context, { action: 'users.delete', targetType: 'user', targetId: id, changes, versionChecked });
        await endAccess(tx, id);
        await removeSecondFactor(tx, id);
        await markDeleted(tx, id);
        return undefined;
      }),

    enable: ({ body: { id, enable } }, context) =>
      inTransaction(database, async (tx) => {
        const { user, versionChecked } = enable
          ? await lockToEnable(tx, context, id)
          : await lockForLoss(tx, context, id);
        if (user.isEnabled !== enable) await updateUser(tx, id, { isEnabled: enable });
        if (!enable) await endAccess(tx, id);
        const changes = changesBetween(user, { isEnabled: enable });
        await audit(tx, context, { action: 'users.enable', targetType: 'user', targetId: id, changes, versionChecked });
        return readUser(tx, id);
      }),

    setSystemAdministrator: ({ params: { id }, body: { enable } }, context) =>
      inTransaction(database, async (tx) => {
        const { user, versionChecked } = enable
          ? await lockToEnable(tx, context, id)
          : await lockForLoss(tx, context, id);
        const roleName = await roleAfter(tx, user, enable);
        const changes = changesBetween(user, { roleName });
        if (roleName !== user.roleName) {
          await updateUser(tx, id, { role: roleName });
          // Tokens name the role, so they are refused from now on; the sessions behind them end as well.
          await endSessions(tx, id);
        }
        await audit(tx, context, {
          action: 'users.setSystemAdministrator',
          targetType: 'user',
          targetId: id,
          changes,
          versionChecked,
        });
        return readUser(tx, id);
      }),
  };
};

async function lockToEnable(tx: Transaction, context: RequestContext, id: string) {
  const user = await lockPresentUser(tx, id);
  return { user, versionChecked: checkVersion(user.version, context) };
}

async function roleAfter(tx: Transaction, user: LockedRow, enable: boolean): Promise<string> {
  if (enable) return 'SysAdmin';
  if (!isSystemAdministrator([user.roleName])) return user.roleName;
  return (await administersOrganization(tx, user.id)) ? 'Administrator' : 'User';
}

const auditNew = (tx: Transaction, context: RequestContext, action: string, targetId: string, fields: object) =>
  audit(tx, context, { action, targetType: 'user', targetId, changes: changesBetween({}, { ...fields }) });

const unknownOrganization = (error: unknown): never => {
  if (!(error instanceof ApiProblem) || error.code !== 'E-NOT-FOUND') throw error;
  throw new ApiProblem('E-ORG-REFERENCE', {
    message: 'There is no such organization.',
    modelState: { organizationId: ['There is no such organization.'] },
    cause: error,
  });
};
