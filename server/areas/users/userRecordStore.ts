import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Assignment, User } from '../../../shared/contract/userSchemas.ts';
import { blockedFeatures } from '../../../shared/rules/plan.ts';
import { identityProofStatuses } from '../../../shared/rules/identityProofing.ts';
import { currentOrganization } from '../../database/currentOrganization.ts';
import type { Drizzle } from '../../database/openDatabase.ts';
import { brands, networks, plans } from '../../database/schema/lookups.ts';
import { organizations } from '../../database/schema/organizations.ts';
import { idProofs, organizationUsers, users } from '../../database/schema/people.ts';
import type { Transaction } from '../../database/transaction.ts';
import { roleWhereWorking } from '../../identity/accounts.ts';
import { itemColumns, itemOf } from '../../people/userColumns.ts';

export async function findUserRecord(db: Drizzle, id: string): Promise<User | undefined> {
  const [row] = await db
    .select({
      ...itemColumns(),
      jobTitle: users.jobTitle,
      phone: users.phone,
      networkId: users.networkId,
      networkName: networks.name,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      invitedAt: users.invitedAt,
      idProofStatus: users.idProofStatus,
      idProofFileName: idProofs.fileName,
      version: users.version,
    })
    .from(users)
    .leftJoin(organizations, eq(organizations.id, users.organizationId))
    .leftJoin(networks, eq(networks.id, users.networkId))
    .leftJoin(idProofs, eq(idProofs.userId, users.id))
    .where(eq(users.id, id));
  const workplace = row && (await workplaceOf(db, id));
  if (!row || !workplace) return undefined;
  return {
    ...itemOf(row),
    invitedAt: row.invitedAt?.toISOString() ?? null,
    deletedAt: row.deletedAt?.toISOString() ?? null,
    idProofStatus: identityProofStatuses.find((status) => status === row.idProofStatus) ?? 'Not_Id_Proofed',
    workplace,
  };
}

async function workplaceOf(db: Drizzle, userId: string): Promise<User['workplace'] | undefined> {
  const [row] = await db
    .select({
      role: users.role,
      administersOrganization: organizationUsers.isAdministrator,
      organizationId: organizations.id,
      organizationName: organizations.name,
      isOrganizationEnabled: organizations.isEnabled,
      orgIsActivated: organizations.isActivated,
      brandName: brands.name,
      features: plans.features,
      allowedIpAddresses: organizations.allowedIpAddresses,
    })
    .from(users)
    .leftJoin(organizations, eq(organizations.id, sql.raw(currentOrganization('"users"'))))
    .leftJoin(
      organizationUsers,
      and(eq(organizationUsers.organizationId, organizations.id), eq(organizationUsers.userId, users.id)),
    )
    .leftJoin(brands, eq(brands.id, organizations.brandId))
    .leftJoin(plans, eq(plans.id, organizations.planId))
    .where(eq(users.id, userId));
  if (!row) return undefined;
  const { role: _role, administersOrganization: _isAdministrator, features, ...organization } = row;
  return {
    ...organization,
    roleName: roleWhereWorking(row) ?? 'User',
    orgIsActivated: row.orgIsActivated ?? true,
    blockedFeatures: row.organizationId === null ? [] : [...blockedFeatures(features)],
    allowedIpAddresses: row.allowedIpAddresses ?? [],
  };
}

/**
 * Holds every system administrator who can sign in, in one order, and tells whether one besides the user is among them. Of two who take out
 * each other at the same time the second one waits here, and finds that it is alone.
 */
export async function hasOtherSystemAdministrator(
  tx: Transaction,
  id: string,
  { demo }: { readonly demo: boolean },
): Promise<boolean> {
  const others = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.role, 'SysAdmin'),
        isNull(users.deletedAt),
        eq(users.isEnabled, true),
        demo ? undefined : eq(users.isDemo, false),
      ),
    )
    .orderBy(users.id)
    .for('update');
  return others.some((other) => other.id !== id);
}

/** Whether the user administers an organization, which decides the role after the end of a system administrator. */
export async function administersOrganization(tx: Transaction, userId: string): Promise<boolean> {
  const administered = and(eq(organizationUsers.userId, userId), eq(organizationUsers.isAdministrator, true));
  return (await tx.$count(organizationUsers, administered)) > 0;
}

export const assignmentsOf = (db: Drizzle, userId: string): Promise<Assignment[]> =>
  db
    .select({
      id: organizations.id,
      orgId: organizations.orgId,
      name: organizations.name,
      isAdministrator: organizationUsers.isAdministrator,
      isCurrent: sql<boolean>`${users.organizationId} is not distinct from ${organizations.id}`,
      isEnabled: organizations.isEnabled,
    })
    .from(organizationUsers)
    .innerJoin(users, eq(users.id, organizationUsers.userId))
    .innerJoin(organizations, eq(organizations.id, organizationUsers.organizationId))
    .where(eq(organizationUsers.userId, userId))
    .orderBy(asc(organizations.nameSort), asc(organizations.id));

export async function dropIdProof(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(idProofs).where(eq(idProofs.userId, userId));
}

export async function findIdProof(db: Drizzle, userId: string) {
  const [proof] = await db
    .select({ name: idProofs.fileName, mediaType: idProofs.mediaType, bytes: idProofs.content })
    .from(idProofs)
    .where(eq(idProofs.userId, userId));
  return proof;
}
