import type { WorkflowRun } from '../workflowRun.ts';
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
export async function route({ tx }: StepParts, run: WorkflowRun): Promise<StepResult> {
  const address = run.message.mailTo.toLowerCase();
  if (!run.owners.has(address)) run.owners = await findAddresses(tx, [address]);
  const owner = run.owners.get(address);
  if (run.channel === 'Direct' || owner) {
    if (owner?.organizationId !== run.organizationId) return failed('unknown-recipient');
    return owner.isUsable ? done({ route: 'Intake' }) : failed('recipient-disabled');
  }
  const [organization] = await organizationUse(tx, [run.organizationId]);
  return organization?.inUse ? done({ route: 'Intake' }) : failed('recipient-disabled');
}
