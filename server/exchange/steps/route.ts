import type { Course } from '../course.ts';
import { findAddresses, organizationInUse } from '../directAddress.ts';
import { statement } from '../../database/statement.ts';
import { done, failed, type StepParts, type StepResult } from '../stepResult.ts';

/** Accepting is storing; a message that is there has been accepted. */
export const accept = (): StepResult => done();

const organizationUse = statement<{ inUse: boolean }>(
  'exchange-in-use',
  `select ${organizationInUse} as "inUse" from organizations o where o.id = $1::uuid`,
);

/** Whether the recipient can still be reached: its organization in use and, where it came by mail, its address too. */
export async function route({ tx }: StepParts, course: Course): Promise<StepResult> {
  const address = course.message.mailTo.toLowerCase();
  if (!course.owners.has(address)) course.owners = await findAddresses(tx, [address]);
  const owner = course.owners.get(address);
  if (course.channel === 'Direct' || owner) {
    if (owner?.organizationId !== course.organizationId) return failed('unknown-recipient');
    return owner.isUsable ? done({ route: 'Intake' }) : failed('recipient-disabled');
  }
  const [organization] = await organizationUse(tx, [course.organizationId]);
  return organization?.inUse ? done({ route: 'Intake' }) : failed('recipient-disabled');
}
