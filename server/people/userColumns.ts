import { asc, desc, type SQL, sql } from 'drizzle-orm';
import { isSystemAdministrator } from '../../shared/rules/landing.ts';
import { fullName, type UserSortField } from '../../shared/rules/user.ts';
import { organizations } from '../database/schema/organizations.ts';
import { users } from '../database/schema/people.ts';
import { authenticators, loginFailures } from '../database/schema/signIn.ts';
import { asRole } from '../identity/accounts.ts';
import { signedInShare } from '../identity/login/lockout.ts';
import { containing } from '../database/likePattern.ts';

export const now = () => sql`${new Date()}::timestamptz`;

/** End of the last lock of the user of the row; null while there is none. */
export const lockedUntil = () =>
  sql<Date | null>`(select max(${loginFailures.lockedUntil}) from ${loginFailures} where ${loginFailures.kind} = 'user' and ${loginFailures.address} <> ${signedInShare}
    and ${loginFailures.userName} = lower(${users.userName}) and ${loginFailures.lockedUntil} > ${now()})`.mapWith(
    loginFailures.lockedUntil,
  );

export const itemColumns = () => ({
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  userName: sql<string>`coalesce(${users.deletedUserName}, ${users.userName})`,
  role: users.role,
  isEnabled: users.isEnabled,
  deletedAt: users.deletedAt,
  organizationId: users.organizationId,
  organizationName: organizations.name,
  lockedUntil: lockedUntil(),
  hasTwoFactor: sql<boolean>`(${users.mailCodesSince} is not null or exists (select from ${authenticators} where ${authenticators.userId} = ${users.id}
    and ${authenticators.confirmedAt} is not null))`,
  createDate: users.createDate,
  lastLoginDate: users.lastLoginDate,
});

interface ItemRow {
  readonly firstName: string;
  readonly lastName: string;
  readonly role: string;
  readonly deletedAt: Date | null;
  readonly lockedUntil: Date | null;
  readonly createDate: Date;
  readonly lastLoginDate: Date | null;
}

/** Times as texts, and what follows from the columns. */
export function itemOf<Row extends ItemRow>(row: Row) {
  const { role, deletedAt, lockedUntil: until, createDate, lastLoginDate, ...columns } = row;
  const roleName = asRole(role) ?? 'User';
  return {
    ...columns,
    name: fullName(row),
    roleName,
    isSysAdmin: isSystemAdministrator([roleName]),
    isDeleted: deletedAt !== null,
    lockedUntil: until?.toISOString() ?? null,
    createDate: createDate.toISOString(),
    lastLoginDate: lastLoginDate?.toISOString() ?? null,
  };
}

/** Where the lower-case text stands anywhere in a column. */
export const searchPattern = (search: string) => containing(search.toLowerCase());

const sortColumns = {
  name: users.nameSort,
  userName: users.userNameSort,
  roleName: users.role,
  createDate: users.createDate,
  lastLoginDate: users.lastLoginDate,
} as const satisfies Record<UserSortField, unknown>;

/** Users who have never signed in come before all others, whichever the direction turns first. `role`: where it is not that of the account. */
export function orderOf(field: UserSortField, dir: 'asc' | 'desc', role?: SQL) {
  const direction = dir === 'asc' ? asc : desc;
  const column = (field === 'roleName' && role) || sortColumns[field];
  const nulls = field === 'lastLoginDate' ? (dir === 'asc' ? sql` nulls first` : sql` nulls last`) : sql``;
  const byName = field === 'roleName' ? [direction(users.nameSort)] : [];
  return [sql`${direction(column)}${nulls}`, ...byName, direction(users.id)];
}
