import type { people as contract } from '../../../shared/contract/people.ts';
import { audit } from '../../database/audit.ts';
import { changesBetween } from '../../database/namedRecords.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { inTransaction, type Transaction } from '../../database/transaction.ts';
import type { Services } from '../../http/areaEntry.ts';
import type { Actor, RequestContext } from '../../http/context.ts';
import { ApiProblem } from '../../http/problem.ts';
import type { Handlers } from '../../http/registerArea.ts';
import { checkVersion } from '../../http/versionCheck.ts';
import { updateUser } from '../../people/userStore.ts';
import {
  holdRules,
  holdSources,
  ruleAssignmentsOf,
  rulesOf,
  sourceAssignmentsOf,
  sourcesOf,
  writeRules,
  writeSources,
} from './assignmentStore.ts';
import { findPerson, lockPerson } from './peopleStore.ts';

type AssignmentHandlers = Pick<
  Handlers<typeof contract>,
  'assignable' | 'documentSources' | 'setDocumentSources' | 'rules' | 'setRules'
>;

interface Member {
  readonly organizationId: string;
  readonly userId: string;
}

/** One kind of assignment of people: document sources, or intake rules. */
interface Kind<T> {
  readonly action: string;
  /** Name of the changes in the audit trail. */
  readonly field: string;
  readonly read: (db: Drizzle, member: Member) => Promise<T[]>;
  readonly hold: (tx: Transaction, organizationId: string, ids: readonly string[]) => Promise<boolean>;
  readonly write: (tx: Transaction, member: Member, ids: readonly string[]) => Promise<void>;
  /** How the audit trail names an assignment. */
  readonly nameOf: (assignment: T) => string;
}

interface Save {
  readonly id: string;
  readonly organizationIds: readonly string[];
  readonly ids: readonly string[];
  readonly version: number | undefined;
}

const unknown = () =>
  new ApiProblem('E-NOT-FOUND', {
    modelState: { assignments: ['name something that the organization does not have'] },
  });

const sources: Kind<Awaited<ReturnType<typeof sourceAssignmentsOf>>[number]> = {
  action: 'people.setDocumentSources',
  field: 'documentSources',
  read: sourceAssignmentsOf,
  hold: holdSources,
  write: writeSources,
  nameOf: ({ address }) => address,
};
const rules: Kind<Awaited<ReturnType<typeof ruleAssignmentsOf>>[number]> = {
  action: 'people.setRules',
  field: 'intakeRules',
  read: ruleAssignmentsOf,
  hold: holdRules,
  write: writeRules,
  nameOf: ({ name }) => name,
};

/** Which documents people receive: document sources and intake rules (spec 2 section 3). */
export const assignmentHandlers = ({ database }: Services): AssignmentHandlers => {
  const assignmentsOf = async <T>(db: Drizzle, actor: Actor, id: string, { read }: Pick<Kind<T>, 'read'>) => {
    const person = await findPerson(db, actor, id);
    if (!person) throw new ApiProblem('E-NOT-FOUND');
    const { organizationId } = actor;
    return {
      items: organizationId === null ? [] : await read(db, { organizationId, userId: id }),
      version: person.version,
    };
  };

  const save = <T>(kind: Kind<T>, context: RequestContext, { id, organizationIds, ids, version }: Save) =>
    inTransaction(database, async (tx) => {
      const { actor } = context;
      const { organizationId } = actor;
      const person = await lockPerson(tx, actor, id);
      if (!person || organizationId === null) throw new ApiProblem('E-NOT-FOUND');
      const versionChecked = checkVersion(person.version, context, version);
      if (organizationIds.some((other) => other !== organizationId)) throw unknown();
      const requested = [...new Set(ids)];
      if (requested.length > 0 && !(await kind.hold(tx, organizationId, requested))) throw unknown();
      const member = { organizationId, userId: id };
      const names = async () => (await kind.read(tx, member)).map(kind.nameOf);
      const before = await names();
      await kind.write(tx, member, requested);
      const changes = changesBetween({ [kind.field]: before }, { [kind.field]: await names() });
      if (Object.keys(changes).length > 0) await updateUser(tx, id, {});
      await audit(tx, context, { action: kind.action, targetType: 'user', targetId: id, changes, versionChecked });
      return assignmentsOf(tx, actor, id, kind);
    });

  return {
    assignable: async (_input, { actor: { organizationId } }) => ({
      documentSources: organizationId === null ? [] : await sourcesOf(database.db, organizationId),
      intakeRules: organizationId === null ? [] : await rulesOf(database.db, organizationId),
    }),
    documentSources: ({ params: { id } }, { actor }) => assignmentsOf(database.db, actor, id, sources),
    rules: ({ params: { id } }, { actor }) => assignmentsOf(database.db, actor, id, rules),
    setDocumentSources: ({ params: { id }, body: { assignments, version } }, context) =>
      save(sources, context, {
        id,
        organizationIds: assignments.map(({ organizationId }) => organizationId),
        ids: assignments.map(({ documentSourceId }) => documentSourceId),
        version,
      }),
    setRules: ({ params: { id }, body: { assignments, version } }, context) =>
      save(rules, context, {
        id,
        organizationIds: assignments.map(({ organizationId }) => organizationId),
        ids: assignments.map(({ intakeRuleId }) => intakeRuleId),
        version,
      }),
  };
};
