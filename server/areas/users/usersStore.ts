import { and, asc, desc, eq, inArray, isNotNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { HandlerInput } from '../../../shared/contract/endpoint.ts';
import type { users as contract } from '../../../shared/contract/users.ts';
import type { Database } from '../../database/openDatabase.ts';
import { organizationUsers, users } from '../../database/schema/people.ts';
import { oidcClients } from '../../database/schema/records.ts';
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

/** The rows of failures with their account or their machine client, which platform administrators alone see. */
const isAccount = and(eq(loginFailures.kind, 'user'), sql`${loginFailures.userName} = lower(${users.userName})`);
const isClient = and(eq(loginFailures.kind, 'client'), eq(loginFailures.userName, oidcClients.clientId));
const visibleTo = (actor: Actor): SQL | undefined =>
  actor.role === 'SysAdmin'
    ? or(isNotNull(users.id), isNotNull(oidcClients.clientId))
    : and(isNotNull(users.id), accountsOf(actor));

/** Locked accounts and machine clients by the end of their lock. */
export async function lockedPage(
  { db }: Database,
  actor: Actor,
  { pageNumber, pageSize, search, sortDir }: HandlerInput<typeof contract.locked>['query'],
) {
  const pattern = search && containing(search.toLowerCase());
  const where = and(
    ne(loginFailures.address, signedInShare),
    sql`${loginFailures.lockedUntil} > ${new Date()}::timestamptz`,
    visibleTo(actor),
    pattern
      ? sql`(${loginFailures.userName} ilike ${pattern} or lower(${users.firstName} || ' ' || ${users.lastName}) like ${pattern} or ${oidcClients.name} ilike ${pattern})`
      : undefined,
  );
  const lockedUntil = sql`max(${loginFailures.lockedUntil})`;
  const names = sql<number>`count(distinct (${loginFailures.kind}, ${loginFailures.userName}))`;
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        kind: loginFailures.kind,
        id: sql<string>`coalesce(${users.id}::text, ${oidcClients.clientId})`,
        firstName: sql<string>`coalesce(${users.firstName}, ${oidcClients.name})`,
        lastName: sql<string>`coalesce(${users.lastName}, '')`,
        userName: sql<string>`coalesce(${users.userName}, ${oidcClients.clientId})`,
        role: sql<string>`coalesce(${users.role}, ${oidcClients.role})`,
        lockedUntil: lockedUntil.mapWith(loginFailures.lockedUntil),
        isEverywhere: sql<boolean>`bool_or(${loginFailures.address} = '*')`,
      })
      .from(loginFailures)
      .leftJoin(users, isAccount)
      .leftJoin(oidcClients, isClient)
      .where(where)
      .groupBy(loginFailures.kind, loginFailures.userName, users.id, oidcClients.clientId)
      .orderBy(sortDir === 'asc' ? asc(lockedUntil) : desc(lockedUntil), loginFailures.kind, loginFailures.userName)
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db
      .select({ count: names.mapWith(Number) })
      .from(loginFailures)
      .leftJoin(users, isAccount)
      .leftJoin(oidcClients, isClient)
      .where(where),
  ]);
  return {
    items: rows.map(({ kind, isEverywhere, lockedUntil: end, role, ...account }) => ({
      ...account,
      kind: kind === 'client' ? ('Client' as const) : ('User' as const),
      role: asRole(role) ?? 'User',
      lockedUntil: end.toISOString(),
      scope: isEverywhere ? ('Account' as const) : ('Address' as const),
    })),
    totalCount: counted?.count ?? 0,
  };
}

interface AccountNames {
  readonly id?: string | undefined;
  readonly userName?: string | undefined;
}

/** The account, or the machine client where no account has the name. Id and user name together must be of one. */
export async function findLockable(tx: Transaction, actor: Actor, names: AccountNames) {
  const user = await findUser(tx, actor, names);
  if (user) return { kind: 'User' as const, ...user };
  if (actor.role !== 'SysAdmin') return undefined;
  const clientIds = [names.id, names.userName].filter((name) => name !== undefined);
  const [client] = await tx
    .select({ id: oidcClients.clientId, userName: oidcClients.clientId })
    .from(oidcClients)
    .where(and(...clientIds.map((clientId) => eq(oidcClients.clientId, clientId))));
  return client && { kind: 'Client' as const, ...client };
}

/** Id and user name together must be of one account. */
export async function findUser(tx: Transaction, actor: Actor, { id, userName }: AccountNames) {
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
