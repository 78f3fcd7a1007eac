import { and, desc, eq, gte, inArray, or, type SQL, sql } from 'drizzle-orm';
import { acceptActions, signOffActions } from '../../../shared/rules/person.ts';
import { inOneSnapshot } from '../../database/oneSnapshot.ts';
import type { Database } from '../../database/openDatabase.ts';
import { organizationUsers, users } from '../../database/schema/people.ts';
import { auditEntries } from '../../database/schema/records.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { Actor } from '../../http/context.ts';
import { activityOf, isOf } from '../../people/activity.ts';
import { belongsElsewhere, isVisibleTo } from './peopleStore.ts';

export type ActivityKind = 'requests' | 'events' | 'signatures';

interface PageQuery {
  readonly pageStart: number;
  readonly pageSize: number;
}

/** Whether the person who did something works in the organization. */
const isByMemberOf = (organizationId: string): SQL =>
  sql`${auditEntries.actorId} in (select user_id::text from organization_users where organization_id = ${organizationId}::uuid)`;

const requested = (kind: ActivityKind, id: string, { by, about }: { by: SQL | undefined; about: SQL | undefined }) => {
  const byPerson = and(eq(auditEntries.actorId, id), by);
  if (kind === 'requests') return byPerson;
  if (kind === 'signatures')
    return and(
      byPerson,
      inArray(auditEntries.action, [...signOffActions]),
      eq(auditEntries.outcome, 'Success'),
      // An agreement that was accepted before is not accepted again.
      sql`not (${auditEntries.isRead} and ${inArray(auditEntries.action, [...acceptActions])})`,
    );
  // Who looked at the record of the person is no event about the person.
  return or(byPerson, and(eq(auditEntries.targetId, id), sql`not ${auditEntries.isRead}`, about));
};

/**
 * What the caller sees of a person: of the own record everything; of others what happened since they are members, and, where they belong or
 * belonged to another organization as well, only what is about the caller's organization.
 */
async function visibleTo(tx: Transaction, actor: Actor, id: string) {
  const [row] = await tx
    .select({
      since: organizationUsers.createDate,
      isShared: sql<boolean>`${belongsElsewhere(actor)} or exists (select from former_members f
        where f.user_id = ${users.id} and f.organization_id <> ${organizationUsers.organizationId})`,
    })
    .from(users)
    .leftJoin(
      organizationUsers,
      and(
        eq(organizationUsers.userId, users.id),
        sql`${organizationUsers.organizationId} = ${actor.organizationId}::uuid`,
      ),
    )
    .where(and(eq(users.id, id), isVisibleTo(actor)));
  if (!row) return undefined;
  if (actor.kind === 'user' && actor.id === id) return { since: undefined, by: undefined, about: undefined };
  const { organizationId } = actor;
  if (!row.isShared || organizationId === null)
    return { since: row.since ?? undefined, by: undefined, about: undefined };
  return { since: row.since ?? undefined, by: isOf(organizationId), about: isByMemberOf(organizationId) };
}

/** A page of the activity of a person; undefined where the caller does not see the person. */
export const activityPage = (
  database: Database,
  actor: Actor,
  {
    id,
    kind,
    query: { pageStart, pageSize },
  }: { readonly id: string; readonly kind: ActivityKind; readonly query: PageQuery },
) =>
  inOneSnapshot(database, async (tx) => {
    const visible = await visibleTo(tx, actor, id);
    if (!visible) return undefined;
    const where = and(
      requested(kind, id, visible),
      visible.since === undefined ? undefined : gte(auditEntries.at, visible.since),
    );
    const totalCount = await tx.$count(auditEntries, where);
    const rows = await tx
      .select()
      .from(auditEntries)
      .where(where)
      .orderBy(desc(auditEntries.at), desc(auditEntries.id))
      .limit(pageSize)
      .offset((pageStart - 1) * pageSize);
    return { items: rows.map(activityOf), totalCount };
  });
