import { and, eq, gt, sql } from 'drizzle-orm';
import type { subscriptionplans } from '../../../../shared/contract/subscriptionplans.ts';
import { planFeatureNames, upgradeRequestsPerDay } from '../../../../shared/rules/plan.ts';
import { audit } from '../../../database/audit.ts';
import { isActiveAdministrator } from '../../../database/memberships.ts';
import { organizationUsers, users } from '../../../database/schema/people.ts';
import { auditEntries } from '../../../database/schema/records.ts';
import { inTransaction, type Transaction } from '../../../database/transaction.ts';
import type { Services } from '../../../http/areaEntry.ts';
import { ApiProblem } from '../../../http/problem.ts';
import type { Handlers } from '../../../http/registerArea.ts';
import { addMail, oneLine } from '../../../mail/addMail.ts';
import { blockedFeaturesOf } from '../../../people/organizationState.ts';

const action = 'subscriptionplans.requestUpgrade';

/**
 * Requests of the user within the last 24 hours, which the audit trail has; the next one of the same user waits until the transaction ends. Without the
 * trail nothing is sent, as with every write.
 */
async function lockSentToday(tx: Transaction, userId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`upgrade:${userId}`}, 0))`);
  const { actorId, at, outcome } = auditEntries;
  const sentToday = and(
    eq(actorId, userId),
    gt(at, sql`now() - interval '24 hours'`),
    eq(auditEntries.action, action),
    eq(outcome, 'Success'),
  );
  try {
    return await tx.$count(auditEntries, sentToday);
  } catch (cause) {
    throw new ApiProblem('E-UNAVAILABLE', { cause });
  }
}

/** Who can change the plan. */
const administratorsOf = (tx: Transaction, organizationId: string) =>
  tx
    .select({ firstName: users.firstName, userName: users.userName })
    .from(users)
    .innerJoin(organizationUsers, eq(organizationUsers.userId, users.id))
    .where(and(eq(organizationUsers.organizationId, organizationId), isActiveAdministrator))
    .orderBy(users.id);

/** Users ask their administrators for a plan with more features (spec 3 section 1). */
export const upgradeHandlers = ({
  config,
  database,
}: Services): Pick<Handlers<typeof subscriptionplans>, 'requestUpgrade'> => ({
  requestUpgrade: ({ body: { feature } }, context) =>
    inTransaction(database, async (tx) => {
      const { actor } = context;
      const { organizationId } = actor;
      if (actor.kind !== 'user' || organizationId === null) throw new ApiProblem('E-NOT-FOUND');
      if (!(await blockedFeaturesOf(tx, organizationId)).includes(feature)) throw new ApiProblem('E-UPGRADE-INCLUDED');
      if ((await lockSentToday(tx, actor.id)) >= upgradeRequestsPerDay) throw new ApiProblem('E-UPGRADE-LIMIT');
      const recipients = await administratorsOf(tx, organizationId);
      for (const { firstName, userName } of recipients)
        await addMail(tx, config, {
          recipient: userName,
          subject: oneLine(`${actor.name} asks for an upgrade of the subscription plan`),
          body: [
            `Hello ${firstName},`,
            `${actor.name} needs a plan that includes: ${planFeatureNames[feature]}.`,
            `Compare the plans and choose one here:\n${config.publicUrl}/account/subscription`,
          ].join('\n\n'),
          organizationId,
        });
      await audit(tx, context, {
        action,
        targetType: 'organization',
        targetId: organizationId,
        changes: { [feature]: { before: null, after: `asked ${recipients.length} administrators` } },
      });
      return undefined;
    }),
});
