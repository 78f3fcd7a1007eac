import { and, eq, exists, isNotNull, isNull, like, type SQL, sql } from 'drizzle-orm';
import type { HandlerInput } from '../../../shared/contract/endpoint.ts';
import type { UserItem } from '../../../shared/contract/userSchemas.ts';
import type { users as contract } from '../../../shared/contract/users.ts';
import { fullName, type UserSortField } from '../../../shared/rules/user.ts';
import { listCount } from '../../database/listCounts.ts';
import { idPage, type ListRequest, ofPage } from '../../database/listPage.ts';
import type { CountedSearch } from '../../database/searchTotals.ts';
import { inOneSnapshot } from '../../database/oneSnapshot.ts';
import type { Database } from '../../database/openDatabase.ts';
import { organizations } from '../../database/schema/organizations.ts';
import { organizationUsers, users } from '../../database/schema/people.ts';
import { loginFailures } from '../../database/schema/signIn.ts';
import type { Transaction } from '../../database/transaction.ts';
import { signedInShare } from '../../identity/login/lockout.ts';
import { itemColumns, itemOf, now, orderOf, searchPattern } from '../../people/userColumns.ts';

type ListQuery = HandlerInput<typeof contract.list>['query'];

/** Few users are locked at a time: named by id, the page of all others still comes from an index alone. */
async function lockedIds(tx: Transaction): Promise<SQL> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      sql`lower(${users.userName}) in (select ${loginFailures.userName} from ${loginFailures}
        where ${loginFailures.kind} = 'user' and ${loginFailures.address} <> ${signedInShare}
          and ${loginFailures.lockedUntil} > ${now()})`,
    );
  return sql`${sql.param(rows.map(({ id }) => id))}::uuid[]`;
}

/** Without the lock of the account. */
function conditionOf(tx: Transaction, query: ListQuery): SQL | undefined {
  const { search, deleted, roleName, organizationId, isEnabled, hasSignedIn } = query;
  const member = (id: string) =>
    tx
      .select({ one: sql`1` })
      .from(organizationUsers)
      .where(and(eq(organizationUsers.userId, users.id), eq(organizationUsers.organizationId, id)));
  return and(
    deleted ? isNotNull(users.deletedAt) : isNull(users.deletedAt),
    search ? like(users.searchText, searchPattern(search)) : undefined,
    roleName === undefined ? undefined : eq(users.role, roleName),
    organizationId === undefined ? undefined : exists(member(organizationId)),
    // Not as a comparison with a parameter, so that the partial index of disabled users serves.
    isEnabled === undefined ? undefined : isEnabled ? sql`${users.isEnabled}` : sql`not ${users.isEnabled}`,
    hasSignedIn === undefined ? undefined : (hasSignedIn ? isNotNull : isNull)(users.lastLoginDate),
  );
}

/** What matches a query, and the total where it follows from the kept counts. */
async function matchesOf(tx: Transaction, query: ListQuery): Promise<{ where: SQL | undefined; total?: SQL }> {
  const { search, organizationId, isLocked, deleted, roleName, isEnabled, hasSignedIn } = query;
  const where = conditionOf(tx, query);
  const kept =
    search || organizationId !== undefined
      ? undefined
      : listCount('users', { isDeleted: deleted, roleName, isEnabled, hasSignedIn });
  if (isLocked === undefined) return { where, ...(kept && { total: kept }) };
  const ids = await lockedIds(tx);
  const locked = and(sql`${users.id} = any(${ids})`, where);
  if (isLocked) return { where: locked };
  return {
    where: and(sql`${users.id} <> all(${ids})`, where),
    ...(kept && { total: sql`${kept} - (select count(*)::int from ${users} where ${locked})` }),
  };
}

const { nameSort, userNameSort, role, createDate, lastLoginDate } = users;
/** What each order reads: with a name alone a search reads its index instead of the table. */
const sortedBy = {
  name: { nameSort },
  userName: { userNameSort },
  roleName: { role, nameSort },
  createDate: { createDate },
  lastLoginDate: { lastLoginDate },
} as const satisfies Record<UserSortField, ListRequest['sorted']>;

/** Members of an organization and locks are no part of what the list of users counts. */
function countedSearch({ pool }: Database, query: ListQuery): CountedSearch | undefined {
  const { search, organizationId, isLocked, deleted, roleName, isEnabled, hasSignedIn } = query;
  if (!search || organizationId !== undefined || isLocked !== undefined) return undefined;
  const key = JSON.stringify([search.toLowerCase(), deleted, roleName, isEnabled, hasSignedIn]);
  return { pool, list: 'users', key };
}

/** A page with the exact total, from one snapshot. */
export const userPage = (database: Database, query: ListQuery) =>
  inOneSnapshot(database, async (tx): Promise<{ users: UserItem[]; totalUsersCount: number }> => {
    const { pageNumber, pageSize, sort = { field: 'name', dir: 'asc' } } = query;
    const order = orderOf(sort.field, sort.dir);
    const page = await idPage(tx, {
      table: users,
      ...(await matchesOf(tx, query)),
      search: countedSearch(database, query),
      order,
      opposite: orderOf(sort.field, sort.dir === 'asc' ? 'desc' : 'asc'),
      sorted: sortedBy[sort.field],
      isCovered: sort.field === 'name' || sort.field === 'userName',
      pageNumber,
      pageSize,
    });
    const rows = await tx
      .select(itemColumns())
      .from(users)
      .leftJoin(organizations, eq(organizations.id, users.organizationId))
      .where(ofPage(users, page))
      .orderBy(...order);
    return { users: rows.map(itemOf), totalUsersCount: page.totalCount };
  });

/** Users who can sign in, by name. */
export const contactPage = (database: Database, query: HandlerInput<typeof contract.contacts>['query']) =>
  inOneSnapshot(database, async (tx) => {
    const { search, pageStart, pageSize } = query;
    const order = orderOf('name', 'asc');
    const page = await idPage(tx, {
      table: users,
      where: and(
        isNull(users.deletedAt),
        sql`${users.isEnabled}`,
        search ? like(users.searchText, searchPattern(search)) : undefined,
      ),
      ...(search ? {} : { total: listCount('users', { isDeleted: false, isEnabled: true }) }),
      order,
      opposite: orderOf('name', 'desc'),
      search:
        search === undefined
          ? undefined
          : { pool: database.pool, list: 'users', key: `contacts ${search.toLowerCase()}` },
      sorted: sortedBy.name,
      isCovered: true,
      pageNumber: pageStart,
      pageSize,
    });
    const rows = await tx
      .select({
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        userName: users.userName,
        organizationName: organizations.name,
      })
      .from(users)
      .leftJoin(organizations, eq(organizations.id, users.organizationId))
      .where(ofPage(users, page))
      .orderBy(...order);
    const items = rows.map(({ firstName, lastName, ...contact }) => ({
      ...contact,
      name: fullName({ firstName, lastName }),
    }));
    return { items, totalCount: page.totalCount };
  });
