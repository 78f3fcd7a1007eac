import { and, eq, gt, sql } from 'drizzle-orm';
import { currentOrganization } from '../../database/currentOrganization.ts';
import type { Database } from '../../database/openDatabase.ts';
import { brands, plans, resellers } from '../../database/schema/lookups.ts';
import { organizations } from '../../database/schema/organizations.ts';
import { organizationUsers, users } from '../../database/schema/people.ts';
import { verificationSessions } from '../../database/schema/proofing.ts';
import { subscriptionPayments } from '../../database/schema/subscriptions.ts';
import type { Transaction } from '../../database/transaction.ts';

export async function findPerson({ db }: Database, id: string) {
  const [person] = await db
    .select({
      userName: users.userName,
      firstName: users.firstName,
      lastName: users.lastName,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      networkId: users.networkId,
      hasDrafts: sql<boolean>`exists (select from session_drafts d where d.user_id = "users".id and d.expires_at > ${new Date()}::timestamptz
        and starts_with(d.page, concat(${organizations.id}, '/')))`,
      organization: {
        id: organizations.id,
        name: organizations.name,
        isActivated: organizations.isActivated,
        cancelAt: organizations.cancelAt,
        cancelRequestedAt: organizations.cancelRequestedAt,
        idProofStatus: organizations.idProofStatus,
        idProofAttemptAt: organizations.idProofAttemptAt,
      },
      brandName: brands.name,
      /** Null without a plan. */
      includedFeatures: plans.features,
      hasVerificationSession: sql<boolean>`${verificationSessions.id} is not null`,
      subscriptionReference: subscriptionPayments.subscriptionId,
      reseller: { id: resellers.id, name: resellers.name, bypassTos: resellers.bypassTos },
    })
    .from(users)
    .leftJoin(organizations, eq(organizations.id, sql.raw(currentOrganization('"users"'))))
    .leftJoin(resellers, eq(resellers.id, organizations.resellerId))
    .leftJoin(brands, eq(brands.id, organizations.brandId))
    .leftJoin(plans, eq(plans.id, organizations.planId))
    .leftJoin(
      verificationSessions,
      and(
        eq(verificationSessions.organizationId, organizations.id),
        eq(verificationSessions.userId, users.id),
        gt(verificationSessions.expiresAt, new Date()),
      ),
    )
    .leftJoin(subscriptionPayments, eq(subscriptionPayments.organizationId, organizations.id))
    .where(eq(users.id, id));
  return person;
}

/** Organizations the person may work in, by name: those with login enabled. */
export const organizationsOf = ({ db }: Database, userId: string) =>
  db
    .select({ id: organizations.id, name: organizations.name, subDomain: organizations.subdomain })
    .from(organizationUsers)
    .innerJoin(organizations, eq(organizations.id, organizationUsers.organizationId))
    .where(and(eq(organizationUsers.userId, userId), eq(organizations.isEnabled, true)))
    .orderBy(organizations.nameSort, organizations.id);

/** The organization the person leaves, or undefined when they do not belong to the new one or its login is disabled. Locks both rows it relies on. */
export async function leaveFor(tx: Transaction, userId: string, organizationId: string) {
  const [membership] = await tx
    .select({ before: users.organizationId })
    .from(organizationUsers)
    .innerJoin(users, eq(users.id, organizationUsers.userId))
    .innerJoin(organizations, eq(organizations.id, organizationUsers.organizationId))
    .where(
      and(
        eq(organizationUsers.userId, userId),
        eq(organizationUsers.organizationId, organizationId),
        eq(organizations.isEnabled, true),
      ),
    )
    .for('update', { of: [organizationUsers, users] });
  return membership;
}

export async function workIn(tx: Transaction, userId: string, organizationId: string): Promise<void> {
  await tx.update(users).set({ organizationId }).where(eq(users.id, userId));
}
