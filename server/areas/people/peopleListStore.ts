import { and, asc, desc, eq, isNull, inArray, like, type SQL, sql } from 'drizzle-orm';
import type { HandlerInput, ResponseOf } from '../../../shared/contract/endpoint.ts';
import type { people as contract } from '../../../shared/contract/people.ts';
import { fullName, organizationRoles, type UserSortField } from '../../../shared/rules/user.ts';
import { roleIn } from '../../database/memberships.ts';
import { inOneSnapshot } from '../../database/oneSnapshot.ts';
import type { Database } from '../../database/openDatabase.ts';
import { formerMembers, users } from '../../database/schema/people.ts';
import { organizations } from '../../database/schema/organizations.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { Actor } from '../../http/context.ts';
import { asRole } from '../../identity/accounts.ts';
import { itemColumns, itemOf, orderOf, searchPattern } from '../../people/userColumns.ts';

type ListQuery = HandlerInput<typeof contract.list>['query'];
type Page = ResponseOf<typeof contract.list>;

/** Organizations whose people are listed: the own one, and those of the network that the caller administers. */
const scopeOf = ({ organizationId, networkId }: Actor, includeNetwork: boolean): SQL =>
  includeNetwork && networkId !== null
    ? sql`(m.organization_id = ${organizationId} or mo.network_id = ${networkId})`
    : sql`m.organization_id = ${organizationId}`;

const memberships = sql`organization_users m join organizations mo on mo.id = m.organization_id`;

/** Platform staff is not listed, wherever it is a member. */
export const isOfOrganizations = inArray(users.role, [...organizationRoles]);

/** Invited, and never signed in since. */
export const wasInvited = sql`(${users.invitedAt} is not null and ${users.lastLoginDate} is null)`;

async function presentPage(tx: Transaction, actor: Actor, query: ListQuery): Promise<Page> {
  const { page, size, search, roleName, isEnabled, isInvited, sort = { field: 'name', dir: 'asc' } } = query;
  const scope = scopeOf(actor, query.includeNetwork);
  /** The organization by which a person is listed: the own one first. */
  const listedBy = (column: 'mo.id' | 'mo.name') =>
    sql<string | null>`(select ${sql.raw(column)} from ${memberships} where m.user_id = ${users.id} and ${scope}
      order by m.organization_id = ${actor.organizationId} desc, mo.name_sort limit 1)`;
  const role = roleIn(listedBy('mo.id'));
  const where = and(
    isNull(users.deletedAt),
    isOfOrganizations,
    sql`exists (select from ${memberships} where m.user_id = ${users.id} and ${scope})`,
    search ? like(users.searchText, searchPattern(search)) : undefined,
    roleName === undefined ? undefined : eq(role, roleName),
    isEnabled === undefined ? undefined : eq(users.isEnabled, isEnabled),
    isInvited === undefined ? undefined : isInvited ? wasInvited : sql`not (${wasInvited})`,
  );
  const rows = await tx
    .select({
      ...itemColumns(),
      role,
      // Never another organization of the person.
      organizationId: listedBy('mo.id'),
      organizationName: listedBy('mo.name'),
    })
    .from(users)
    // With one table alone the columns in the texts above would lose its name.
    .leftJoin(organizations, sql`false`)
    .where(where)
    .orderBy(...orderOf(sort.field, sort.dir, role))
    .limit(size)
    .offset((page - 1) * size);
  return { items: rows.map((row) => ({ ...itemOf(row), removedAt: null })), totalCount: await tx.$count(users, where) };
}

const formerName = sql`lower(${formerMembers.lastName} || chr(31) || ${formerMembers.firstName})`;
const formerSearch = sql`lower(${formerMembers.firstName} || ' ' || ${formerMembers.lastName} || chr(31) || ${formerMembers.userName})`;

const formerSort: Readonly<Record<UserSortField, SQL>> = {
  name: formerName,
  userName: sql`lower(${formerMembers.userName})`,
  roleName: sql`${formerMembers.role}`,
  createDate: sql`${formerMembers.createDate}`,
  lastLoginDate: sql`${formerMembers.removedAt}`,
};

/** Who left the organization, as they were called then. */
async function formerPage(tx: Transaction, actor: Actor, query: ListQuery): Promise<Page> {
  const { page, size, search, roleName, sort = { field: 'name', dir: 'asc' } } = query;
  const direction = sort.dir === 'asc' ? asc : desc;
  const where = and(
    sql`${formerMembers.organizationId} = ${actor.organizationId}`,
    inArray(formerMembers.role, [...organizationRoles]),
    search ? sql`${formerSearch} like ${searchPattern(search)}` : undefined,
    roleName === undefined ? undefined : eq(formerMembers.role, roleName),
    query.isEnabled === true || query.isInvited === true ? sql`false` : undefined,
  );
  const rows = await tx
    .select({
      id: formerMembers.userId,
      firstName: formerMembers.firstName,
      lastName: formerMembers.lastName,
      userName: formerMembers.userName,
      role: formerMembers.role,
      createDate: formerMembers.createDate,
      removedAt: formerMembers.removedAt,
      organizationId: formerMembers.organizationId,
      organizationName: organizations.name,
    })
    .from(formerMembers)
    .innerJoin(organizations, eq(organizations.id, formerMembers.organizationId))
    .where(where)
    .orderBy(direction(formerSort[sort.field]), direction(formerMembers.userId))
    .limit(size)
    .offset((page - 1) * size);
  const items = rows.map(({ role, createDate, removedAt, ...row }) => ({
    ...row,
    name: fullName(row),
    roleName: asRole(role) ?? ('User' as const),
    isEnabled: false,
    isDeleted: true,
    lockedUntil: null,
    hasTwoFactor: false,
    createDate: createDate.toISOString(),
    lastLoginDate: null,
    removedAt: removedAt.toISOString(),
  }));
  return { items, totalCount: await tx.$count(formerMembers, where) };
}

export const peoplePage = (database: Database, actor: Actor, query: ListQuery) =>
  inOneSnapshot(database, (tx) => (query.deleted ? formerPage : presentPage)(tx, actor, query));
