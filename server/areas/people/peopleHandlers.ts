import { people as contract } from '../../../shared/contract/people.ts';
import { isJobTitle, jobTitles, jobTitleText } from '../../../shared/rules/jobTitles.ts';
import { suggestedUsername, usernameAnswer, usernameProblem } from '../../../shared/rules/username.ts';
import { audit, type AuditEvent } from '../../database/audit.ts';
import { addMember, removeMember, setRoleIn } from '../../database/memberships.ts';
import { changesBetween } from '../../database/namedRecords.ts';
import { newId } from '../../database/newId.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { Actor, RequestContext } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { refuseServerSetChanges } from '../../http/serverSetFields.ts';
import { checkVersion } from '../../http/versionCheck.ts';
import { dropPasswordLinks, mailPasswordLink } from '../../identity/passwordLinks/passwordLinks.ts';
import { removeSecondFactor } from '../../identity/twoFactor/secondFactor.ts';
import { endAccess, fieldProblem, isOwnAccount, named, nameTaken, refuseOwnSignIn } from '../../people/userChanges.ts';
import { endProofing, lockProofing } from '../../people/endProofing.ts';
import { insertUser, isUserNameTaken, markDeleted, updateUser } from '../../people/userStore.ts';
import { type ActivityKind, activityPage } from './activityStore.ts';
import { assignmentHandlers } from './assignmentHandlers.ts';
import { peoplePage } from './peopleListStore.ts';
import { endApplication, findPerson, type LockedPerson, lockPerson, organizationsWithoutOther } from './peopleStore.ts';

const targetType = 'user';

const readPerson = async (db: Drizzle, actor: Actor, id: string) => {
  const record = await findPerson(db, actor, id);
  if (!record) throw new ApiProblem('E-NOT-FOUND');
  return record;
};

/** Holds a person of the caller's organization; people of other organizations are not found (AZ-3). */
const holdPerson = async (tx: Transaction, actor: Actor, id: string): Promise<LockedPerson> => {
  const person = await lockPerson(tx, actor, id);
  if (!person) throw new ApiProblem('E-NOT-FOUND');
  return person;
};

/** An account that other organizations rely on is not changed by the administrators of one. */
const refuseShared = ({ belongsElsewhere }: LockedPerson) => {
  if (belongsElsewhere) throw new ApiProblem('E-PERSON-SHARED');
};

/** A job title is chosen from the list; one that platform administrators entered may stay. */
const checkJobTitle = (jobTitle: string | null | undefined, before: string | null = null) => {
  if (jobTitle && jobTitle !== before && !isJobTitle(jobTitle)) throw fieldProblem('jobTitle', jobTitleText);
};

/** People of the caller's organization (spec 2 section 7 and spec 3 section 7, Users). */
export const peopleHandlers = (services: Services): Handlers<typeof contract> => {
  const { config, database } = services;

  /** No user takes out the own account, nor the last administrator of an organization. */
  const keepAdministrators = async (
    tx: Transaction,
    { actor }: RequestContext,
    person: LockedPerson,
    organizationIds: readonly string[],
  ) => {
    if (isOwnAccount(actor, person)) throw new ApiProblem('E-USER-OWN-ACCOUNT');
    const administeredIds = organizationIds.filter((id) => person.isEnabled && person.administeredIds.includes(id));
    if (administeredIds.length === 0) return;
    const left = await organizationsWithoutOther(tx, { organizationIds: administeredIds, id: person.id }, config);
    if (left.length > 0) throw new ApiProblem('E-PERSON-LAST-ADMINISTRATOR');
  };

  const activity =
    (kind: ActivityKind): Handlers<typeof contract>['events'] =>
    async ({ params: { id }, query }, { actor }) => {
      const page = await activityPage(database, actor, { id, kind, query });
      if (!page) throw new ApiProblem('E-NOT-FOUND');
      return page;
    };

  return {
    ...assignmentHandlers(services),

    list: ({ query }, { actor }) => peoplePage(database, actor, query),

    current: (_input, { actor }) => {
      if (actor.kind !== 'user') throw new ApiProblem('E-ACCOUNT-CLIENT');
      return readPerson(database.db, actor, actor.id);
    },

    jobs: () => Promise.resolve({ items: jobTitles.map((name) => ({ id: name, name })) }),

    ipAddress: (_input, { address }) => Promise.resolve({ ipAddress: address }),

    find: async ({ query: { username } }) => {
      const isValid = usernameProblem(username) === null;
      const suggestion = suggestedUsername(username);
      const exists = isValid && (await inTransaction(database, (tx) => isUserNameTaken(tx, username)));
      return {
        username,
        isValid,
        isAvailable: isValid && !exists,
        message: usernameAnswer(username, exists),
        suggestion: suggestion === username ? null : suggestion,
      };
    },

    get: ({ params }, { actor }) => readPerson(database.db, actor, params.id),

    create: ({ body }, context) =>
      inTransaction(database, async (tx) => {
        const { organizationId } = context.actor;
        if (organizationId === null) throw new ApiProblem('E-ORG-NOT-MEMBER');
        checkJobTitle(body.jobTitle);
        if (await isUserNameTaken(tx, body.userName)) throw nameTaken();
        const { roleName: role, ...columns } = body;
        const id = newId();
        await insertUser(tx, { id, ...columns, role });
        await addMember(tx, { organizationId, userId: id, isAdministrator: role === 'Administrator' });
        // With an external provider there is no password here: the person signs in there.
        if (config.externalIssuer === null) await mailPasswordLink(tx, config, { id, ...columns }, 'Invitation');
        const changes = changesBetween({}, { ...body, organizationId });
        await audit(tx, context, { action: 'people.create', targetType, targetId: id, changes });
        return readPerson(tx, context.actor, id);
      }).catch(named),

    update: ({ params: { id }, body }, context) =>
      inTransaction(database, async (tx) => {
        const person = await holdPerson(tx, context.actor, id);
        const versionChecked = checkVersion(person.version, context, body.version);
        await refuseServerSetChanges(contract.update, body, () => readPerson(tx, context.actor, id));
        const { organizationId } = person;
        const { firstName, lastName, userName, jobTitle, phone, roleName } = body;
        checkJobTitle(jobTitle, person.jobTitle);
        const changes = changesBetween(person, { firstName, lastName, userName, jobTitle, phone, roleName });
        if (Object.keys(changes).length > 0) {
          if ('userName' in changes) refuseOwnSignIn(context.actor, person);
          refuseShared(person);
          if ('roleName' in changes) await keepAdministrators(tx, context, person, [organizationId]);
          if (userName !== undefined && (await isUserNameTaken(tx, userName, id))) throw nameTaken();
          await updateUser(tx, id, { firstName, lastName, userName, jobTitle, phone });
          const isAdministrator = roleName === 'Administrator';
          if ('roleName' in changes) await setRoleIn(tx, { organizationId, userId: id, isAdministrator });
          // Links were mailed to the former address.
          if ('userName' in changes) await dropPasswordLinks(tx, id);
        }
        await audit(tx, context, { action: 'people.update', targetType, targetId: id, changes, versionChecked });
        return readPerson(tx, context.actor, id);
      }).catch(named),

    delete: ({ params: { id } }, context) =>
      inTransaction(database, async (tx) => {
        await lockProofing(tx, id);
        const person = await holdPerson(tx, context.actor, id);
        const versionChecked = checkVersion(person.version, context);
        const organizationId = context.actor.organizationId ?? '';
        await keepAdministrators(tx, context, person, [organizationId]);
        const isLast = person.organizationIds.length === 1;
        const left = isLast ? { userId: id } : { userId: id, organizationId };
        const changes: AuditEvent['changes'] = {
          ...(isLast
            ? { userName: { before: person.userName, after: null } }
            : { organizationId: { before: organizationId, after: null } }),
          ...(await endProofing(tx, left, context.actor.name)),
        };
        // While the person still belongs to the organization: its webhooks get the event.
        await audit(tx, context, { action: 'people.delete', targetType, targetId: id, changes, versionChecked });
        if (isLast) {
          await endAccess(tx, id);
          await removeSecondFactor(tx, id);
          await markDeleted(tx, id);
        } else await removeMember(tx, { organizationId, userId: id });
        return undefined;
      }),

    enable: ({ params: { id }, query: { enable } }, context) =>
      inTransaction(database, async (tx) => {
        const person = await holdPerson(tx, context.actor, id);
        const versionChecked = checkVersion(person.version, context);
        refuseShared(person);
        if (!enable) await keepAdministrators(tx, context, person, person.organizationIds);
        if (person.isEnabled !== enable) await updateUser(tx, id, { isEnabled: enable });
        if (!enable) await endAccess(tx, id);
        const changes = changesBetween(person, { isEnabled: enable });
        await audit(tx, context, { action: 'people.enable', targetType, targetId: id, changes, versionChecked });
        return readPerson(tx, context.actor, id);
      }),

    resetTwoFactor: ({ params: { id } }, context) =>
      inTransaction(database, async (tx) => {
        const person = await holdPerson(tx, context.actor, id);
        refuseOwnSignIn(context.actor, person);
        refuseShared(person);
        const wasOn = await removeSecondFactor(tx, id);
        const changes: AuditEvent['changes'] = wasOn ? { hasTwoFactor: { before: true, after: false } } : {};
        await audit(tx, context, { action: 'people.resetTwoFactor', targetType, targetId: id, changes });
        return undefined;
      }),

    endApplication: ({ params: { id, appId } }, context) =>
      inTransaction(database, async (tx) => {
        const person = await readPerson(tx, context.actor, id);
        if (person.belongsElsewhere && !isOwnAccount(context.actor, person)) throw new ApiProblem('E-PERSON-SHARED');
        const ended = await endApplication(tx, id, appId);
        if (ended === 0)
          throw new ApiProblem('E-NOT-FOUND', { message: 'The person is not signed in with this application.' });
        const changes = { [`sign-ins with ${appId}`]: { before: ended, after: 0 } };
        await audit(tx, context, { action: 'people.endApplication', targetType, targetId: id, changes });
        return undefined;
      }),

    requests: activity('requests'),
    events: activity('events'),
    signatures: activity('signatures'),
  };
};
