import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Person } from '../../../shared/contract/peopleSchemas.ts';
import { isActiveAdministrator, roleIn } from '../../database/memberships.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { organizations } from '../../database/schema/organizations.ts';
import { organizationUsers, users } from '../../database/schema/people.ts';
import { oidcPayloads } from '../../database/schema/records.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { Actor } from '../../http/context.ts';
import { asRole } from '../../identity/accounts.ts';
import { itemColumns, itemOf, now } from '../../people/userColumns.ts';
import { lockUser } from '../../people/userStore.ts';
import { isOfOrganizations } from './peopleListStore.ts';

/** The organizations of a caller who is a user; machine clients have none. */
const ownOrganizations = ({ kind, id }: Actor) =>
  kind === 'user'
    ? sql`select own.organization_id from organization_users own where own.user_id = ${id}::uuid`
    : sql`select null::uuid where false`;

export const belongsElsewhere = (actor: Actor) =>
  sql<boolean>`exists (select from organization_users m where m.user_id = ${users.id} and m.organization_id not in (${ownOrganizations(actor)}))`;

/** Members of the caller's organization for its administrators, and the caller. */
export const isVisibleTo = (actor: Actor): SQL | undefined =>
  or(
    actor.kind === 'user' ? eq(users.id, actor.id) : undefined,
    actor.role === 'Administrator' && actor.organizationId !== null
      ? and(
          isNull(users.deletedAt),
          isOfOrganizations,
          sql`exists (select from organization_users m where m.user_id = ${users.id} and m.organization_id = ${actor.organizationId}::uuid)`,
        )
      : sql`false`,
  );

export async function findPerson(db: Drizzle, actor: Actor, id: string): Promise<Person | undefined> {
  const [row] = await db
    .select({
      ...itemColumns(),
      ...(actor.organizationId === null ? {} : { role: roleIn(sql`${actor.organizationId}::uuid`) }),
      organizationId: organizations.id,
      organizationName: organizations.name,
      jobTitle: users.jobTitle,
      phone: users.phone,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      invitedAt: users.invitedAt,
      version: users.version,
      belongsElsewhere: belongsElsewhere(actor),
    })
    .from(users)
    .leftJoin(organizations, sql`${organizations.id} = ${actor.organizationId}::uuid`)
    .where(and(eq(users.id, id), isVisibleTo(actor)));
  if (!row) return undefined;
  const isOpen = !row.belongsElsewhere || id === actor.id;
  return {
    ...itemOf(row),
    invitedAt: row.invitedAt?.toISOString() ?? null,
    removedAt: null,
    applications: isOpen ? await applicationsOf(db, id) : [],
  };
}

const accountOfRow = sql`${oidcPayloads.payload} ->> 'accountId'`;
const clientOfRow = sql<string>`${oidcPayloads.payload} ->> 'clientId'`;

/** A grant stands for each sign-in with a client. */
async function applicationsOf(db: Drizzle, userId: string) {
  const rows = await db
    .select({
      id: clientOfRow,
      signIns: sql<number>`count(*)::int`,
      startedAt: sql`min(${oidcPayloads.createdAt})`.mapWith(oidcPayloads.createdAt),
    })
    .from(oidcPayloads)
    .where(
      and(
        eq(accountOfRow, userId),
        eq(oidcPayloads.model, 'Grant'),
        sql`${oidcPayloads.expiresAt} > ${now()}`,
        sql`${clientOfRow} is not null`,
      ),
    )
    .groupBy(clientOfRow)
    .orderBy(asc(clientOfRow));
  return rows.map(({ startedAt, ...row }) => ({ ...row, startedAt: startedAt.toISOString() }));
}

/**
 * Ends the sign-ins of a user with one client: grants, tokens and codes, and the browser sessions from which the client would get new ones
 * without a password. Returns how many there were.
 */
export async function endApplication(tx: Transaction, userId: string, clientId: string): Promise<number> {
  const ofClient = or(
    eq(clientOfRow, clientId),
    sql`(${oidcPayloads.model} = 'Session' and ${oidcPayloads.payload} -> 'authorizations' ? ${clientId})`,
  );
  const ended = await tx
    .delete(oidcPayloads)
    .where(and(eq(accountOfRow, userId), ofClient))
    .returning({ model: oidcPayloads.model });
  return ended.filter(({ model }) => model === 'Grant').length;
}

/**
 * Holds a person of the caller's organization with the organizations that the person belongs to; these are locked before users everywhere.
 * Undefined where the person is none of them.
 */
export async function lockPerson(tx: Transaction, actor: Actor, id: string) {
  const { organizationId } = actor;
  if (organizationId === null) return undefined;
  const memberships = tx
    .select({ id: organizationUsers.organizationId })
    .from(organizationUsers)
    .where(eq(organizationUsers.userId, id));
  const held = await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(inArray(organizations.id, memberships))
    .orderBy(organizations.id)
    .for('update');
  if (!held.some((organization) => organization.id === organizationId)) return undefined;
  const user = await lockUser(tx, id);
  const role = asRole(user?.roleName);
  if (!user || user.isDeleted || (role !== 'Administrator' && role !== 'User')) return undefined;
  const found = await tx
    .select({
      organizationId: organizationUsers.organizationId,
      isAdministrator: organizationUsers.isAdministrator,
      belongsElsewhere: belongsElsewhere(actor),
    })
    .from(users)
    .innerJoin(organizationUsers, eq(organizationUsers.userId, users.id))
    .where(eq(users.id, id));
  const here = found.find((membership) => membership.organizationId === organizationId);
  if (!here) return undefined;
  const administered = found.filter(({ isAdministrator }) => isAdministrator && role === 'Administrator');
  return {
    ...user,
    organizationId,
    /** In the organization of the caller. */
    roleName: administered.includes(here) ? ('Administrator' as const) : ('User' as const),
    belongsElsewhere: here.belongsElsewhere,
    organizationIds: held.map((organization) => organization.id),
    administeredIds: administered.map((membership) => membership.organizationId),
  };
}
export type LockedPerson = NonNullable<Awaited<ReturnType<typeof lockPerson>>>;

/**
 * Organizations without another administrator who can sign in. The caller holds the organizations, so of two administrators who
 * take out each other at the same time the second one is refused.
 */
export async function organizationsWithoutOther(
  tx: Transaction,
  { organizationIds, id }: { readonly organizationIds: readonly string[]; readonly id: string },
  { demo }: { readonly demo: boolean },
): Promise<string[]> {
  const others = await tx
    .select({ organizationId: organizationUsers.organizationId, id: users.id })
    .from(users)
    .innerJoin(organizationUsers, eq(organizationUsers.userId, users.id))
    .where(
      and(
        inArray(organizationUsers.organizationId, [...organizationIds]),
        isActiveAdministrator,
        demo ? undefined : eq(users.isDemo, false),
      ),
    )
    .orderBy(users.id)
    .for('update', { of: users });
  return organizationIds.filter(
    (organizationId) => !others.some((other) => other.organizationId === organizationId && other.id !== id),
  );
}
