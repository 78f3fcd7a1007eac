import { and, eq, sql } from 'drizzle-orm';
import { type Role, roles } from '../../shared/contract/endpoint.ts';
import { isSystemAdministrator } from '../../shared/rules/landing.ts';
import { currentOrganization } from '../database/currentOrganization.ts';
import type { Database } from '../database/openDatabase.ts';
import { organizations } from '../database/schema/organizations.ts';
import { organizationUsers, users } from '../database/schema/people.ts';
import type { Transaction } from '../database/transaction.ts';
import type { IdentityConfig } from './identityConfig.ts';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly userName: string;
  readonly role: Role;
  readonly passwordHash: string | null;
  readonly organizationId: string | null;
  readonly networkId: string | null;
  /** Of the organization the person works in now; absent means from anywhere. */
  readonly allowedAddresses?: readonly string[];
  /** False for disabled accounts, accounts of an organization with login disabled, and demo accounts in production. */
  readonly maySignIn: boolean;
}

export const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const findAccountById = async (database: Database, config: IdentityConfig, id: string) =>
  uuidPattern.test(id) ? findAccount(database, config, eq(users.id, id)) : undefined;

export const findAccountByUserName = async (database: Database, config: IdentityConfig, userName: string) =>
  findAccount(database, config, eq(sql`lower(${users.userName})`, userName.toLowerCase()));

async function findAccount(
  database: Database,
  config: IdentityConfig,
  condition: ReturnType<typeof eq>,
): Promise<Account | undefined> {
  const [found] = await database.db
    .select({
      row: users,
      organizationId: organizations.id,
      allowedAddresses: organizations.allowedIpAddresses,
      organizationIsEnabled: organizations.isEnabled,
      administersOrganization: organizationUsers.isAdministrator,
    })
    .from(users)
    .leftJoin(organizations, eq(organizations.id, sql.raw(currentOrganization('"users"'))))
    .leftJoin(
      organizationUsers,
      and(eq(organizationUsers.organizationId, organizations.id), eq(organizationUsers.userId, users.id)),
    )
    .where(condition);
  if (!found) return undefined;
  const { row } = found;
  const role = roleWhereWorking({ ...found, role: row.role });
  if (!role) return undefined;
  return {
    id: row.id,
    name: `${row.firstName} ${row.lastName}`.trim(),
    userName: row.userName,
    role,
    passwordHash: row.passwordHash,
    organizationId: found.organizationId,
    networkId: row.networkId,
    ...(found.allowedAddresses?.length ? { allowedAddresses: found.allowedAddresses } : {}),
    maySignIn:
      row.isEnabled &&
      !(row.isDemo && !config.demo) &&
      (found.organizationIsEnabled !== false || isSystemAdministrator([role])),
  };
}

export async function setPasswordHash(tx: Transaction, id: string, passwordHash: string): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, id));
}

/**
 * The role in the organization where a user works now: an administrator of one organization who is a plain member of another has no more rights
 * there than its other users.
 */
export const roleWhereWorking = ({
  role,
  organizationId,
  administersOrganization,
}: {
  readonly role: string | undefined;
  readonly organizationId: string | null;
  readonly administersOrganization: boolean | null;
}): Role | undefined =>
  role === 'Administrator' && organizationId !== null && administersOrganization !== true ? 'User' : asRole(role);

export const asRole = (value: unknown): Role | undefined => roles.find((role) => role === value);

/** Where the person works, for the actor of their calls. */
export const workplaceOf = ({ organizationId, networkId, allowedAddresses }: Account) => ({
  organizationId,
  networkId,
  ...(allowedAddresses ? { allowedAddresses } : {}),
});
