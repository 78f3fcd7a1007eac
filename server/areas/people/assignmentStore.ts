import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Drizzle } from '../../database/openDatabase.ts';
import { documentSources } from '../../database/schema/addresses.ts';
import { documentSourceUsers, intakeRules, intakeRuleUsers } from '../../database/schema/assignments.ts';
import type { Transaction } from '../../database/transaction.ts';

/** A person as a member of an organization. */
interface Member {
  readonly organizationId: string;
  readonly userId: string;
}

const sourceColumns = {
  id: documentSources.id,
  type: sql<'DirectMessaging' | 'Fax'>`${documentSources.type}`,
  address: documentSources.address,
  displayName: documentSources.displayName,
  isEnabled: documentSources.isEnabled,
};

const ruleColumns = {
  id: intakeRules.id,
  name: intakeRules.name,
  from: intakeRules.fromAddress,
  to: documentSources.address,
  documentSourceIds: sql<string[]>`array_remove(array[${intakeRules.toSourceId}], null)`,
};

export const sourcesOf = (db: Drizzle, organizationId: string) =>
  db
    .select(sourceColumns)
    .from(documentSources)
    .where(eq(documentSources.organizationId, organizationId))
    .orderBy(asc(documentSources.displayName), asc(documentSources.address));

export const rulesOf = (db: Drizzle, organizationId: string) =>
  db
    .select(ruleColumns)
    .from(intakeRules)
    .leftJoin(documentSources, eq(documentSources.id, intakeRules.toSourceId))
    .where(eq(intakeRules.organizationId, organizationId))
    .orderBy(asc(sql`lower(${intakeRules.name})`));

export async function sourceAssignmentsOf(db: Drizzle, { organizationId, userId }: Member) {
  const rows = await db
    .select(sourceColumns)
    .from(documentSourceUsers)
    .innerJoin(documentSources, eq(documentSources.id, documentSourceUsers.documentSourceId))
    .where(and(eq(documentSourceUsers.organizationId, organizationId), eq(documentSourceUsers.userId, userId)))
    .orderBy(asc(documentSources.displayName), asc(documentSources.address));
  return rows.map(({ id: documentSourceId, ...row }) => ({ organizationId, documentSourceId, ...row }));
}

export async function ruleAssignmentsOf(db: Drizzle, { organizationId, userId }: Member) {
  const rows = await db
    .select(ruleColumns)
    .from(intakeRuleUsers)
    .innerJoin(intakeRules, eq(intakeRules.id, intakeRuleUsers.intakeRuleId))
    .leftJoin(documentSources, eq(documentSources.id, intakeRules.toSourceId))
    .where(and(eq(intakeRuleUsers.organizationId, organizationId), eq(intakeRuleUsers.userId, userId)))
    .orderBy(asc(sql`lower(${intakeRules.name})`));
  return rows.map(({ id: intakeRuleId, ...row }) => ({ organizationId, intakeRuleId, ...row }));
}

/** Holds document sources of the organization, so that none is deleted before the assignment is written; false where one is not its own. */
export async function holdSources(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<boolean> {
  const held = await tx
    .select({ id: documentSources.id })
    .from(documentSources)
    .where(and(eq(documentSources.organizationId, organizationId), inArray(documentSources.id, [...ids])))
    .orderBy(documentSources.id)
    .for('key share');
  return held.length === ids.length;
}

/** The same for intake rules. */
export async function holdRules(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<boolean> {
  const held = await tx
    .select({ id: intakeRules.id })
    .from(intakeRules)
    .where(and(eq(intakeRules.organizationId, organizationId), inArray(intakeRules.id, [...ids])))
    .orderBy(intakeRules.id)
    .for('key share');
  return held.length === ids.length;
}

export async function writeSources(
  tx: Transaction,
  { organizationId, userId }: Member,
  ids: readonly string[],
): Promise<void> {
  await tx
    .delete(documentSourceUsers)
    .where(and(eq(documentSourceUsers.organizationId, organizationId), eq(documentSourceUsers.userId, userId)));
  if (ids.length > 0)
    await tx
      .insert(documentSourceUsers)
      .values(ids.map((documentSourceId) => ({ organizationId, userId, documentSourceId })));
}

export async function writeRules(
  tx: Transaction,
  { organizationId, userId }: Member,
  ids: readonly string[],
): Promise<void> {
  await tx
    .delete(intakeRuleUsers)
    .where(and(eq(intakeRuleUsers.organizationId, organizationId), eq(intakeRuleUsers.userId, userId)));
  if (ids.length > 0)
    await tx.insert(intakeRuleUsers).values(ids.map((intakeRuleId) => ({ organizationId, userId, intakeRuleId })));
}
