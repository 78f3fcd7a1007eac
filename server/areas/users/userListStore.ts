import { and, asc, desc, eq, exists, isNotNull, isNull, like, type SQL, sql } from 'drizzle-orm';
import type { HandlerInput } from '../../../shared/contract/endpoint.ts';
import type { UserItem } from '../../../shared/contract/userSchemas.ts';
import type { users as contract } from '../../../shared/contract/users.ts';
import { fullName } from '../../../shared/rules/user.ts';
import { inOneSnapshot } from '../../database/oneSnapshot.ts';
import type { Database } from '../../database/openDatabase.ts';
import { organizations } from '../../database/schema/organizations.ts';
import { organizationUsers, users } from '../../database/schema/people.ts';
import { loginFailures } from '../../database/schema/signIn.ts';
import type { Transaction } from '../../database/transaction.ts';
import { signedInShare } from '../../identity/login/lockout.ts';
import { itemColumns, itemOf, now, orderOf, searchPattern } from '../../people/userColumns.ts';

type ListQuery = HandlerInput<typeof contract.list>['query'];

/** Few users are locked at a time. Asked for by id, the page and the total still come from an index alone. */
async function lockedCondition(tx: Transaction, isLocked: boolean): Promise<SQL> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      sql`lower(${users.userName}) in (select ${loginFailures.userName} from ${loginFailures}
        where ${loginFailures.kind} = 'user' and ${loginFailures.address} <> ${signedInShare}
          and ${loginFailures.lockedUntil} > ${now()})`,
    );
  const ids = sql.param(rows.map(({ id }) => id));
  return isLocked ? sql`${users.id} = any(${ids}::uuid[])` : sql`${users.id} <> all(${ids}::uuid[])`;
}

async function conditionOf(tx: Transaction, query: ListQuery): Promise<SQL | undefined> {
  const { search, deleted, roleName, organizationId, isEnabled, isLocked, hasSignedIn } = query;
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
    isLocked === undefined ? undefined : await lockedCondition(tx, isLocked),
    hasSignedIn === undefined ? undefined : (hasSignedIn ? isNotNull : isNull)(users.lastLoginDate),
  );
}

/** So many matches of a search are gathered and sorted in a few milliseconds. */
const mostGathered = 20_000;

const { id, nameSort, userNameSort, role, createDate, lastLoginDate } = users;
const sortedColumns = { id, nameSort, userNameSort, role, createDate, lastLoginDate };

/**
 * A page with the exact total, from one snapshot. The ids of the page come from an index alone; pages of the second half are read from the
 * end, so that the last page costs no more than the first.
 */
export const userPage = (database: Database, query: ListQuery) =>
  inOneSnapshot(database, async (tx): Promise<{ users: UserItem[]; totalUsersCount: number }> => {
    const { pageNumber, pageSize, sort = { field: 'name', dir: 'asc' } } = query;
    const where = await conditionOf(tx, query);
    const totalUsersCount = await tx.$count(users, where);
    const offset = (pageNumber - 1) * pageSize;
    const count = Math.min(pageSize, totalUsersCount - offset);
    if (count <= 0) return { users: [], totalUsersCount };
    const fromEnd = offset > totalUsersCount / 2;
    const opposite = sort.dir === 'asc' ? 'desc' : 'asc';
    const ids = tx.select({ id: users.id });
    // The planner would look for few matches along the order of the page.
    const isGathered = query.search !== undefined && totalUsersCount <= mostGathered;
    const page = (
      isGathered
        ? ids.from(tx.select(sortedColumns).from(users).where(where).limit(totalUsersCount).as('users'))
        : ids.from(users).where(where)
    )
      .orderBy(...orderOf(sort.field, fromEnd ? opposite : sort.dir))
      .limit(count)
      .offset(fromEnd ? totalUsersCount - offset - count : offset)
      .as('page');
    const rows = await tx
      .select(itemColumns())
      .from(users)
      .innerJoin(page, eq(page.id, users.id))
      .leftJoin(organizations, eq(organizations.id, users.organizationId))
      .orderBy(...orderOf(sort.field, sort.dir));
    return { users: rows.map(itemOf), totalUsersCount };
  });

/** Users who can sign in, by name. */
export const contactPage = (database: Database, query: HandlerInput<typeof contract.contacts>['query']) =>
  inOneSnapshot(database, async (tx) => {
    const { search, pageStart, pageSize } = query;
    const where = and(
      isNull(users.deletedAt),
      sql`${users.isEnabled}`,
      search ? like(users.searchText, searchPattern(search)) : undefined,
    );
    const totalCount = await tx.$count(users, where);
    const offset = (pageStart - 1) * pageSize;
    const count = Math.min(pageSize, totalCount - offset);
    if (count <= 0) return { items: [], totalCount };
    const isFromEnd = offset > totalCount / 2;
    const direction = isFromEnd ? desc : asc;
    // Only the index is read up to the page.
    const page = tx
      .select({ id: users.id })
      .from(users)
      .where(where)
      .orderBy(direction(users.nameSort), direction(users.id))
      .limit(count)
      .offset(isFromEnd ? totalCount - offset - count : offset)
      .as('page');
    const rows = await tx
      .select({
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        userName: users.userName,
        organizationName: organizations.name,
      })
      .from(users)
      .innerJoin(page, eq(page.id, users.id))
      .leftJoin(organizations, eq(organizations.id, users.organizationId))
      .orderBy(users.nameSort, users.id);
    const items = rows.map(({ firstName, lastName, ...contact }) => ({
      ...contact,
      name: fullName({ firstName, lastName }),
    }));
    return { items, totalCount };
  });
