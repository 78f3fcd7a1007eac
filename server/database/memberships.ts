import { and, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { planAllows } from '../../shared/rules/plan.ts';
import { organizationRoles } from '../../shared/rules/user.ts';
import { ApiProblem } from '../http/problem.ts';
import { personColumns } from './personColumns.ts';
import { plans } from './schema/lookups.ts';
import { organizations } from './schema/organizations.ts';
import { formerMembers, organizationUsers, users } from './schema/people.ts';
import type { Transaction } from './transaction.ts';

interface Membership {
  readonly organizationId: string;
  readonly userId: string;
}

/** Holds the organization until the transaction ends. It is locked before users everywhere, so that two writers never wait for each other. */
async function lockOrganization(tx: Transaction, id: string) {
  const [organization] = await tx
    .select({ allowedUsers: plans.allowedUsers })
    .from(organizations)
    .leftJoin(plans, eq(plans.id, organizations.planId))
    .where(eq(organizations.id, id))
    .for('update', { of: organizations });
  return organization;
}

/** Holds the user until the transaction ends. Deleted users belong to no organization. */
async function lockUser(tx: Transaction, id: string) {
  const [user] = await tx
    .select(personColumns)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('update');
  return user;
}

/** Of a membership with its user: who administers the organization and can sign in. */
export const isActiveAdministrator = and(
  eq(users.role, 'Administrator'),
  eq(organizationUsers.isAdministrator, true),
  eq(users.isEnabled, true),
  isNull(users.deletedAt),
);

/**
 * The role of a user in one organization, as SQL: an administrator of another one is a user there. The same for the organization where a user
 * works: `roleWhereWorking`.
 */
export const roleIn = (organizationId: SQL): SQL<string> =>
  sql<string>`case when ${users.role} = 'Administrator' and not exists (select from organization_users a
    where a.user_id = ${users.id} and a.organization_id = ${organizationId} and a.is_administrator) then 'User' else ${users.role} end`;

/**
 * Lets a user work in an organization; a user without one starts there. Members are counted while the organization is held, so that of
 * many who are added at the same time no more come in than the plan allows (CO-3).
 */
export async function addMember(
  tx: Transaction,
  {
    organizationId,
    userId,
    isAdministrator,
    worksAgain = false,
  }: Membership & {
    readonly isAdministrator: boolean;
    /** A former member who worked here works here again, unless they have chosen another organization since. */
    readonly worksAgain?: boolean;
  },
) {
  const organization = await lockOrganization(tx, organizationId);
  if (!organization) throw new ApiProblem('E-NOT-FOUND');
  const user = await lockUser(tx, userId);
  if (!user) throw new ApiProblem('E-NOT-FOUND', { modelState: { userId: ['There is no such user.'] } });
  const added = await tx
    .insert(organizationUsers)
    .values({ organizationId, userId, isAdministrator })
    .onConflictDoNothing()
    .returning({ userId: organizationUsers.userId });
  if (added.length === 0) throw new ApiProblem('E-USER-ASSIGNED');
  const members = await tx.$count(organizationUsers, eq(organizationUsers.organizationId, organizationId));
  const [former] = await tx
    .delete(formerMembers)
    .where(and(eq(formerMembers.organizationId, organizationId), eq(formerMembers.userId, userId)))
    .returning({ worksIn: formerMembers.worksIn });
  const { allowedUsers } = organization;
  if (!planAllows(allowedUsers === null ? null : { allowedUsers }, members)) throw new ApiProblem('E-ORG-USER-LIMIT');
  await tx
    .update(users)
    .set({ organizationId })
    .where(
      and(
        eq(users.id, userId),
        or(
          isNull(users.organizationId),
          worksAgain && former?.worksIn ? eq(users.organizationId, former.worksIn) : undefined,
        ),
      ),
    );
  // Of an account without the role no membership makes an administrator.
  if (isAdministrator)
    await tx
      .update(users)
      .set({ role: 'Administrator' })
      .where(and(eq(users.id, userId), eq(users.role, 'User')));
  return user;
}

/** The role of an account has changed: an administrator administers the organization where the user works now, a user none. */
export async function setAdministrator(tx: Transaction, userId: string, isAdministrator: boolean): Promise<void> {
  const current = tx.select({ id: users.organizationId }).from(users).where(eq(users.id, userId));
  await tx
    .update(organizationUsers)
    .set({ isAdministrator })
    .where(
      and(
        eq(organizationUsers.userId, userId),
        isAdministrator ? eq(organizationUsers.organizationId, sql`(${current})`) : undefined,
      ),
    );
}

/**
 * Sets the role in one organization. The account has the role Administrator as long as it administers any; memberships of an account without it make
 * no administrator, and do not become so here.
 */
export async function setRoleIn(
  tx: Transaction,
  { organizationId, userId, isAdministrator }: Membership & { readonly isAdministrator: boolean },
): Promise<void> {
  const there = eq(organizationUsers.organizationId, organizationId);
  const isPlain = sql`(select ${users.role} from ${users} where ${users.id} = ${userId}) = 'User'`;
  await tx
    .update(organizationUsers)
    .set({ isAdministrator: sql`${there} and ${isAdministrator}` })
    .where(and(eq(organizationUsers.userId, userId), or(there, isPlain)));
  const administers = sql`exists (select from organization_users m where m.user_id = ${userId} and m.is_administrator)`;
  await tx
    .update(users)
    .set({ role: sql`case when ${administers} then 'Administrator' else 'User' end` })
    .where(and(eq(users.id, userId), inArray(users.role, [...organizationRoles])));
}

/** Keeps the users of memberships that are about to end, as they are called now, for the lists of deleted people of their organizations. */
export async function rememberMembers(tx: Transaction, memberships: SQL): Promise<void> {
  const { firstName, lastName, userName, createDate } = users;
  const role = sql<string>`case when ${users.role} = 'Administrator' and not ${organizationUsers.isAdministrator} then 'User' else ${users.role} end`;
  const members = await tx
    .select({
      organizationId: organizationUsers.organizationId,
      userId: organizationUsers.userId,
      firstName,
      lastName,
      userName,
      role,
      createDate,
    })
    .from(organizationUsers)
    .innerJoin(users, eq(users.id, organizationUsers.userId))
    .where(memberships);
  if (members.length > 0) await tx.insert(formerMembers).values(members).onConflictDoNothing();
}

/** Ends the work of a user in an organization: another one of theirs becomes the current one, or none. */
export async function removeMember(tx: Transaction, { organizationId, userId }: Membership) {
  if (!(await lockOrganization(tx, organizationId))) throw new ApiProblem('E-NOT-FOUND');
  if (!(await lockUser(tx, userId))) throw new ApiProblem('E-NOT-FOUND');
  const membership = sql`${organizationUsers.organizationId} = ${organizationId} and ${organizationUsers.userId} = ${userId}`;
  await rememberMembers(tx, membership);
  const [removed] = await tx
    .delete(organizationUsers)
    .where(membership)
    .returning({ isAdministrator: organizationUsers.isAdministrator });
  if (!removed) throw new ApiProblem('E-NOT-FOUND');
  const another = tx
    .select({ id: organizationUsers.organizationId })
    .from(organizationUsers)
    .where(and(eq(organizationUsers.userId, userId), ne(organizationUsers.organizationId, organizationId)))
    .orderBy(organizationUsers.createDate, organizationUsers.organizationId)
    .limit(1);
  const [moved] = await tx
    .update(users)
    .set({ organizationId: sql`(${another})` })
    .where(and(eq(users.id, userId), eq(users.organizationId, organizationId)))
    .returning({ worksIn: users.organizationId });
  if (moved)
    await tx
      .update(formerMembers)
      .set(moved)
      .where(and(eq(formerMembers.organizationId, organizationId), eq(formerMembers.userId, userId)));
  return removed;
}
