import { and, asc, desc, eq, inArray, ne, sql, type SQL } from 'drizzle-orm';
import type { HandlerInput } from '../../../shared/contract/endpoint.ts';
import type { users as contract } from '../../../shared/contract/users.ts';
import type { Database } from '../../database/openDatabase.ts';
import { organizationUsers, users } from '../../database/schema/people.ts';
import { loginFailures } from '../../database/schema/signIn.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { Actor } from '../../http/context.ts';
import { asRole } from '../../identity/accounts.ts';
import { signedInShare } from '../../identity/login/lockout.ts';
import { containing } from '../../database/likePattern.ts';

/** The accounts that an administrator may unlock: all, or the users of the own organization. */
const accountsOf = ({ role, organizationId }: Actor): SQL | undefined => {
  if (role === 'SysAdmin') return undefined;
  const members = sql`select ${organizationUsers.userId} from ${organizationUsers} where ${organizationUsers.organizationId} = ${organizationId}`;
  return and(
    inArray(users.role, ['Administrator', 'User']),
    sql`(${users.organizationId} = ${organizationId} or ${users.id} in (${members}))`,
  );
};

/** Locked accounts by the end of their lock. */
export async function lockedPage(
  { db }: Database,
  actor: Actor,
  { pageNumber, pageSize, search, sortDir }: HandlerInput<typeof contract.locked>['query'],
) {
  const pattern = search && containing(search.toLowerCase());
  const where = and(
    eq(loginFailures.kind, 'user'),
    ne(loginFailures.address, signedInShare),
    sql`${loginFailures.lockedUntil} > ${new Date()}::timestamptz`,
    accountsOf(actor),
    pattern
      ? sql`(lower(${users.userName}) like ${pattern} or lower(${users.firstName} || ' ' || ${users.lastName}) like ${pattern})`
      : undefined,
  );
  const lockedUntil = sql`max(${loginFailures.lockedUntil})`;
  const isName = sql`${loginFailures.userName} = lower(${users.userName})`;
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        userName: users.userName,
        role: users.role,
        lockedUntil: lockedUntil.mapWith(loginFailures.lockedUntil),
        isEverywhere: sql<boolean>`bool_or(${loginFailures.address} = '*')`,
      })
      .from(loginFailures)
      .innerJoin(users, isName)
      .where(where)
      .groupBy(users.id)
      .orderBy(sortDir === 'asc' ? asc(lockedUntil) : desc(lockedUntil), users.id)
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db
      .select({ count: sql<number>`count(distinct ${users.id})`.mapWith(Number) })
      .from(loginFailures)
      .innerJoin(users, isName)
      .where(where),
  ]);
  return {
    items: rows.map(({ isEverywhere, lockedUntil: end, role, ...user }) => ({
      ...user,
      role: asRole(role) ?? 'User',
      lockedUntil: end.toISOString(),
      scope: isEverywhere ? ('Account' as const) : ('Address' as const),
    })),
    totalCount: counted?.count ?? 0,
  };
}

/** Id and user name together must be of one account. */
export async function findUser(
  tx: Transaction,
  actor: Actor,
  { id, userName }: { readonly id?: string | undefined; readonly userName?: string | undefined },
) {
  const [user] = await tx
    .select({ id: users.id, userName: users.userName })
    .from(users)
    .where(
      and(
        accountsOf(actor),
        id === undefined ? undefined : eq(users.id, id),
        userName === undefined ? undefined : eq(sql`lower(${users.userName})`, userName.toLowerCase()),
      ),
    );
  return user;
}
