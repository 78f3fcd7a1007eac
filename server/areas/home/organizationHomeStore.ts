import { eq, sql } from 'drizzle-orm';
import type { OrganizationHome } from '../../../shared/contract/home.ts';
import { cancellationOf } from '../../../shared/rules/organization.ts';
import {
  failedMessageDays,
  newestEventCount,
  type OrganizationNumber,
  organizationNumberPaths,
  organizationNumbers,
  type OrganizationTask,
  organizationTaskPaths,
  organizationTasks,
} from '../../../shared/rules/organizationHome.ts';
import { planAllows } from '../../../shared/rules/plan.ts';
import { freePlan, subscriptionStatus } from '../../../shared/rules/subscription.ts';
import { organizationRoles } from '../../../shared/rules/user.ts';
import { inOneSnapshot } from '../../database/oneSnapshot.ts';
import type { Database } from '../../database/openDatabase.ts';
import { plans } from '../../database/schema/lookups.ts';
import { organizations } from '../../database/schema/organizations.ts';
import { organizationUsers } from '../../database/schema/people.ts';
import { auditEntries } from '../../database/schema/records.ts';
import { subscriptionPayments } from '../../database/schema/subscriptions.ts';
import type { Transaction } from '../../database/transaction.ts';
import { signedInShare } from '../../identity/login/lockout.ts';
import { activityOf, isOf } from '../../people/activity.ts';

const roles = sql.join(
  organizationRoles.map((role) => sql`${role}`),
  sql`, `,
);

/** The conditions are those of the lists that the numbers lead to; a test compares both. */
async function readNumbers(tx: Transaction, organizationId: string) {
  const { rows } = await tx.execute<Record<OrganizationNumber, number>>(sql`
    with members as (
      select u.user_name, u.role = 'Administrator' and m.is_administrator as is_administrator, u.is_enabled, u.invited_at, u.last_login_date from users u
      join organization_users m on m.user_id = u.id and m.organization_id = ${organizationId}::uuid
      where u.deleted_at is null and u.role in (${roles})),
    people as (
      select count(*)::int as people,
        count(*) filter (where is_administrator)::int as administrators,
        count(*) filter (where not is_enabled)::int as "peopleDisabled",
        count(*) filter (where invited_at is not null and last_login_date is null)::int as "peopleInvited",
        count(*) filter (where lower(user_name) in (
          select user_name from login_failures where kind = 'user' and address <> ${signedInShare} and locked_until > ${new Date().toISOString()}::timestamptz))::int as "peopleLocked"
      from members),
    hooks as (
      select count(*)::int as webhooks, count(*) filter (where failing_since is not null)::int as "webhooksFailing"
      from webhooks where organization_id = ${organizationId}::uuid),
    addresses as (
      select count(*) filter (where type = 'DirectMessaging')::int as "directAddresses", count(*) filter (where type = 'Fax')::int as "faxNumbers"
      from document_sources where organization_id = ${organizationId}::uuid and status = 1),
    failed as (
      select count(*)::int as "messagesFailed" from workflows
      where organization_id = ${organizationId}::uuid and status = 'Failed' and created_time > now() - make_interval(days => ${failedMessageDays}))
    select * from people, hooks, addresses, failed`);
  return rows[0];
}

/**
 * Changes by members since they are members, newest first: the newest of each member by the index of actors, then the newest of all. Members have
 * their present name: the audit trail has the user name where a person signed in.
 */
async function newestEvents(tx: Transaction, organizationId: string) {
  const ids = await tx.execute<{ id: string; name: string }>(sql`
    select e.id, trim(u.first_name || ' ' || u.last_name) as name from organization_users m join users u on u.id = m.user_id and u.role in (${roles}) cross join lateral (
      select ${auditEntries.id} as id, ${auditEntries.at} as at from ${auditEntries}
      where ${auditEntries.actorId} = m.user_id::text and ${auditEntries.at} >= m.create_date and not ${auditEntries.isRead}
        and ${auditEntries.outcome} = 'Success' and ${isOf(organizationId)}
      order by ${auditEntries.at} desc, ${auditEntries.id} desc limit ${newestEventCount}) e
    where m.organization_id = ${organizationId}::uuid order by e.at desc, e.id desc limit ${newestEventCount}`);
  const newest = ids.rows.map(({ id }) => Number(id));
  if (newest.length === 0) return [];
  const rows = await tx
    .select()
    .from(auditEntries)
    .where(sql`${auditEntries.id} = any(${sql.param(newest)}::bigint[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const calls = new Set<string>();
  return ids.rows.flatMap(({ id, name }) => {
    const row = byId.get(Number(id));
    // One call is one line, also where it changed several records: a registration makes an organization and its administrator.
    const call = `${row?.actorId} ${row?.requestId} ${row?.action}`;
    if (!row || calls.has(call)) return [];
    calls.add(call);
    return [activityOf({ ...row, actorName: name })];
  });
}

/** All of one snapshot; undefined where the organization does not exist any more. */
export const readOrganizationHome = (database: Pick<Database, 'pool'>, organizationId: string) =>
  inOneSnapshot(database, async (tx): Promise<OrganizationHome | undefined> => {
    const [organization] = await tx
      .select({
        name: organizations.name,
        isActivated: organizations.isActivated,
        cancelAt: organizations.cancelAt,
        cancelRequestedAt: organizations.cancelRequestedAt,
        plan: { name: plans.name, allowedUsers: plans.allowedUsers },
        isCheckoutOpen: sql<boolean>`coalesce(
          ${subscriptionPayments.checkoutPlanId} is not null and ${subscriptionPayments.checkoutExpiresAt} > now(), false)`,
      })
      .from(organizations)
      .leftJoin(plans, eq(plans.id, organizations.planId))
      .leftJoin(subscriptionPayments, eq(subscriptionPayments.organizationId, organizations.id))
      .where(eq(organizations.id, organizationId));
    const counts = await readNumbers(tx, organizationId);
    if (!organization || !counts) return undefined;
    const memberCount = await tx.$count(organizationUsers, eq(organizationUsers.organizationId, organizationId));
    const plan = organization.plan ?? freePlan;
    const cancellation = cancellationOf(organization, new Date());
    const open: Readonly<Record<OrganizationTask, number>> = {
      unlock: counts.peopleLocked,
      inviteAgain: counts.peopleInvited,
      repairWebhooks: counts.webhooksFailing,
      secondAdministrator: counts.administrators === 1 && counts.people > 1 ? 1 : 0,
      planFull: planAllows(organization.plan, memberCount + 1) ? 0 : 1,
      payCheckout: organization.isCheckoutOpen ? 1 : 0,
      subscriptionEnds: cancellation === 'canceling' ? 1 : 0,
      subscriptionEnded: cancellation === 'canceled' ? 1 : 0,
    };
    return {
      at: new Date().toISOString(),
      organizationName: organization.name,
      isActivated: organization.isActivated,
      subscription: {
        status: subscriptionStatus(cancellation),
        cancelAt: organization.cancelAt?.toISOString() ?? null,
        planName: plan.name,
        allowedUsers: plan.allowedUsers,
        memberCount,
      },
      tasks: organizationTasks
        .filter((name) => open[name] > 0)
        .map((name) => ({ name, count: open[name], path: organizationTaskPaths[name] })),
      numbers: organizationNumbers.map((name) => ({ name, count: counts[name], path: organizationNumberPaths[name] })),
      events: await newestEvents(tx, organizationId),
    };
  });
